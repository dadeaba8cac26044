import { Injectable } from '@nestjs/common';
import { type ActKind, rowOf } from '../../domain/acts/acts.js';
import { Admin } from '../../domain/admin/admin.js';
import { OPERATOR } from '../../kernel/causation.js';
import type { Recorded } from '../../kernel/event.js';
import { States } from '../../kernel/states.js';
import { EntryPolicy } from '../../site/entry-policy.js';
import { InvitationTokens } from '../../site/invitation-tokens.js';
import { MailReaction } from './mail-reaction.js';
import { type Letter, MailSender, toAddress, toOwner } from './mail-sender.js';
import { toAllOwners } from './owner-letters.js';
import {
  type TerminalAct,
  actRefusedMail,
  invitationMail,
  loginChangedMail,
  refundRejectedMail,
  terminalActMail,
  terminalRefundMail,
} from './texts/admin-mails.js';
import type { Sender } from './texts/mail-content.js';

type OfAdmin = Recorded<string, { readonly adminId: string }>;

/** Sends mails to those who are or become admins. */
@Injectable()
export class AdminMails extends MailReaction {
  constructor(sender: MailSender, tokens: InvitationTokens, entry: EntryPolicy, states: States) {
    const tell = async ({ data: { adminId }, metadata: { at } }: OfAdmin, what: string): Promise<Letter> => {
      const { created } = await states.of(Admin, adminId);
      return toAddress(created?.email ?? null, ({ publicUrl }) =>
        loginChangedMail(publicUrl, { what, at: new Date(at) }),
      );
    };
    const toldOf = async (
      { id, metadata: { actor } }: Recorded,
      adminId: string,
      what: TerminalAct,
      isSettledByWebhook: boolean,
    ) => {
      if (actor.role !== OPERATOR) return null;
      const username = (await states.of(Admin, adminId)).created?.username ?? 'someone who is gone';
      return toAllOwners(states, id, (publicUrl) => terminalActMail(publicUrl, what, username), {
        [adminId]: isSettledByWebhook,
      });
    };
    super('admin-mails', sender, {
      // Who was created in the terminal knows it.
      AdminCreated: (event) => toldOf(event, event.data.adminId, 'created', false),
      AdminDismissed: (event) => toldOf(event, event.data.adminId, 'dismissed', true),
      AdminReset: (event) => toldOf(event, event.data.adminId, 'reset', true),
      PasskeyAdded: (event) => tell(event, `The passkey ${event.data.name ?? 'without a name'} was added`),
      PasskeyRemoved: (event) => tell(event, 'A passkey was removed'),
      TotpEnrolled: (event) => tell(event, 'An authenticator app was connected'),
      TotpRemoved: (event) => tell(event, 'The authenticator app was disconnected'),
      AdminPasswordChanged: (event) => tell(event, 'A new password was set'),
      AdminSignedInOnNewDevice: (event) =>
        tell(event, `Somebody signed in with a new device: ${event.data.device ?? 'an unknown one'}`),
      AdminInvited: ({ data: { invitationId, accountId, email, role, expiresAt } }) => {
        const path = `${entry.loginPath}?invitation=${tokens.issue(invitationId)}`;
        const write = ({ publicUrl }: Sender) =>
          invitationMail(publicUrl, { path, role, expiresAt: new Date(expiresAt) });
        return accountId === null ? toAddress(email, write) : toOwner(accountId, write);
      },
      ActRefused: async ({ data: { adminId, kind, isUndo, problem } }) => {
        const { created } = await states.of(Admin, adminId);
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
