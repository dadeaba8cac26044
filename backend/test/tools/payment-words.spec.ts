import { UsageError } from '../../src/tools/command-line.js';
import { wishOf, sinceOf } from '../../src/tools/argument-values.js';

describe('--since', () => {
  const now = new Date('2026-11-21T12:00:00.000Z');

  it.each([
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000Z'],
    ['2026-11-01T10:30+02:00', '2026-11-01T08:30:00.000Z'],
  ])('can be %s', (text, time) => {
    expect(sinceOf(text, now).toISOString()).toBe(time);
  });

  it.each([
    [undefined, '--since is missing.'],
    ['yesterday', 'This is not a date: yesterday'],
    ['2026', 'This is not a date: 2026'],
    ['2026-13-01', 'This is not a date: 2026-13-01'],
    ['2026-06-31', 'This is not a date: 2026-06-31'],
    ['2026-06-01T10:00', 'This is not a date: 2026-06-01T10:00'],
    ['2026-11-21T12:00:01Z', 'The date is in the future.'],
  ])('cannot be %s', (text, complaint) => {
    expect(() => sinceOf(text, now)).toThrow(new UsageError(complaint));
  });
});

describe('what to do about a payment', () => {
  const admin = 'ann';
  const by = { reference: 'r1', admin, amount: null, reason: 'A test.' };

  it.each([
    [['grant', 'r1', ' A test. '], { admin }, { ...by, act: 'grant' }],
    [['refund', 'r1', 'A test.'], { admin }, { ...by, act: 'refund' }],
    [['observe', 'r1'], { admin }, { ...by, act: 'observe', reason: '' }],
    [['settle', 'ch_1', 'A test.'], { admin }, { ...by, reference: 'ch_1', act: 'settle' }],
    [['refund', 'r1', 'A test.'], { admin, amount: '199' }, { ...by, act: 'refund', amount: 199 }],
  ])('is read from %j %j', (words, options, wish) => {
    expect(wishOf(options, words)).toEqual(wish);
  });

  const WHOLE = '--amount is a whole number of the smallest unit, such as 199 for USD 1.99.';
  it.each([
    [[], {}, 'Name what to do: grant, refund, observe or settle.'],
    [['list'], { admin }, 'Name what to do: grant, refund, observe or settle.'],
    [['grant'], { admin }, 'The reference of the payment, or the id at Stripe, is missing.'],
    [['settle', 'ch_1'], { admin }, 'The reason is missing: it stands in the event log.'],
    [['observe', 'r1'], { admin, amount: '1' }, '--amount does not belong here.'],
    [['grant', 'r1'], { admin }, 'The reason is missing: it stands in the event log.'],
    [['grant', 'r1', ' '], { admin }, 'The reason is missing: it stands in the event log.'],
    [['grant', 'r1', 'x'.repeat(501)], { admin }, 'A reason has at most 500 characters.'],
    [['grant', 'r1', 'A', 'test.'], { admin }, 'Please put the reason in quotation marks.'],
    [['grant', 'r1', 'A test.'], {}, '--admin is missing or not a name.'],
    [['grant', 'r1', 'A test.'], { admin: 'ann@example.org' }, '--admin is missing or not a name.'],
    [['grant', 'r1', 'A test.'], { admin, amount: '1' }, '--amount does not belong here.'],
    [['refund', 'r1', 'A test.'], { admin, amount: '1.99' }, WHOLE],
    [['refund', 'r1', 'A test.'], { admin, amount: '0' }, WHOLE],
  ])('is refused: %j %j', (words, options, complaint) => {
    expect(() => wishOf(options, words)).toThrow(new UsageError(complaint));
  });
});
