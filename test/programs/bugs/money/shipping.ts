import { Money } from './money.js';

export function withShipping(net: number, isAbroad: boolean): Money { //! isAbroad
  const price = new Money(net, 'EUR');
  const shipping = isAbroad ? new Money(9, 'USD') : new Money(4, 'EUR');
  return price.plus(shipping);
}
