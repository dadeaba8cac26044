import { MAIL_KINDS, type MailKind } from '../domain/account/mail-kind.js';
import type { Mailer } from '../infrastructure/mail/mailer.port.js';
import { deletionScheduledLetter } from './mails/deletion-letters.js';
import type { Letter, Sender } from './mails/letter.js';
import { passwordChangedLetter, resetPasswordLetter } from './mails/password-letters.js';
import type { Reaction } from './reaction.js';
import type { Recipient, Recipients } from './recipients.js';

/** What the reaction works with. */
export interface AccountMailParts {
  readonly mailer: Mailer;
  readonly recipients: Recipients;
  /** Makes the token of a request for a new password, the same each time. */
  readonly tokens: { issue(accountId: string, resetId: string): string };
  /** Makes the token that stops mails of some kinds to an account. */
  readonly unsubscribing: { issue(accountId: string, kinds: readonly MailKind[]): string };
  readonly site: { readonly publicUrl: string };
}

type Write = (sender: Sender, recipient: Recipient) => Promise<Letter>;

/**
 * Mails what the owner of an account must know for its safety, whatever mails they want otherwise. An address that
 * nobody has proved may be somebody else's, who has nothing to do with the account: nothing is mailed there.
 */
export function accountMails({
  mailer,
  recipients,
  tokens,
  unsubscribing,
  site,
}: AccountMailParts): Reaction {
  const mail = async (id: string, accountId: string, position: number, write: Write) => {
    const recipient = await recipients.find(accountId, position);
    if (!recipient?.isVerified) return;
    const unsubscribeToken = unsubscribing.issue(accountId, MAIL_KINDS);
    const letter = await write({ publicUrl: site.publicUrl, unsubscribeToken }, recipient);
    await mailer.send({ id, to: recipient.email, ...letter });
  };
  const tellOfPassword = (
    id: string,
    { accountId }: { readonly accountId: string },
    position: number,
    at: string,
  ) =>
    mail(id, accountId, position, (sender, { username }) =>
      passwordChangedLetter(sender, { changedAt: new Date(at), username }),
    );
  return {
    name: 'account-mails',
    // No mail waits for another one.
    sequence: ({ id }) => id,
    on: {
      PasswordResetRequested: ({ data: { accountId, resetId }, position }) =>
        mail(resetId, accountId, position, (sender, { username }) =>
          resetPasswordLetter(sender, { token: tokens.issue(accountId, resetId), username }),
        ),
      PasswordReset: ({ id, data, position, metadata }) => tellOfPassword(id, data, position, metadata.at),
      PasswordChanged: ({ id, data, position, metadata }) => tellOfPassword(id, data, position, metadata.at),
      DeletionRequested: ({ id, data: { accountId, dueAt }, position }) =>
        mail(id, accountId, position, (sender, { username }) =>
          deletionScheduledLetter(sender, { dueAt: new Date(dueAt), username }),
        ),
    },
  };
}
