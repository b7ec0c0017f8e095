import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Account } from './account.ts';

describe('an account', () => {
  let account: Account;
  beforeEach(() => {
    account = new Account();
    account.deposit(100);
  });
  it('pays out', () => {
    assert.equal(account.withdraw(30), true);
    assert.equal(account.balance, 70);
  });
  it('refuses too much', () => {
    assert.equal(account.withdraw(130), false);
    assert.equal(account.balance, 100);
  });
  it('pays out all', () => {
    assert.equal(account.withdraw(100), true);
    assert.equal(account.balance, 0);
  });
});
