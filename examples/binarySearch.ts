// A program with nothing wrong: Whence proves every element access and stays silent.

const table: number[] = new Array<number>(101).fill(0);

function find(key: number, size: number): boolean {
  let left = 1;
  let right = size;
  let middle: number;
  do {
    middle = Math.floor((left + right) / 2);
    if (key < table[middle]) right = middle - 1;
    else left = middle + 1;
  } while (!(key === table[middle] || left > right));
  return key === table[middle];
}

export function contains(key: number): boolean {
  return find(key, 100);
}
