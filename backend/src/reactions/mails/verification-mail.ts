import { type AnyAggregate, evolveAll } from '../../kernel/aggregate.js';
import { type Email, email as emailAggregate } from '../../domain/account/email.js';
import type { History } from '../../kernel/history.js';
import { MAIL_KINDS, type MailKind } from '../../domain/account/mail-kind.js';
import type { Mailer } from '../../infrastructure/mail/mailer.port.js';
import { accountExistsMail, verifyAddressMail } from './texts/address-mails.js';
import type { Reaction } from '../reaction.js';

/** What the reaction works with. */
export interface VerificationMailParts {
  readonly mailer: Mailer;
  readonly history: History;
  /** Makes the token of a verification request. The same request always gives the same token. */
  readonly tokens: { issue(accountId: string, verificationId: string): string };
  /** Makes the token that unsubscribes an account from mails of some kinds. */
  readonly unsubscribing: { issue(accountId: string, kinds: readonly MailKind[]): string };
  readonly site: { readonly publicUrl: string };
}

/**
 * Mails the link that verifies an address. If an account has already verified the address, it mails that fact instead.
 * So only the reader of the mailbox learns which addresses have accounts, not the sender of the request.
 */
export function verificationMail(parts: VerificationMailParts): Reaction {
  const { mailer, history, tokens, unsubscribing, site } = parts;
  return {
    name: 'verification-mail',
    // Each mail is its own sequence: a failed mail delays no other.
    sequence: ({ id }) => id,
    on: {
      VerificationRequested: async ({
        data: { accountId, verificationId, email: to, emailHash, username },
      }) => {
        // The person's key was destroyed, so no address is left to write to.
        if (to === null || username === null) return;
        const owner = await ownerOf(emailHash, history);
        const isFree = owner === null || owner === accountId;
        const sender = {
          publicUrl: site.publicUrl,
          unsubscribeToken: unsubscribing.issue(isFree ? accountId : owner, MAIL_KINDS),
        };
        const content = isFree
          ? verifyAddressMail(sender, { token: tokens.issue(accountId, verificationId), username })
          : accountExistsMail(sender);
        await mailer.send({ id: verificationId, to, ...(await content) });
      },
    },
  };
}

/** The account that has verified the address. Read from the log, which is never behind. */
async function ownerOf(emailHash: string, history: History): Promise<string | null> {
  const claims = await history.of(`${emailAggregate.category}-${emailHash}`);
  const { accountId } = evolveAll(
    emailAggregate as unknown as AnyAggregate,
    emailAggregate.initial,
    claims,
  ) as Email;
  return accountId;
}
