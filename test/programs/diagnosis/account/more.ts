import assert from 'node:assert/strict';
import { Account } from './account.ts';

const a = new Account();
a.deposit(7);
assert.equal(a.withdraw(8), false);
assert.equal(a.withdraw(7), true);
assert.equal(a.balance, 0);
