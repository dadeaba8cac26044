import { ObserveStripeObject } from '../../src/domain/payment/stripe-observed.commands.js';
import { stripeObserved } from '../../src/domain/payment/stripe-observed.js';
import { streamOf } from '../../src/kernel/aggregate.js';
import { given } from '../support/given.js';
import { price, reference } from '../support/payment-story.js';

describe('an object that reconciliation has found', () => {
  const data = {
    objectId: 'du_1',
    state: 'lost',
    kind: 'dispute',
    reference,
    amount: price,
    fetchId: 'du_1',
  } as const;
  const observed = { type: 'StripeObjectObserved', data } as const;

  it('is recorded once', () => {
    given(stripeObserved).when(new ObserveStripeObject(data)).then(observed);
    given(stripeObserved, observed).when(new ObserveStripeObject(data)).thenNothing();
  });

  it('is recorded again in another state', () => {
    expect(streamOf(stripeObserved, new ObserveStripeObject({ ...data, state: 'open' }))).not.toBe(
      streamOf(stripeObserved, new ObserveStripeObject(data)),
    );
  });
});
