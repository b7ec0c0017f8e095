export function toCents(amount: number): bigint { //! BigInt
  const cents = amount * 100;
  return BigInt(cents);
}
