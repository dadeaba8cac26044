import { written } from '../../src/domain/money.js';

describe('an amount of money', () => {
  it.each([
    [{ amount: 199, currency: 'usd' }, 'USD 1.99'],
    [{ amount: 5, currency: 'eur' }, 'EUR 0.05'],
    [{ amount: 100_000, currency: 'usd' }, 'USD 1000.00'],
    [{ amount: 199, currency: 'jpy' }, 'JPY 199'],
  ])('is written with the code of its currency: %j', (money, text) => {
    expect(written(money)).toBe(text);
  });
});
