import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Payment } from '../../domain/payment/payment.js';
import { type Letters, MailReaction } from './mail-reaction.js';
import { MailSender, toOwner } from './mail-sender.js';
import {
  boostEndingMail,
  disputeMail,
  paidMail,
  paymentFailedMail,
  refundDeclinedMail,
  refundMail,
} from './texts/payment-mails.js';

const LETTERS: Letters = {
  PaymentConfirmed: ({ data: { userId, purpose, price } }) =>
    toOwner(userId, (to) => paidMail(to, purpose, price)),
  // A checkout page that expires is one that the person left.
  PaymentFailed: ({ data: { userId, purpose, because } }) =>
    because === 'failed' ? toOwner(userId, (to) => paymentFailedMail(to, purpose)) : null,
  RefundObserved: ({ data: { userId, purpose, amount, state, before } }) => {
    const isFailed = state === 'failed' || state === 'canceled';
    if (!isFailed && before !== null) return null;
    return toOwner(userId, (to) => refundMail(to, purpose, { amount, isFailed }));
  },
  RefundDeclined: ({ data: { userId, purpose, reason } }) =>
    toOwner(userId, (to) => refundDeclinedMail(to, purpose, reason)),
  DisputeObserved: ({ data: { userId, purpose, state, before } }) => {
    if (state === before || (state !== 'open' && state !== 'won' && state !== 'lost')) return null;
    return toOwner(userId, (to) => disputeMail(to, purpose, state));
  },
  BoostEndingNotified: ({ data: { userId, boostType, postId, expiresAt } }) =>
    toOwner(userId, (to) => boostEndingMail(to, { boostType, postId, expiresAt: new Date(expiresAt) }), {
      kinds: ({ boosts }) => (boosts ? ['boosts'] : []),
    }),
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
