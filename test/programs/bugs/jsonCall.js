export async function items(url) {
  const response = await fetch(url);
  const { list } = await response.json; //! json
  return list.length;
}
