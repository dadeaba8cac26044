import { Injectable } from '@nestjs/common';
import { type ActKind, rowOf } from '../../domain/acts/act-facts.js';
import { admin } from '../../domain/admin/admin.js';
import { States } from '../../kernel/states.js';
import { EntryPolicy } from '../../site/entry-policy.js';
import { InvitationTokens } from '../../site/invitation-tokens.js';
import { MailReaction } from './mail-reaction.js';
import { MailSender, toAddress, toOwner } from './mail-sender.js';
import { toAllOwners } from './owner-letters.js';
import {
  actRefusedMail,
  invitationMail,
  refundRejectedMail,
  terminalRefundMail,
} from './texts/admin-mails.js';
import type { Sender } from './texts/mail-content.js';

/** Sends mails to those who are or become admins. */
@Injectable()
export class AdminMails extends MailReaction {
  constructor(sender: MailSender, tokens: InvitationTokens, entry: EntryPolicy, states: States) {
    super('admin-mails', sender, {
      AdminInvited: ({ data: { invitationId, accountId, email, role, expiresAt } }) => {
        const path = `${entry.loginPath}?invitation=${tokens.issue(invitationId)}`;
        const write = ({ publicUrl }: Sender) =>
          invitationMail(publicUrl, { path, role, expiresAt: new Date(expiresAt) });
        return accountId === null ? toAddress(email, write) : toOwner(accountId, write);
      },
      ActRefused: async ({ data: { adminId, kind, isUndo, problem } }) => {
        const { created } = await states.of(admin, adminId);
        const act = rowOf(kind as ActKind).name;
        return toAddress(created?.email ?? null, ({ publicUrl }) =>
          actRefusedMail(publicUrl, { act, isUndo, problem }),
        );
      },
      RefundStarted: ({ id, data: { reference, amount, reason, inTerminal }, metadata: { actor } }) => {
        if (!inTerminal) return null;
        const refund = { reference, amount, reason: reason ?? '', by: actor.id ?? '' };
        return toAllOwners(states, id, (publicUrl) => terminalRefundMail(publicUrl, refund));
      },
      RefundRejected: ({ id, data }) =>
        toAllOwners(states, id, (publicUrl) => refundRejectedMail(publicUrl, data)),
    });
  }
}
