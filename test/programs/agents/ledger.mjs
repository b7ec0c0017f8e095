class Account {
  balance = 0;
  entries = 0;

  deposit(amount) {
    this.balance += amount;
    this.entries++;
  }

  correct(amount) {
    this.balance -= amount;
  }
}

function amountOf(day) {
  return (day * 7919) % 13;
}

const account = new Account();
let deposited = 0;
for (let day = 0; day < 10_000; day++) {
  const amount = amountOf(day);
  account.deposit(amount);
  deposited += amount;
  if (day === 7777) account.correct(1);
  if (day % 2000 === 1999) deposited += 0;
}
if (account.balance !== deposited) throw new Error(`balance is ${account.balance}, not ${deposited}`);
