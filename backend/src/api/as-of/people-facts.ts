import { written } from '../../domain/currencies.js';
import { valueText } from '../../domain/trail/value-text.js';
import { type AccountDocument, shownReason } from '../../projections/accounts/accounts.js';
import type { PaymentDocument } from '../../projections/payments/payments.js';
import { maskedEmail } from '../http/email-address.js';
import { type FactValue, type Facts, text, thing, time, words, yesOrNo } from './fact-values.js';

/** Moderators see profile and sanctions, as in the audit trail. */
export function factsOfPerson(account: AccountDocument, isOwner: boolean): Facts {
  const { suspensions, socialLinks, notifications } = account;
  const wanted = Object.entries(notifications).flatMap(([name, isWanted]) => (isWanted ? [name] : []));
  return {
    'Anonymous name': text(account.username),
    'Display name': text(account.displayUsername),
    Bio: text(account.bio),
    Links: text(Object.values(socialLinks ?? {}).join(', ')),
    'Profile picture': yesOrNo(account.profilePictureUrl !== null),
    Strikes: text(account.strikes),
    Suspensions: text(suspensions.map(shownReason).join(' · ')),
    'Suspended until': suspendedUntil(suspensions),
    ...(isOwner && {
      Registered: time(account.createdAt),
      Email: text(maskedEmail(account.email)),
      'Email verified': yesOrNo(account.emailVerified),
      'Link to the back office': yesOrNo(account.isAdmin),
      'Optional mails': text(wanted.join(', ')),
      'Deletion is due': time(account.deletionDueAt),
    }),
  };
}

/** When the last suspension ends. */
function suspendedUntil(suspensions: AccountDocument['suspensions']): FactValue | null {
  if (suspensions.some(({ endsAt }) => endsAt === null)) return text('it is lifted');
  return time(
    suspensions
      .map(({ endsAt }) => endsAt)
      .toSorted()
      .at(-1) ?? null,
  );
}

export function factsOfPayment(payment: PaymentDocument): Facts {
  const { price, refunded, disputes } = payment;
  return {
    'Paid by': thing('person', payment.userId),
    For: words(payment.boostType === null ? payment.kind : `${payment.boostType} ${payment.kind}`),
    Price: text(written(price)),
    State: words(payment.state),
    'Needs an admin': yesOrNo(payment.needsAdmin),
    Started: time(payment.startedAt),
    Paid: time(payment.paidAt),
    'Checkout ends': time(payment.checkoutEndsAt),
    Refunded: text(written({ ...price, amount: refunded })),
    'Request for a refund': words(payment.refundRequest),
    'Problem with the refund': text(payment.refundProblem),
    Parked: text(payment.parked),
    Settled: words(payment.settled),
    Disputes: text(
      Object.entries(disputes)
        .map(([id, state]) => `${id}: ${state}`)
        .join(', '),
    ),
    'Warnings of fraud': text(payment.warnings),
    'Checkout session': thing('stripe', payment.sessionId),
    PaymentIntent: thing('stripe', payment.paymentIntentId),
    ...factsOfBoost(payment),
  };
}

export function factsOfBoost({ boost }: PaymentDocument): Facts {
  if (!boost) return {};
  return {
    Boost: words(boost.is),
    'On the post': thing('post', boost.postId),
    Granted: time(boost.grantedAt),
    Applied: time(boost.appliedAt),
    'Boost ends': time(boost.expiresAt),
    'Time left': text(boost.remainingMs === 0 ? null : valueText(boost.remainingMs, 'duration')),
    'Rank before': text(boost.rank?.before ?? null),
    'Rank after': text(boost.rank?.after ?? null),
    'Notified of its end': yesOrNo(boost.isNotified),
  };
}
