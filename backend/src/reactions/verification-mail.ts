import { type AnyAggregate, evolveAll } from '../kernel/aggregate.js';
import { type Email, email as emailAggregate } from '../domain/account/email.js';
import type { History } from '../kernel/history.js';
import { MAIL_KINDS, type MailKind } from '../domain/account/mail-kind.js';
import type { Mailer } from '../infrastructure/mail/mailer.port.js';
import { accountExistsLetter, verifyAddressLetter } from './mails/address-letters.js';
import type { Reaction } from './reaction.js';

/** What the reaction works with. */
export interface VerificationMailParts {
  readonly mailer: Mailer;
  readonly history: History;
  /** Makes the token of a verification, the same each time. */
  readonly tokens: { issue(accountId: string, verificationId: string): string };
  /** Makes the token that stops mails of some kinds to an account. */
  readonly unsubscribing: { issue(accountId: string, kinds: readonly MailKind[]): string };
  readonly site: { readonly publicUrl: string };
}

/**
 * Mails the link that proves an address. To an address that an account has proved already it mails that
 * instead: so only whoever reads the mail, and nobody at the keyboard, is told which addresses have accounts.
 */
export function verificationMail(parts: VerificationMailParts): Reaction {
  const { mailer, history, tokens, unsubscribing, site } = parts;
  return {
    name: 'verification-mail',
    // No mail waits for another one.
    sequence: ({ id }) => id,
    on: {
      VerificationRequested: async ({
        data: { accountId, verificationId, email: to, emailHash, username },
      }) => {
        // The person's key was destroyed: there is no address left to write to.
        if (to === null || username === null) return;
        const owner = await ownerOf(emailHash, history);
        const isFree = owner === null || owner === accountId;
        const sender = {
          publicUrl: site.publicUrl,
          unsubscribeToken: unsubscribing.issue(isFree ? accountId : owner, MAIL_KINDS),
        };
        const letter = isFree
          ? verifyAddressLetter(sender, { token: tokens.issue(accountId, verificationId), username })
          : accountExistsLetter(sender);
        await mailer.send({ id: verificationId, to, ...(await letter) });
      },
    },
  };
}

/** The account that has proved an address; asked of the log itself, which is never behind. */
async function ownerOf(emailHash: string, history: History): Promise<string | null> {
  const claims = await history.of(`${emailAggregate.category}-${emailHash}`);
  const { accountId } = evolveAll(
    emailAggregate as unknown as AnyAggregate,
    emailAggregate.initial,
    claims,
  ) as Email;
  return accountId;
}
