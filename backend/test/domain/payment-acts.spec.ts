import type { StartedPayment } from '../../src/domain/payment/payment-state.js';
import { possibleActs } from '../../src/domain/payment/payment-acts.js';
import { Payment } from '../../src/domain/payment/payment.js';
import { evolveAll } from '../../src/kernel/aggregate.js';
import { given } from '../support/given.js';
import {
  AT,
  act,
  type Happening,
  confirmed,
  decider,
  disputed,
  facts,
  parked,
  reference,
  refundBegun,
  refunded,
  started,
} from '../support/payment-story.js';
import { someone } from '../support/roles.js';

const asked: Happening = { type: 'RefundRequested', data: { ...facts, requestId: 'q1' } };
const opened: Happening = {
  type: 'CheckoutOpened',
  data: { reference, sessionId: 'cs_1', url: 'https://x.example' },
};
const warned: Happening = { type: 'FraudWarned', data: { ...facts, warningId: 'w1' } };
const rejected: Happening = { type: 'RefundRejected', data: { reference, refundId: 'f1', reason: 'x' } };
const settled = (outcome: 'granted' | 'dismissed'): Happening => ({
  type: 'PaymentResolved',
  data: { reference, actId: 'a1', outcome, note: 'x' },
});
const grant = { reference, note: 'x', paid: null, isBuyerDeleted: false, ...act };

describe('what may be done about a payment', () => {
  const after = (...history: readonly Happening[]) =>
    evolveAll(
      Payment as never,
      Payment.initial,
      [started, ...history].map((event) => ({ ...event, metadata: { at: AT } })),
    ) as StartedPayment;
  const facing = { decider, isBuyerDeleted: false, isRefundAsked: false };
  const nothing = {
    observe: false,
    grant: false,
    dismiss: false,
    decline: false,
    refund: false,
    mostRefundable: null,
    disputes: [],
    dismissWarnings: false,
  };
  const usd = (amount: number) => ({ amount, currency: 'usd' });
  const paid = { ...nothing, refund: true, mostRefundable: usd(199) };

  it.each<[string, Happening[], object]>([
    ['not paid', [], nothing],
    ['at the checkout', [opened], { ...nothing, observe: true }],
    ['paid', [confirmed], paid],
    ['parked before anything was paid', [parked('x', null)], { ...nothing, dismiss: true }],
    ['parked', [parked('x')], { ...nothing, grant: true, dismiss: true, refund: true }],
    ['refunded in vain', [confirmed, refundBegun(50), rejected], { ...paid, dismiss: true }],
    [
      'refunded in vain at last',
      [confirmed, refundBegun(50), refunded(50, 'failed', 0)],
      { ...paid, dismiss: true },
    ],
    [
      'refunded in vain, which was dismissed',
      [confirmed, refundBegun(50), rejected, settled('dismissed')],
      paid,
    ],
    [
      'refunded in vain before it was granted',
      [confirmed, parked('x'), refundBegun(50), rejected, settled('granted')],
      { ...paid, dismiss: true },
    ],
    ['refunded in part', [confirmed, refunded(50, 'succeeded', 50)], { ...paid, mostRefundable: usd(149) }],
    ['refunded', [confirmed, refunded(199, 'succeeded', 199)], nothing],
    ['being refunded', [confirmed, refundBegun(50)], nothing],
    ['to be refunded', [confirmed, asked], { ...paid, decline: true }],
    ['asked about by a bank', [confirmed, disputed('inquiry')], paid],
    ['disputed', [confirmed, disputed('open')], nothing],
    ['disputed in vain', [confirmed, disputed('won')], paid],
    ['charged back', [confirmed, disputed('lost')], { ...nothing, disputes: ['d1'] }],
    ['suspected', [confirmed, warned], { ...paid, dismissWarnings: true }],
  ])('depends on its state: %s', (_, history, acts) =>
    expect(possibleActs(after(...history), facing)).toEqual(acts),
  );

  it('depends on who asks, and on the buyer', () => {
    const all = after(confirmed, parked('x'), asked, warned, disputed('lost'));
    expect(possibleActs(all, { ...facing, decider: someone('ann') })).toEqual(nothing);
    expect(possibleActs(all, { ...facing, decider: someone('bob') })).toMatchObject({ grant: true });
    expect(possibleActs(all, { ...facing, isRefundAsked: true })).toMatchObject({
      grant: true,
      refund: false,
      mostRefundable: null,
    });
    expect(possibleActs(after(parked('x')), { ...facing, isBuyerDeleted: true })).toMatchObject({
      grant: false,
      refund: true,
    });
  });
});

describe('a decision about a payment', () => {
  const own = { actId: 'a1', decider: someone('ann') };

  it.each([
    Payment.GrantPayment({ ...grant, ...own }),
    Payment.DismissPayment({ reference, note: 'x', ...own }),
    Payment.DeclineRefund({ reference, reason: 'x', ...own }),
    Payment.StartRefund({
      reference,
      refundId: 'f2',
      amount: null,
      paid: null,
      begun: null,
      reason: 'x',
      inTerminal: false,
      decider: own.decider,
    }),
    Payment.ResolveDispute({ reference, disputeId: 'd1', boost: 'kept', note: 'x', ...own }),
    Payment.DismissFraudWarnings({ reference, note: 'x', ...own }),
  ])('is not for the buyer: %p', (command) =>
    given(Payment, started, confirmed, parked('x'), asked, warned, disputed('lost'))
      .when(command)
      .thenRejected('You cannot decide about your own payment. Another admin has to.', 'forbidden'),
  );

  it.each(['open', 'lost'] as const)('refunds nothing that a dispute took: %s', (state) =>
    given(Payment, started, confirmed, disputed(state))
      .when(
        Payment.StartRefund({
          reference,
          refundId: 'f2',
          amount: null,
          paid: null,
          begun: null,
          reason: 'x',
          inTerminal: true,
          decider,
        }),
      )
      .thenRejected('A dispute took the money back. It cannot be refunded, too.', 'conflict'),
  );

  it('dismisses a refund that failed, once', () => {
    const dismiss = Payment.DismissPayment({ reference, note: 'Paid in cash.', actId: 'a2', decider });
    const dismissed = { reference, actId: 'a2', outcome: 'dismissed', note: 'Paid in cash.' } as const;
    const failed = given(Payment, started, confirmed, refundBegun(50), rejected);
    failed.when(dismiss).then({ type: 'PaymentResolved', data: dismissed });
    given(Payment, started, confirmed, refundBegun(50), rejected, settled('dismissed'))
      .when(dismiss)
      .thenRejected('This payment is not parked.', 'conflict');
  });

  it('does not grant to a deleted account', () =>
    given(Payment, started, parked('x'))
      .when(Payment.GrantPayment({ ...grant, isBuyerDeleted: true }))
      .thenRejected('The account of the buyer is deleted. Please refund the payment.', 'conflict'));
});

describe('a mail about a payment', () => {
  it('is recorded once', () => {
    const mail = { reference, mailId: 'm1', about: 'PaymentConfirmed' };
    const queued: Happening = { type: 'PaymentMailQueued', data: mail };
    given(Payment, started, confirmed).when(Payment.RecordPaymentMail(mail)).then(queued);
    given(Payment, started, confirmed, queued).when(Payment.RecordPaymentMail(mail)).thenNothing();
  });
});
