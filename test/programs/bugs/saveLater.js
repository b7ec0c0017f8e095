let saves = 0;

function save() {
  saves++;
}

export async function saveLater() { //! setTimeout|callback
  await Promise.resolve();
  setTimeout(save(), 100);
}
