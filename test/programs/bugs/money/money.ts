export class Money {
  readonly amount: number;
  readonly currency: string;

  constructor(amount: number, currency: string) {
    this.amount = amount;
    this.currency = currency;
  }

  plus(other: Money): Money {
    if (other.currency !== this.currency) throw new TypeError('currencies differ');
    return new Money(this.amount + other.amount, this.currency);
  }
}
