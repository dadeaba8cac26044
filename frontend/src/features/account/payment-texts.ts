import type { Boost, OwnPayment } from '../../api/generated/schema.d.ts';
import { boostNames, isPartlyUsed } from '../../lib/boosts.ts';
import { formatDate, formatMinute } from '../../lib/dates.ts';
import { formatDuration } from '../../lib/durations.ts';
import { formatMoney } from '../../lib/money.ts';
import { counted } from '../../lib/wording.ts';

export const paymentStates: Readonly<Record<OwnPayment['status'], string>> = {
  started: 'Not paid yet',
  pending: 'On its way',
  paid: 'Paid',
  failed: 'Payment failed',
  expired: 'Not paid, expired',
  parked: 'Being checked',
  refunded: 'Refunded',
  disputed: 'Disputed',
  'charged back': 'Charged back',
};

export function paymentTitle({ boostType }: Pick<OwnPayment, 'boostType'>): string {
  return boostType === null ? 'Donation' : boostNames[boostType];
}

/** The state of a boost, as a sentence. */
export function boostText(boost: Boost): string {
  const { state, expiresAt, remainingMs } = boost;
  switch (state) {
    case 'unclaimed':
      return isPartlyUsed(boost) ? `Unused: ${formatDuration(remainingMs)} left.` : 'Unused.';
    case 'active':
      return expiresAt === null ? 'On your post now.' : `On your post until ${formatMinute(expiresAt)}.`;
    case 'held':
      return `On hold, keeps its ${formatDuration(remainingMs)}.`;
    case 'ended':
      return expiresAt === null ? 'Ended.' : `Ended on ${formatDate(expiresAt)}.`;
    case 'revoked':
      return 'Taken back.';
  }
}

/** What was given back, what was asked for, and what to expect; each a sentence. */
export function refundTexts(payment: OwnPayment): string[] {
  const { refunded, refundRequest, canRequestRefund, refundableUntil, status, price } = payment;
  const texts: string[] = [];
  if (refunded) {
    texts.push(`${formatMoney(refunded)} of ${formatMoney(price)} refunded.`);
  }
  if (refundRequest === 'open')
    texts.push('You have requested a refund: we answer within 5 to 10 business days.');
  if (refundRequest === 'declined') texts.push('Your request for a refund was declined.');
  if (canRequestRefund && refundableUntil)
    texts.push(`Can be refunded until ${formatMinute(refundableUntil)}.`);
  if (status === 'pending') texts.push('Your bank has not confirmed it yet, which can take a few days.');
  if (status === 'disputed') texts.push('Your bank or card issuer decides about it.');
  if (status === 'charged back') texts.push('Your bank or card issuer has given you the money back.');
  if (status === 'parked') texts.push('Something about it does not fit, so a person checks it.');
  return texts;
}

/** What a boost has brought, as a list of figures. */
export function broughtTexts(brought: NonNullable<OwnPayment['brought']>): string[] {
  const { hours, rankBefore, rankDuring, ratings, likes } = brought;
  return [
    `${counted(hours, 'hour')} on the board`,
    ...(rankBefore === null ? [] : [`rank before: ${rankBefore}`]),
    ...(rankDuring === null ? [] : [`rank during: ${rankDuring}`]),
    counted(ratings, 'rating'),
    counted(likes, 'like'),
  ];
}
