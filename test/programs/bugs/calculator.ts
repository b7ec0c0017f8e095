const stack: number[][] = [];

export function evaluate(): number { //! top
  const top = stack.pop()!;
  return top.length;
}
