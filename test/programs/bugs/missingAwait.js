async function loadUser(id) {
  return { id, name: 'Ada' };
}

export async function greet(id) { //! name
  const user = loadUser(id);
  return `Hello ${user.name.toUpperCase()}`;
}
