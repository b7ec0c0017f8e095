export function highestPrice(prices: readonly number[]): number { //! prices\.length (===|<|<=)|empty
  return prices.reduce((best, price) => (price > best ? price : best));
}
