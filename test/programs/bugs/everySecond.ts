export function everySecond(count: number): number[] { //! end
  const picked: number[] = [];
  for (let left = count; left !== 0; left -= 2) picked.push(left);
  return picked;
}
