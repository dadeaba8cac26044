import { Injectable } from '@nestjs/common';
import type { ProfilePart } from '../../domain/account/account-state.js';
import { REASONS } from '../../domain/moderation/reasons.js';
import { Appeal } from '../../domain/review/appeal.js';
import type { Recorded } from '../../kernel/event.js';
import { States } from '../../kernel/states.js';
import { shownReason } from '../../projections/accounts/accounts.js';
import { ResetTokens } from '../../site/mailed-tokens.js';
import { DECISIONS_PATH } from './decision-mails.js';
import { MailReaction } from './mail-reaction.js';
import { type Letter, MailSender, toOwner } from './mail-sender.js';
import { writtenDay, writtenMoment } from './texts/written-dates.js';

const PART_WORDS: Readonly<Record<ProfilePart, string>> = {
  name: 'your name',
  bio: 'your bio',
  links: 'your links',
  picture: 'your picture',
};
const IF_NOT_YOU =
  'If it was you, there is nothing to do. If it was not, set a new password at once: that signs out all devices.';
const NOT_ME = ['This was not me', '/forgot-password'] as const;
const APPEAL = 'If you think this is wrong, you can appeal once. Another admin then decides.';
const SEE = ['See the decision', DECISIONS_PATH] as const;

/** Sends mails about the security of an account. They ignore the owner's mail settings. */
@Injectable()
export class AccountMails extends MailReaction {
  constructor(sender: MailSender, states: States, tokens: ResetTokens) {
    super('account-mails', sender, {
      // It names the account, because an address may belong to several, and because another person may have registered it
      // with an address that is not verified. If so, the link verifies the address, too.
      PasswordResetRequested: ({ data: { accountId, resetId: id } }) =>
        toOwner(
          accountId,
          ({ username, isVerified }) => ({
            subject: 'Reset your password',
            preview: 'The link works once, for 1 hour.',
            heading: 'Set a new password',
            lines: [
              `Someone, probably you, asked to set a new password for your account ${username}.`,
              ...(isVerified
                ? []
                : [
                    'Its email address is not verified yet. The link verifies it, and signs out all devices.',
                  ]),
            ],
            button: ['Set a new password', `/reset-password?token=${tokens.issue(accountId, id)}`],
            notes: [
              'The link works once, for 1 hour. Earlier links no longer work.',
              isVerified
                ? 'If this was not you, simply ignore this mail: your password is unchanged.'
                : `If this was not you, or you did not sign up as ${username}, simply ignore this mail: without the link nothing happens.`,
            ],
            footer: 'safety',
          }),
          { id, verifies: true },
        ),
      PasswordReset: passwordChanged,
      PasswordChanged: passwordChanged,
      SignedInOnNewDevice: ({ data: { accountId, device }, metadata: { at } }) =>
        toOwner(accountId, ({ username }) => ({
          subject: 'New sign-in to your account',
          preview: 'If it was you, there is nothing to do.',
          lines: [
            `Somebody signed in to your account ${username} with a browser that we had not seen before: ${device ?? 'an unknown device'}, on ${writtenMoment(at)}.`,
            IF_NOT_YOU,
          ],
          button: NOT_ME,
          footer: 'safety',
        })),
      AccountSuspended: ({ data }) => {
        // Mails about disputes are in `payment-mails.ts`.
        if (data.cause !== 'moderation') return null;
        const until = data.endsAt === null ? 'until we lift it' : `until ${writtenMoment(data.endsAt)}`;
        const reason = shownReason(data);
        return toOwner(data.accountId, ({ username }) => ({
          subject: 'Your account is suspended',
          preview: reason,
          lines: [
            `Your account ${username} is suspended ${until}.`,
            `Why: ${reason}`,
            ...(data.hidesPosts ? ['Your posts are hidden until then.'] : []),
            'You can still log in, read, change your password, download your data, ask for refunds and delete your account. You cannot publish, rate, comment, like or buy.',
            APPEAL,
          ],
          button: SEE,
          footer: 'safety',
        }));
      },
      AccountStruck: ({ data: { accountId, step, reason: code, note } }) => {
        // The other steps suspend, which is mailed above.
        if (step !== 'warning') return null;
        const reason = shownReason({ reason: REASONS[code].label, note });
        return toOwner(accountId, ({ username }) => ({
          subject: 'A warning about your account',
          preview: reason,
          lines: [
            `Your account ${username} did not keep to our terms. Why: ${reason}`,
            'Nothing is suspended. If it happens again, your account will be, at first for seven days.',
            APPEAL,
          ],
          button: SEE,
          footer: 'safety',
        }));
      },
      ProfileWithheld: ({ data: { accountId, parts, reason: code, note } }) => {
        const reason = shownReason({ reason: REASONS[code].label, note });
        const words = parts.map((part) => PART_WORDS[part]);
        return toOwner(accountId, ({ username }) => ({
          subject: 'Part of your profile was withheld',
          preview: reason,
          lines: [
            `A moderator withheld this of the profile of your account ${username}: ${words.join(', ')}. Why: ${reason}`,
            'Nobody else sees it now. You can choose something else at any time, but not the same again.',
            APPEAL,
          ],
          button: SEE,
          footer: 'safety',
        }));
      },
      ProfileWithholdingUndone: async ({ data: { accountId, actId } }) => {
        // The mail about the appeal says it.
        if ((await states.of(Appeal, actId)).decided?.isGranted) return null;
        const meaning =
          'What you have not changed since is shown again, but not a name that another person has by now.';
        return toOwner(accountId, ({ username }) => ({
          subject: 'Your profile is no longer withheld',
          preview: meaning,
          lines: [
            `Part of the profile of your account ${username} had been withheld. That was undone. ${meaning}`,
            'We are sorry for the trouble.',
          ],
          button: ['See your profile', '/account/settings'],
          footer: 'safety',
        }));
      },
      AccountRestored: async ({ data: { accountId, suspensionId }, metadata }) => {
        if (metadata.actor.kind !== 'admin') return null;
        // The mail about the appeal says it.
        if ((await states.of(Appeal, suspensionId)).decided?.isGranted) return null;
        const meaning = 'If no other one is open, you can take part again.';
        return toOwner(accountId, ({ username }) => ({
          subject: 'A suspension of your account was lifted',
          preview: meaning,
          heading: 'A suspension was lifted',
          lines: [`We lifted a suspension of your account ${username}. ${meaning}`],
          button: ['Go to Footnote', '/'],
          footer: 'safety',
        }));
      },
      DeletionRequested: ({ data: { accountId, dueAt } }) =>
        toOwner(accountId, ({ username }) => ({
          subject: 'Your account will be deleted',
          preview: `On ${writtenDay(dueAt)}, unless you change your mind.`,
          lines: [
            `As you asked, your account ${username} will be deleted on ${writtenMoment(dueAt)}, with everything that belongs to it. After that it cannot be restored.`,
            'Until then you can change your mind: log in, open the settings and press “Keep my account”.',
          ],
          button: ['Keep my account', '/account/settings'],
          notes: ['If this was not you, cancel the deletion and change your password at once.'],
          footer: 'safety',
        })),
    });
  }
}

function passwordChanged({
  data: { accountId },
  metadata: { at },
}: Recorded<string, { readonly accountId: string }>): Letter {
  return toOwner(accountId, ({ username }) => ({
    subject: 'Your password was changed',
    preview: 'If it was you, there is nothing to do.',
    lines: [
      `The password of your account ${username} was changed on ${writtenMoment(at)}. Every other device has been signed out.`,
      IF_NOT_YOU,
    ],
    button: NOT_ME,
    footer: 'safety',
  }));
}
