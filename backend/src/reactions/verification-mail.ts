import { type AnyAggregate, evolveAll } from '../domain/aggregate.js';
import { type Email, email as emailAggregate } from '../domain/account/email.js';
import type { EventLog } from '../infrastructure/event-log/event-log.port.js';
import type { Mail, Mailer } from '../infrastructure/mail/mailer.port.js';
import { accountExistsMail, verifyEmailMail } from './account-mails.js';
import type { Reaction } from './reaction.js';

/** What the reaction works with. */
export interface VerificationMailParts {
  readonly mailer: Mailer;
  readonly log: Pick<EventLog, 'readStream'>;
  /** Makes the token of a verification, the same each time. */
  readonly tokens: { issue(accountId: string, verificationId: string): string };
  readonly site: { readonly publicUrl: string };
}

/**
 * Mails the link that proves an address. To an address that an account has proved already it mails that
 * instead: so only whoever reads the mail, and nobody at the keyboard, is told which addresses have accounts.
 */
export function verificationMail({ mailer, log, tokens, site }: VerificationMailParts): Reaction {
  return {
    name: 'verification-mail',
    on: {
      VerificationRequested: async ({
        data: { accountId, verificationId, email: to, emailHash, username },
      }) => {
        // The person's key was destroyed: there is no address left to write to.
        if (to === null) return;
        const owner = await ownerOf(emailHash, log);
        const letter =
          owner === null || owner === accountId
            ? verifyEmailMail(
                `${site.publicUrl}/verify-email?token=${tokens.issue(accountId, verificationId)}`,
                username,
              )
            : accountExistsMail(`${site.publicUrl}/login`);
        const mail: Mail = { id: verificationId, to, ...letter };
        await mailer.send(mail);
      },
    },
  };
}

/** The account that has proved an address; asked of the log itself, which is never behind. */
async function ownerOf(emailHash: string, log: Pick<EventLog, 'readStream'>): Promise<string | null> {
  const claims = await log.readStream(`${emailAggregate.category}-${emailHash}`);
  const { accountId } = evolveAll(
    emailAggregate as unknown as AnyAggregate,
    emailAggregate.initial,
    claims,
  ) as Email;
  return accountId;
}
