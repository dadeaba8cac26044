import { Injectable } from '@nestjs/common';
import { type AnyAggregate, evolveAll } from '../../kernel/aggregate.js';
import { Email } from '../../domain/account/email.js';
import { History } from '../../kernel/history.js';
import { VerificationTokens } from '../../site/mailed-tokens.js';
import { MailReaction } from './mail-reaction.js';
import { MailSender, toAddress } from './mail-sender.js';
import { accountExistsMail, verifyAddressMail } from './texts/address-mails.js';

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
          return toAddress(email, accountExistsMail, { id, unsubscribes: owner });
        }
        const token = tokens.issue(accountId, id);
        return toAddress(email, (to) => verifyAddressMail(to, { token, username }), {
          id,
          unsubscribes: accountId,
        });
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
