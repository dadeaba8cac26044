import { Injectable } from '@nestjs/common';
import { type AnyAggregate, evolveAll } from '../../kernel/aggregate.js';
import { Email } from '../../domain/account/email.js';
import { History } from '../../kernel/history.js';
import { VerificationTokens } from '../../site/mailed-tokens.js';
import { MailReaction } from './mail-reaction.js';
import { MailSender, toAddress } from './mail-sender.js';
import type { Words } from './texts/render-mail.js';

/** To the owner of a verified address that was registered again. */
const ACCOUNT_EXISTS: Words = {
  subject: 'You already have an account',
  preview: 'Someone, probably you, signed up with this address again.',
  lines: [
    'Someone, probably you, just signed up for Footnote with this address. It already has an account, so just log in.',
  ],
  button: ['Log in', '/login'],
  notes: ['If this was not you, there is nothing to do: your account is unchanged.'],
  footer: 'safety',
};

/**
 * Mails the link that verifies an address. If an account has already verified the address, it mails that fact instead.
 * So only the reader of the mailbox learns which addresses have accounts, not the sender of the request.
 */
@Injectable()
export class VerificationMail extends MailReaction {
  constructor(sender: MailSender, history: History, tokens: VerificationTokens) {
    super('verification-mail', sender, {
      VerificationRequested: async ({
        data: { accountId, verificationId: id, email, emailHash, username },
      }) => {
        // The person's key was destroyed, so no address is left to write to.
        if (email === null || username === null) return null;
        const owner = await ownerOf(emailHash, history);
        if (owner !== null && owner !== accountId) {
          return toAddress(email, ACCOUNT_EXISTS, { id, unsubscribes: owner });
        }
        // It names the account, so that the owner of an address does not verify an account that another person registered
        // with it.
        const words: Words = {
          subject: 'Please verify your email address',
          preview: 'One click, and your account is ready.',
          heading: 'Welcome to Footnote!',
          lines: [
            `One click and your account ${username} is ready: please confirm that this address is yours.`,
          ],
          button: ['Verify my address', `/verify-email?token=${tokens.issue(accountId, id)}`],
          notes: [
            'The link works once, for 24 hours.',
            `If you did not sign up for Footnote, or not as ${username}, simply ignore this mail: without the click nothing happens.`,
          ],
          footer: 'safety',
        };
        return toAddress(email, words, { id, unsubscribes: accountId });
      },
    });
  }
}

/** The account that has verified the address. Read from the log, which is never behind. */
async function ownerOf(emailHash: string, history: History): Promise<string | null> {
  const claims = await history.of(`${Email.category}-${emailHash}`);
  const { accountId } = evolveAll(Email as unknown as AnyAggregate, Email.initial, claims) as Email;
  return accountId;
}
