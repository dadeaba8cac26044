import { type Evolve, Rejected, type Rules } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { id, list, nullable, oneOf, text } from '../../kernel/field.js';
import { refuseOwnPayment } from '../moderation/self-decision.js';
import { Dispute, DisputeState, aboutPayment, actOf, actSince2, paymentOf } from './payment-facts.js';
import {
  type Act,
  type OfPayment,
  type PaymentState,
  factsOf,
  openWarningsOf,
  requireStarted,
  withAct,
} from './payment-state.js';

/** Disputes and warnings of fraud. */

export const disputeEvents = {
  /** A dispute as the provider shows it; `before` is the state that we saw before. */
  DisputeObserved: event(
    { ...paymentOf, ...Dispute.properties, before: nullable(DisputeState) },
    '{actor} reported {disputeId} about {amount|money} of {reference} ({reason|words}): from {before|words?new} to {state|words}.',
    { ...aboutPayment, disputeId: 'stripe' },
  ),
  /** An admin has decided what a lost dispute means. The account is no longer suspended for it. */
  DisputeResolved: event(
    { ...paymentOf, ...actOf, disputeId: id, boost: oneOf('kept', 'revoked'), note: text },
    '{actor} decided the lost {disputeId} about {reference}: boost {boost|words}.',
    { ...aboutPayment, disputeId: 'stripe', actId: 'act' },
    actSince2,
  ),
  /** The card's bank suspects fraud. */
  FraudWarned: event(
    { ...paymentOf, warningId: id },
    '{actor} reported {warningId}: the bank of the card suspected fraud in {reference}.',
    { ...aboutPayment, warningId: 'stripe' },
  ),
  /** An admin has looked at these warnings and settled them, and says why. */
  FraudWarningsDismissed: event(
    { ...paymentOf, ...actOf, warningIds: list(id), note: text },
    '{actor} settled the warnings of fraud {warningIds} about {reference}.',
    { ...aboutPayment, warningIds: 'stripe', actId: 'act' },
    actSince2,
  ),
};

export const disputeFolds = {
  DisputeObserved: (payment, { disputeId, state, reason, amount, isWithdrawn }) => ({
    ...payment,
    disputes: { ...payment.disputes, [disputeId]: { disputeId, state, reason, amount, isWithdrawn } },
  }),
  DisputeResolved: (payment, { disputeId, boost, actId }) => ({
    ...payment,
    acts: withAct(payment, actId),
    resolvedDisputes: { ...payment.resolvedDisputes, [disputeId]: boost },
  }),
  FraudWarned: (payment, { warningId }) => ({ ...payment, warnings: [...payment.warnings, warningId] }),
  FraudWarningsDismissed: (payment, { warningIds, actId }) => ({
    ...payment,
    acts: withAct(payment, actId),
    dismissedWarnings: [...payment.dismissedWarnings, ...warningIds],
  }),
} satisfies Evolve<PaymentState, typeof disputeEvents>;

export interface DisputeResolution extends Act {
  readonly disputeId: string;
  readonly boost: 'kept' | 'revoked';
  readonly note: string;
}

export interface DisputeObservation extends OfPayment, Dispute {}

export interface FraudWarning extends OfPayment {
  readonly warningId: string;
}

export interface WarningsDismissal extends Act {
  readonly note: string;
}

export const disputeRules = {
  /** What the provider shows of a dispute. */
  ObserveDispute({ disputeId, state, reason, amount, isWithdrawn }: DisputeObservation, payment) {
    requireStarted(payment);
    const known = payment.disputes[disputeId];
    if (known) {
      if (DISPUTE_ORDER[state] < DISPUTE_ORDER[known.state]) return [];
      if (state === known.state && isWithdrawn === known.isWithdrawn) return [];
    }
    const dispute = { disputeId, state, reason, amount, isWithdrawn };
    const before = known?.state ?? null;
    return [{ type: 'DisputeObserved', data: { ...factsOf(payment), ...dispute, before } }];
  },

  /** Decide what a lost dispute means for the boost, and lift the suspension. Idempotent by the dispute. */
  ResolveDispute({ actId, disputeId, boost, note, decider }: DisputeResolution, payment) {
    requireStarted(payment);
    if (payment.acts.includes(actId)) return [];
    refuseOwnPayment(decider, payment.started.userId);
    if (payment.disputes[disputeId]?.state !== 'lost') {
      throw new Rejected('conflict', 'Only a lost dispute can be resolved.');
    }
    const decided = payment.resolvedDisputes[disputeId];
    if (decided) throw new Rejected('conflict', `This dispute was decided already: ${decided}.`);
    return [{ type: 'DisputeResolved', data: { ...factsOf(payment), actId, disputeId, boost, note } }];
  },

  /** The provider passes on a warning of the card's bank. */
  ObserveFraudWarning({ warningId }: FraudWarning, payment) {
    requireStarted(payment);
    if (payment.warnings.includes(warningId)) return [];
    return [{ type: 'FraudWarned', data: { ...factsOf(payment), warningId } }];
  },

  /** Settle the warnings that are not settled yet. */
  DismissFraudWarnings({ actId, note, decider }: WarningsDismissal, payment) {
    requireStarted(payment);
    if (payment.acts.includes(actId)) return [];
    refuseOwnPayment(decider, payment.started.userId);
    const warningIds = openWarningsOf(payment);
    if (warningIds.length === 0) throw new Rejected('conflict', 'There is no open warning of fraud.');
    return [{ type: 'FraudWarningsDismissed', data: { ...factsOf(payment), actId, warningIds, note } }];
  },
} satisfies Rules<PaymentState, typeof disputeEvents>;

/** A state never goes back to one with a lower number: an older notice changes nothing. */
export const DISPUTE_ORDER: Readonly<Record<DisputeState, number>> = {
  inquiry: 0,
  'inquiry closed': 1,
  open: 2,
  lost: 3,
  // An appeal can win a lost dispute.
  won: 4,
};
