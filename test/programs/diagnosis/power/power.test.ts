import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { power } from './power.ts';

describe('power', () => {
  it('of zero', () => assert.equal(power(5, 0), 1));
  it('of an odd exponent', () => assert.equal(power(2, 5), 32));
  it('of three', () => assert.equal(power(3, 3), 27));
  it('of an even exponent', () => assert.equal(power(3, 4), 81));
});
