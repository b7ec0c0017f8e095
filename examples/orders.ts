// What a web shop might compute. The comments that begin with @ are checked; the program stays plain TypeScript.

/** Two percent off for each piece: from the fifty-first piece on the shop would pay. */
export function price(unitPrice: number, quantity: number): number {
  const discount = quantity * 2;
  // @always discount <= 100
  return (unitPrice * quantity * (100 - discount)) / 100;
}

/** Every customer is meant to pass level ten, where the gift is. Those who begin above it never do. */
export function welcomeTour(firstLevel: number): number {
  let gifts = 0;
  for (let level = firstLevel; level <= 100; level++) {
    // @sometime level === 10
    if (level === 10) gifts++;
  }
  return gifts;
}

/** One step too far: after the last voucher there is none whose length could be read. */
export function voucherLetters(): number {
  const vouchers = ['SPRING', 'SUMMER', 'AUTUMN'];
  let letters = 0;
  for (let i = 0; i <= vouchers.length; i++) letters += vouchers[i].length;
  return letters;
}
