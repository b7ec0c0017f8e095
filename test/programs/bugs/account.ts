export class Account {
  private balance = 0;

  deposit(amount: number): void {
    this.balance = this.balance + amount;
  }

  withdraw(amount: number): number { //! balance >= 0
    const after = this.balance - amount;
    // @always after >= 0
    this.balance = after;
    return after;
  }
}
