import { NOBODY } from '../../src/domain/admin/person.js';
import { DIFFERENCE_KINDS } from '../../src/domain/payment/reconciliation.js';
import { isSettled, stateIn, StripeObserved, waysOut } from '../../src/domain/payment/stripe-observed.js';
import { evolveAll, streamOf, type AnyAggregate } from '../../src/kernel/aggregate.js';
import { given } from '../support/given.js';
import { price, reference, unheard } from '../support/payment-story.js';

describe('an object that reconciliation has found', () => {
  const data = {
    objectId: 'du_1',
    state: 'lost',
    kind: 'dispute',
    reference,
    amount: price,
    fetchId: 'du_1',
    actId: null,
  } as const;
  const observed = { type: 'StripeObjectObserved', data } as const;

  it('is recorded once', () => {
    given(StripeObserved).when(StripeObserved.ObserveStripeObject(data)).then(observed);
    given(StripeObserved, observed).when(StripeObserved.ObserveStripeObject(data)).thenNothing();
  });

  it('is recorded again in another state', () => {
    expect(streamOf(StripeObserved, StripeObserved.ObserveStripeObject({ ...data, state: 'open' }))).not.toBe(
      streamOf(StripeObserved, StripeObserved.ObserveStripeObject(data)),
    );
  });

  it('is asked for again by each act of an admin', () => {
    const asked = { ...data, actId: 'a1' };
    given(StripeObserved, observed)
      .when(StripeObserved.ObserveStripeObject(asked))
      .then({ type: 'StripeObjectObserved', data: asked });
    given(StripeObserved, { type: 'StripeObjectObserved', data: asked })
      .when(StripeObserved.ObserveStripeObject(asked))
      .thenNothing();
  });
});

describe('a difference', () => {
  const paid = unheard.provider;
  const decider = NOBODY;
  const { state: _, ...data } = unheard;
  const settled = { type: 'StripeDifferenceSettled', data } as const;

  it('is settled once', () => {
    const settle = StripeObserved.SettleDifference({ ...unheard, decider });
    given(StripeObserved).when(settle).then(settled);
    given(StripeObserved, settled).when(settle).thenNothing();
    given(StripeObserved, settled)
      .when(StripeObserved.SettleDifference({ ...unheard, actId: 'a2', decider }))
      .thenRejected('This difference is settled already.', 'conflict');
  });

  it('is not settled where that ends nothing', () =>
    given(StripeObserved)
      .when(StripeObserved.SettleDifference({ ...unheard, kind: 'not readable', decider }))
      .thenRejected(waysOut({ kind: 'not readable', object: 'charge', log: null }).says, 'conflict'));

  it('counts as settled as long as both sides are as they were', () => {
    const state = evolveAll(StripeObserved as unknown as AnyAggregate, StripeObserved.initial, [
      { ...settled, metadata: { at: '' } },
    ]) as typeof StripeObserved.initial;
    const { kind, provider, log } = unheard;
    const more = { amount: { ...price, amount: price.amount + 1 }, state: 'paid' };
    expect(
      [
        { kind, provider, log },
        { kind, provider: more, log },
        { kind, provider: { ...paid, amount: null }, log },
        { kind, provider: null, log },
        { kind, provider, log: paid },
        { kind: 'state differs' as const, provider, log },
      ].map((one) => isSettled(one, state)),
    ).toEqual([true, false, false, false, false, false]);
  });

  it('is in the stream of its object and state', () => {
    expect(stateIn({ amount: null, state: 'inquiry closed' })).toBe('inquiry_closed');
    expect(stateIn(null)).toBe('nothing');
  });

  it('of each kind has an act that ends it, or a sentence why none can', () => {
    const both = { observe: true, settle: true };
    const settle = { observe: false, settle: true };
    const none = { observe: false, settle: false };
    const expected: Record<(typeof DIFFERENCE_KINDS)[number], object> = {
      'not in the log': both,
      'not at the provider': settle,
      'currency differs': settle,
      'amount differs': settle,
      'state differs': both,
      'event parked': settle,
      'not readable': none,
    };
    for (const kind of DIFFERENCE_KINDS) {
      expect(waysOut({ kind, object: 'charge', log: null })).toEqual({
        ...expected[kind],
        says: expect.stringMatching(/\.$/),
      });
    }
    expect(waysOut({ kind: 'not in the log', object: 'event', log: null })).toMatchObject(none);
    const parked = { amount: null, state: 'parked' };
    expect(waysOut({ kind: 'state differs', object: 'charge', log: parked })).toEqual({
      ...none,
      says: 'Its payment is parked: grant, refund or dismiss that.',
    });
  });
});
