import { UsageError } from '../../src/tools/command-line.js';
import { wishOf } from '../../src/tools/payments-words.js';
import { sinceOf } from '../../src/tools/reconcile-words.js';

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
  const by = { reference: 'r1', admin };

  it.each([
    [['list'], { json: true }, 'list'],
    [['grant', 'r1'], { admin }, { ...by, act: 'grant', note: '' }],
    [['refund', 'r1'], { admin }, { ...by, act: 'refund', amount: null }],
    [['refund', 'r1'], { admin, amount: '199' }, { ...by, act: 'refund', amount: 199 }],
    [
      ['resolve', 'r1'],
      { admin, decline: 'It was used.' },
      { ...by, act: 'decline', reason: 'It was used.' },
    ],
    [['resolve', 'r1'], { admin, dismiss: 'A test.' }, { ...by, act: 'dismiss', note: 'A test.' }],
    [
      ['resolve', 'evt_1'],
      { admin, dismiss: 'A test.' },
      { admin, reference: 'evt_1', act: 'dismiss event', note: 'A test.' },
    ],
    [
      ['resolve', 'r1'],
      { admin, warnings: 'A friend.' },
      { ...by, act: 'dismiss warnings', note: 'A friend.' },
    ],
    [
      ['resolve', 'r1'],
      { admin, dispute: 'du_1', keep: true, note: 'A friend.' },
      { ...by, act: 'dispute', disputeId: 'du_1', boost: 'kept', note: 'A friend.' },
    ],
    [
      ['resolve', 'r1'],
      { admin, dispute: 'du_1', revoke: true },
      { ...by, act: 'dispute', disputeId: 'du_1', boost: 'revoked', note: '' },
    ],
  ])('is read from %j %j', (words, options, wish) => {
    expect(wishOf(options, words)).toEqual(wish);
  });

  it.each([
    [[], {}, 'Name what to do: list, grant, refund or resolve.'],
    [['give', 'r1'], { admin }, 'Unknown act: give'],
    [['grant', 'r1', 'r2'], { admin }, 'Unknown argument: r2'],
    [['grant'], { admin }, 'The reference of the payment is missing.'],
    [['grant', 'r1'], {}, '--admin is missing or not a name.'],
    [['grant', 'r1'], { admin: 'ann@example.org' }, '--admin is missing or not a name.'],
    [['grant', 'r1'], { admin, amount: '1' }, '--amount does not belong here.'],
    [['refund', 'r1'], { admin, note: 'a' }, '--note does not belong here.'],
    [
      ['refund', 'r1'],
      { admin, amount: '1.99' },
      '--amount is a whole number of the smallest unit, such as 199 for USD 1.99.',
    ],
    [
      ['refund', 'r1'],
      { admin, amount: '0' },
      '--amount is a whole number of the smallest unit, such as 199 for USD 1.99.',
    ],
    [['resolve', 'r1'], { admin }, 'resolve takes one of --decline, --dismiss, --warnings and --dispute.'],
    [['resolve', 'r1'], { admin, dismiss: ' ' }, '--dismiss needs a reason: it stands in the event log.'],
    [['resolve', 'r1'], { admin, warnings: '' }, '--warnings needs a reason: it stands in the event log.'],
    [
      ['resolve', 'r1'],
      { admin, decline: 'a', dismiss: 'b' },
      'resolve takes one of --decline, --dismiss, --warnings and --dispute.',
    ],
    [['resolve', 'r1'], { admin, decline: ' ' }, '--decline needs a reason: the buyer reads it.'],
    [['resolve', 'r1'], { admin, dismiss: 'b', keep: true }, '--keep does not belong here.'],
    [['resolve', 'r1'], { admin, dispute: 'du_1' }, '--dispute takes either --keep or --revoke.'],
    [
      ['resolve', 'r1'],
      { admin, dispute: 'du_1', keep: true, revoke: true },
      '--dispute takes either --keep or --revoke.',
    ],
    [['list'], { admin }, '--admin does not belong here.'],
    [['list', 'r1'], {}, 'list takes no reference.'],
  ])('is refused: %j %j', (words, options, complaint) => {
    expect(() => wishOf(options, words)).toThrow(new UsageError(complaint));
  });
});
