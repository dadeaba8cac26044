import { CURRENCIES, decimalsOf, written } from '../../src/domain/currencies.js';

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

describe('the currencies', () => {
  it('are codes in lower case, each once', () => {
    expect(CURRENCIES.filter((code) => !/^[a-z]{3}$/.test(code))).toEqual([]);
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
  });

  it('include 15 whose smallest unit is the whole one', () => {
    expect(CURRENCIES.filter((code) => decimalsOf(code) === 0)).toHaveLength(15);
  });

  it.each(['bhd', 'jod', 'kwd', 'omr', 'tnd', 'isk', 'ugx'])(
    'leave out %s, which takes round amounts only',
    (code) => {
      expect(CURRENCIES).not.toContain(code);
    },
  );
});
