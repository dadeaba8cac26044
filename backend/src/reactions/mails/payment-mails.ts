import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { written } from '../../domain/money.js';
import type { Purpose } from '../../domain/payment/payment-facts.js';
import { Payment } from '../../domain/payment/payment.js';
import { type Letters, MailReaction } from './mail-reaction.js';
import { MailSender, toOwner } from './mail-sender.js';
import { writtenMoment } from './texts/written-dates.js';

/** What a payment is for, as a person says it. */
function thing(purpose: Purpose): string {
  if (purpose.kind === 'donation') return 'donation';
  return purpose.boostType === 'mega' ? 'Mega Boost' : 'Regular Boost';
}

const toPayer = (userId: string | null, subject: string, ...lines: readonly string[]) =>
  toOwner(userId, () => ({
    subject,
    lines,
    button: ['See your payments', '/account/settings'],
    footer: 'payment',
  }));

const LETTERS: Letters = {
  PaymentConfirmed: ({ data: { userId, purpose, price } }) => {
    const paid = `We received ${written(price)} for your ${thing(purpose)}.`;
    if (purpose.kind === 'donation') {
      const use = 'Donations keep Footnote running. They do not change any rank.';
      return toPayer(userId, 'Thank you for your donation', paid, use);
    }
    const where =
      purpose.postId === null
        ? 'It is unused and waits in your account. You can apply it to any of your posts.'
        : 'It is applied to your post if the post can be boosted now. Otherwise it waits in your account.';
    return toPayer(userId, `Your ${thing(purpose)} is paid`, paid, where);
  },
  PaymentFailed: ({ data: { userId, purpose, because } }) => {
    // A checkout page that expires is one that the person left.
    if (because !== 'failed') return null;
    const what = `The payment for your ${thing(purpose)} was not completed, so nothing was charged.`;
    return toPayer(userId, 'Your payment failed', what, 'You can try again at any time.');
  },
  RefundObserved: ({ data: { userId, purpose, amount, state, before } }) => {
    const refund = `${written(amount)} for your ${thing(purpose)}`;
    if (state === 'failed' || state === 'canceled') {
      const what = `The refund of ${refund} failed. We will look into it.`;
      return toPayer(userId, 'Your refund did not arrive', what);
    }
    if (before !== null) return null;
    const what = `We refunded ${refund}. It can take 5 to 10 business days to arrive.`;
    return toPayer(userId, 'Your refund is on its way', what);
  },
  RefundDeclined: ({ data: { userId, purpose, reason } }) => {
    const what = `We did not refund your ${thing(purpose)}: ${reason}`;
    return toPayer(userId, 'Your refund request was decided', what, 'It is still yours, and you can use it.');
  },
  DisputeObserved: ({ data: { userId, purpose, state, before } }) => {
    if (state === before) return null;
    const payment = `the payment for your ${thing(purpose)}`;
    if (state === 'open') {
      return toPayer(
        userId,
        'Your payment is disputed',
        `Your bank disputes ${payment}.`,
        'Until it is decided your account is suspended: you can read, but not publish, rate, like, comment or buy.',
      );
    }
    const subject = 'The dispute was decided';
    if (state === 'lost') {
      const what = `Your bank took back ${payment}. We will write to you about your account.`;
      return toPayer(userId, subject, what);
    }
    if (state !== 'won') return null;
    const what = `The payment for your ${thing(purpose)} stands. The suspension is lifted, and what you bought is yours again.`;
    return toPayer(userId, subject, what);
  },
  BoostEndingNotified: ({ data: { userId, boostType, postId, expiresAt } }) => {
    const ends = `It ends on ${writtenMoment(expiresAt)}.`;
    return toOwner(userId, ({ wants }) =>
      wants.boosts
        ? {
            subject: `Your ${thing({ kind: 'boost', boostType, postId })} ends soon`,
            preview: ends,
            lines: [`${ends} After that your post is ranked by its rating.`],
            button: ['See the post', `/post/${postId}`],
            footer: 'boosts',
            kinds: ['boosts'],
          }
        : null,
    );
  },
};

/**
 * Sends mails about payments: paid, failed, refunded, disputed, decided. They ignore the owner's mail settings. The
 * notice that a boost ends does not. Each is recorded in the stream of its payment. A donation without an account has its receipt from the payment provider.
 */
@Injectable()
export class PaymentMails extends MailReaction {
  constructor(sender: MailSender, commands: CommandBus) {
    super('payment-mails', sender, LETTERS, async ({ type: about, data }, mailId) => {
      const { reference, boostId } = data as { readonly reference?: string; readonly boostId?: string };
      await commands.execute(
        Payment.RecordPaymentMail({ reference: reference ?? boostId ?? '', mailId, about }),
      );
    });
  }
}
