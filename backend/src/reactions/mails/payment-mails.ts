import { MAIL_KINDS, type MailKind } from '../../domain/account/mail-kind.js';
import type { Mailer } from '../../infrastructure/mail/mailer.port.js';
import type { MailContent, Sender } from './texts/mail-content.js';
import {
  boostEndingMail,
  disputeMail,
  paidMail,
  paymentFailedMail,
  refundDeclinedMail,
  refundMail,
} from './texts/payment-mails.js';
import type { Reaction } from '../reaction.js';
import type { Recipients } from './recipients.js';

/** What the reaction works with. */
export interface PaymentMailParts {
  readonly mailer: Mailer;
  readonly recipients: Recipients;
  /** Makes the token that unsubscribes an account from mails of some kinds. */
  readonly unsubscribing: { issue(accountId: string, kinds: readonly MailKind[]): string };
  readonly site: { readonly publicUrl: string };
}

interface Told {
  readonly id: string;
  readonly position: number;
  readonly data: { readonly userId: string | null };
}

/**
 * Sends mails about payments: paid, failed, refunded, disputed, decided. They ignore the owner's mail settings. The
 * notice that a boost ends does not. A donation without an account has its receipt from the payment provider.
 */
export function paymentMails({ mailer, recipients, unsubscribing, site }: PaymentMailParts): Reaction {
  const mail = async (
    { id, position, data: { userId } }: Told,
    write: (sender: Sender) => Promise<MailContent>,
    kind: MailKind | null = null,
  ) => {
    if (userId === null) return;
    const recipient = await recipients.find(userId, position);
    if (!recipient?.isVerified || (kind && !recipient.wants[kind])) return;
    const unsubscribeToken = unsubscribing.issue(userId, kind ? [kind] : MAIL_KINDS);
    const content = await write({ publicUrl: site.publicUrl, unsubscribeToken });
    await mailer.send({ id, to: recipient.email, ...content });
  };
  return {
    name: 'payment-mails',
    // Each mail is its own sequence: a failed mail delays no other.
    sequence: ({ id }) => id,
    on: {
      PaymentConfirmed: (event) => mail(event, (to) => paidMail(to, event.data.purpose, event.data.price)),
      PaymentFailed: async (event) => {
        // A checkout page that expires is one that the person left.
        if (event.data.because === 'failed')
          await mail(event, (to) => paymentFailedMail(to, event.data.purpose));
      },
      RefundObserved: async (event) => {
        const { purpose, amount, state, before } = event.data;
        const isFailed = state === 'failed' || state === 'canceled';
        if (isFailed || before === null)
          await mail(event, (to) => refundMail(to, purpose, { amount, isFailed }));
      },
      RefundDeclined: (event) =>
        mail(event, (to) => refundDeclinedMail(to, event.data.purpose, event.data.reason)),
      DisputeObserved: async (event) => {
        const { purpose, state, before } = event.data;
        if (state === before || (state !== 'open' && state !== 'won' && state !== 'lost')) return;
        await mail(event, (to) => disputeMail(to, purpose, state));
      },
      BoostEndingNotified: (event) => {
        const { boostType, postId, expiresAt } = event.data;
        const ending = { boostType, postId, expiresAt: new Date(expiresAt) };
        return mail(event, (to) => boostEndingMail(to, ending), 'boosts');
      },
    },
  };
}
