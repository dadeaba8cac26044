import { Injectable } from '@nestjs/common';
import { REASONS } from '../../domain/moderation/reasons.js';
import { Appeal } from '../../domain/review/appeal.js';
import type { Recorded } from '../../kernel/event.js';
import { States } from '../../kernel/states.js';
import { shownReason } from '../../projections/accounts/accounts.js';
import { ResetTokens } from '../../site/mailed-tokens.js';
import { MailReaction } from './mail-reaction.js';
import { type Letter, MailSender, toOwner } from './mail-sender.js';
import { deletionScheduledMail } from './texts/deletion-mails.js';
import { newDeviceMail, passwordChangedMail, resetPasswordMail } from './texts/password-mails.js';
import { restoredMail, suspendedMail, warningMail } from './texts/sanction-mails.js';

/** Sends mails about the security of an account. They ignore the owner's mail settings. */
@Injectable()
export class AccountMails extends MailReaction {
  constructor(sender: MailSender, states: States, tokens: ResetTokens) {
    super('account-mails', sender, {
      PasswordResetRequested: ({ data: { accountId, resetId: id } }) => {
        const token = tokens.issue(accountId, id);
        return toOwner(
          accountId,
          (to, { username, isVerified }) => resetPasswordMail(to, { token, username, isVerified }),
          { id, verifies: true },
        );
      },
      PasswordReset: passwordChanged,
      PasswordChanged: passwordChanged,
      SignedInOnNewDevice: ({ data: { accountId, device }, metadata: { at } }) =>
        toOwner(accountId, (to, { username }) =>
          newDeviceMail(to, { device, signedInAt: new Date(at), username }),
        ),
      AccountSuspended: ({ data }) => {
        // Mails about disputes are in `payment-mails.ts`.
        if (data.cause !== 'moderation') return null;
        const endsAt = data.endsAt === null ? null : new Date(data.endsAt);
        const facts = { reason: shownReason(data), endsAt };
        return toOwner(data.accountId, (to, { username }) => suspendedMail(to, { username, ...facts }));
      },
      AccountStruck: ({ data: { accountId, step, reason: code, note } }) => {
        // The other steps suspend, which is mailed above.
        if (step !== 'warning') return null;
        const reason = shownReason({ reason: REASONS[code].label, note });
        return toOwner(accountId, (to, { username }) => warningMail(to, { username, reason }));
      },
      AccountRestored: async ({ data: { accountId, suspensionId }, metadata }) => {
        if (metadata.actor.kind !== 'admin') return null;
        // The mail about the appeal says it.
        if ((await states.of(Appeal, suspensionId)).decided?.isGranted) return null;
        return toOwner(accountId, (to, { username }) => restoredMail(to, { username }));
      },
      DeletionRequested: ({ data: { accountId, dueAt } }) =>
        toOwner(accountId, (to, { username }) =>
          deletionScheduledMail(to, { dueAt: new Date(dueAt), username }),
        ),
    });
  }
}

function passwordChanged({
  data: { accountId },
  metadata: { at },
}: Recorded<string, { readonly accountId: string }>): Letter {
  const changedAt = new Date(at);
  return toOwner(accountId, (to, { username }) => passwordChangedMail(to, { changedAt, username }));
}
