import { written } from '../../src/domain/money.js';
import { pricesIn } from '../../src/domain/payment/prices.js';

describe('an amount of money', () => {
  it.each([
    [{ amount: 199, currency: 'usd' }, 'USD 1.99'],
    [{ amount: 5, currency: 'eur' }, 'EUR 0.05'],
    [{ amount: 100_000, currency: 'usd' }, 'USD 1000.00'],
    [{ amount: 199, currency: 'jpy' }, 'JPY 199'],
  ])('is written with the code of its currency: %j', (money, text) => {
    expect(written(money)).toBe(text);
  });

  it('is a price of whole yen', () => {
    expect(pricesIn('jpy').boosts).toEqual({ regular: 290, mega: 1490 });
  });
});
