import { MAIL_KINDS, type MailKind } from '../../domain/account/mail-kind.js';
import { REASONS } from '../../domain/moderation/reasons.js';
import { appeal } from '../../domain/review/appeal.js';
import type { States } from '../../kernel/states.js';
import { shownReason } from '../../projections/accounts/accounts.reader.js';
import type { Mailer } from '../../infrastructure/mail/mailer.port.js';
import { deletionScheduledMail } from './texts/deletion-mails.js';
import type { MailContent, Sender } from './texts/mail-content.js';
import { restoredMail, suspendedMail, warningMail } from './texts/sanction-mails.js';
import { passwordChangedMail, resetPasswordMail } from './texts/password-mails.js';
import type { Reaction } from '../reaction.js';
import type { Recipient, Recipients } from './recipients.js';

/** What the reaction works with. */
export interface AccountMailParts {
  readonly mailer: Mailer;
  readonly recipients: Recipients;
  readonly states: Pick<States, 'of'>;
  /** Makes the token of a password reset request. The same request always gives the same token. */
  readonly tokens: { issue(accountId: string, resetId: string): string };
  /** Makes the token that unsubscribes an account from mails of some kinds. */
  readonly unsubscribing: { issue(accountId: string, kinds: readonly MailKind[]): string };
  readonly site: { readonly publicUrl: string };
}

type Write = (sender: Sender, recipient: Recipient) => Promise<MailContent>;

/**
 * Sends mails about the security of an account. They ignore the owner's mail settings. An unverified address may
 * belong to another person, so it gets no mail.
 */
export function accountMails({
  mailer,
  recipients,
  states,
  tokens,
  unsubscribing,
  site,
}: AccountMailParts): Reaction {
  const mail = async (id: string, accountId: string, position: number, write: Write) => {
    const recipient = await recipients.find(accountId, position);
    if (!recipient?.isVerified) return;
    const unsubscribeToken = unsubscribing.issue(accountId, MAIL_KINDS);
    const content = await write({ publicUrl: site.publicUrl, unsubscribeToken }, recipient);
    await mailer.send({ id, to: recipient.email, ...content });
  };
  const tellOfPassword = (
    id: string,
    { accountId }: { readonly accountId: string },
    position: number,
    at: string,
  ) =>
    mail(id, accountId, position, (sender, { username }) =>
      passwordChangedMail(sender, { changedAt: new Date(at), username }),
    );
  return {
    name: 'account-mails',
    // Each mail is its own sequence: a failed mail delays no other.
    sequence: ({ id }) => id,
    on: {
      PasswordResetRequested: ({ data: { accountId, resetId }, position }) =>
        mail(resetId, accountId, position, (sender, { username }) =>
          resetPasswordMail(sender, { token: tokens.issue(accountId, resetId), username }),
        ),
      PasswordReset: ({ id, data, position, metadata }) => tellOfPassword(id, data, position, metadata.at),
      PasswordChanged: ({ id, data, position, metadata }) => tellOfPassword(id, data, position, metadata.at),
      AccountSuspended: async ({ id, data, position }) => {
        // Mails about disputes are in `payment-mails.ts`.
        if (data.cause !== 'moderation') return;
        const { accountId, endsAt } = data;
        await mail(id, accountId, position, (sender, { username }) =>
          suspendedMail(sender, {
            username,
            reason: shownReason(data),
            endsAt: endsAt === null ? null : new Date(endsAt),
          }),
        );
      },
      AccountStruck: async ({ id, data: { accountId, step, reason, note }, position }) => {
        // The other steps suspend, which is mailed above.
        if (step !== 'warning') return;
        await mail(id, accountId, position, (sender, { username }) =>
          warningMail(sender, { username, reason: shownReason({ reason: REASONS[reason].label, note }) }),
        );
      },
      AccountRestored: async ({ id, data: { accountId, suspensionId }, position, metadata }) => {
        if (metadata.actor.kind !== 'admin') return;
        // The mail about the appeal says it.
        if ((await states.of(appeal, suspensionId)).decided?.isGranted) return;
        await mail(id, accountId, position, (sender, { username }) => restoredMail(sender, { username }));
      },
      DeletionRequested: ({ id, data: { accountId, dueAt }, position }) =>
        mail(id, accountId, position, (sender, { username }) =>
          deletionScheduledMail(sender, { dueAt: new Date(dueAt), username }),
        ),
    },
  };
}
