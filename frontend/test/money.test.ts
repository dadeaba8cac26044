import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { amountHint, formatMoney, formatShortMoney, readAmount } from '../src/lib/money.ts';

describe('formatMoney', () => {
  it('always carries the code, with the decimals of the currency', () => {
    assert.equal(formatMoney({ amount: 199, currency: 'usd' }), 'USD 1.99');
    assert.equal(formatMoney({ amount: 100_000, currency: 'eur' }), 'EUR 1,000.00');
    assert.equal(formatMoney({ amount: 1490, currency: 'jpy' }), 'JPY 1,490');
  });
  it('leaves out decimals only where they are zero', () => {
    assert.equal(formatShortMoney({ amount: 500, currency: 'usd' }), 'USD 5');
    assert.equal(formatShortMoney({ amount: 550, currency: 'usd' }), 'USD 5.50');
    assert.equal(formatShortMoney({ amount: 500, currency: 'jpy' }), 'JPY 500');
  });
});

describe('readAmount', () => {
  const limits = { least: 100, most: 100_000 };
  const inCents = (text: string) => readAmount(text, 'usd', limits);
  it('rounds to the smallest unit, and takes a comma', () => {
    assert.equal(inCents('12.34'), 1234);
    assert.equal(inCents(' 12,5 '), 1250);
    // 1.1 × 100 is more than 110 in binary fractions.
    assert.equal(inCents('1.1'), 110);
    assert.equal(inCents('8.005'), 801);
  });
  it('takes the limits themselves and nothing beyond, not even what would be rounded to them', () => {
    assert.equal(inCents('1'), 100);
    assert.equal(inCents('1000'), 100_000);
    assert.equal(inCents('0.999'), undefined);
    assert.equal(inCents('1000.001'), undefined);
  });
  for (const text of ['', ' ', 'ten', '-5', '1e2', '0x10', '1,000', '5 $', 'Infinity', '.'])
    it(`refuses "${text}"`, () => assert.equal(inCents(text), undefined));
  it('counts a currency without decimals in whole units', () => {
    assert.equal(readAmount('500', 'jpy', limits), 500);
    assert.equal(readAmount('99', 'jpy', limits), undefined);
  });
});

describe('amountHint', () => {
  it('is the agreed sentence for dollars, and names other currencies', () => {
    const limits = { least: 100, most: 100_000 };
    assert.equal(amountHint('usd', limits), 'Please enter an amount between $1 and $1,000');
    assert.equal(amountHint('eur', limits), 'Please enter an amount between EUR 1 and EUR 1,000');
  });
});
