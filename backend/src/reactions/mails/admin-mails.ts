import { Injectable } from '@nestjs/common';
import { EntryPolicy } from '../../site/entry-policy.js';
import { InvitationTokens } from '../../site/invitation-tokens.js';
import { MailReaction } from './mail-reaction.js';
import { MailSender, toAddress, toOwner } from './mail-sender.js';
import { invitationMail } from './texts/admin-mails.js';
import type { Sender } from './texts/mail-content.js';

/** Sends mails to those who are or become admins. */
@Injectable()
export class AdminMails extends MailReaction {
  constructor(sender: MailSender, tokens: InvitationTokens, entry: EntryPolicy) {
    super('admin-mails', sender, {
      AdminInvited: ({ data: { invitationId, accountId, email, role, expiresAt } }) => {
        const path = `${entry.loginPath}?invitation=${tokens.issue(invitationId)}`;
        const write = ({ publicUrl }: Sender) =>
          invitationMail(publicUrl, { path, role, expiresAt: new Date(expiresAt) });
        return accountId === null ? toAddress(email, write) : toOwner(accountId, write);
      },
    });
  }
}
