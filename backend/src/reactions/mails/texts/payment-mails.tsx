import type { BoostType } from '../../../domain/boosts/boost-facts.js';
import { written, type Money } from '../../../domain/money.js';
import type { Purpose } from '../../../domain/payment/payment-facts.js';
import type { MailContent, Sender } from './mail-content.js';
import { Paragraph } from './mail-paragraphs.js';
import { type Words, renderMail } from './render-mail.js';
import { writtenMoment } from './written-dates.js';

/** The footer of mails about payments, which are sent even if the owner has switched mails off. */
const ABOUT_A_PAYMENT = {
  reason: 'You get this mail because it is about a payment that you made at Footnote.',
  stop: 'Stop all mails except those about payments and your account’s safety',
} satisfies Pick<Words, 'reason' | 'stop'>;

const SETTINGS = ['See your payments', '/account/settings'] as const;

/** What a payment is for, as a person says it. */
function thing(purpose: Purpose): string {
  if (purpose.kind === 'donation') return 'donation';
  return purpose.boostType === 'mega' ? 'Mega Boost' : 'Regular Boost';
}

function paymentMail(sender: Sender, subject: string, lines: readonly string[]): Promise<MailContent> {
  return renderMail(sender, {
    subject,
    preview: lines[0] ?? subject,
    heading: subject,
    children: lines.map((line) => <Paragraph key={line}>{line}</Paragraph>),
    button: SETTINGS,
    ...ABOUT_A_PAYMENT,
  });
}

export function paidMail(sender: Sender, purpose: Purpose, price: Money): Promise<MailContent> {
  const paid = `We received ${written(price)} for your ${thing(purpose)}.`;
  if (purpose.kind === 'donation') {
    return paymentMail(sender, 'Thank you for your donation', [
      paid,
      'Donations keep Footnote running. They do not change any rank.',
    ]);
  }
  return paymentMail(sender, `Your ${thing(purpose)} is paid`, [
    paid,
    purpose.postId === null
      ? 'It is unused and waits in your account. You can apply it to any of your posts.'
      : 'It is applied to your post if the post can be boosted now. Otherwise it waits in your account.',
  ]);
}

/** A payment failed after the checkout. */
export function paymentFailedMail(sender: Sender, purpose: Purpose): Promise<MailContent> {
  return paymentMail(sender, 'Your payment failed', [
    `The payment for your ${thing(purpose)} was not completed, so nothing was charged.`,
    'You can try again at any time.',
  ]);
}

/** Money was given back, or could not be. */
export function refundMail(
  sender: Sender,
  purpose: Purpose,
  { amount, isFailed }: { readonly amount: Money; readonly isFailed: boolean },
): Promise<MailContent> {
  if (isFailed) {
    return paymentMail(sender, 'Your refund did not arrive', [
      `The refund of ${written(amount)} for your ${thing(purpose)} failed. We will look into it.`,
    ]);
  }
  return paymentMail(sender, 'Your refund is on its way', [
    `We refunded ${written(amount)} for your ${thing(purpose)}. It can take 5 to 10 business days to arrive.`,
  ]);
}

export function refundDeclinedMail(sender: Sender, purpose: Purpose, reason: string): Promise<MailContent> {
  return paymentMail(sender, 'Your refund request was decided', [
    `We did not refund your ${thing(purpose)}: ${reason}`,
    'It is still yours, and you can use it.',
  ]);
}

export function disputeMail(
  sender: Sender,
  purpose: Purpose,
  state: 'open' | 'won' | 'lost',
): Promise<MailContent> {
  if (state === 'open') {
    return paymentMail(sender, 'Your payment is disputed', [
      `Your bank disputes the payment for your ${thing(purpose)}.`,
      'Until it is decided your account is suspended: you can read, but not publish, rate, like, comment or buy.',
    ]);
  }
  if (state === 'won') {
    return paymentMail(sender, 'The dispute was decided', [
      `The payment for your ${thing(purpose)} stands. The suspension is lifted, and what you bought is yours again.`,
    ]);
  }
  return paymentMail(sender, 'The dispute was decided', [
    `Your bank took back the payment for your ${thing(purpose)}. We will write to you about your account.`,
  ]);
}

/** A boost ends within the hour. */
export function boostEndingMail(
  sender: Sender,
  {
    boostType,
    postId,
    expiresAt,
  }: { readonly boostType: BoostType; readonly postId: string; readonly expiresAt: Date },
): Promise<MailContent> {
  const subject = `Your ${thing({ kind: 'boost', boostType, postId })} ends soon`;
  return renderMail(sender, {
    subject,
    preview: `It ends on ${writtenMoment(expiresAt)}.`,
    heading: subject,
    children: (
      <Paragraph>{`It ends on ${writtenMoment(expiresAt)}. After that your post is ranked by its rating.`}</Paragraph>
    ),
    button: ['See the post', `/post/${postId}`],
    reason:
      'You get this mail because notifications about boosts are switched on in your settings at Footnote.',
    stop: 'Stop mails like this one',
  });
}
