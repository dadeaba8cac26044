import { Injectable } from '@nestjs/common';
import { type ActKind, rowOf } from '../../domain/acts/acts.js';
import { Admin } from '../../domain/admin/admin.js';
import type { AdminRole } from '../../domain/admin/admin-role.js';
import { written } from '../../domain/money.js';
import { OPERATOR } from '../../kernel/causation.js';
import type { Recorded } from '../../kernel/event.js';
import { States } from '../../kernel/states.js';
import { EntryPolicy } from '../../site/entry-policy.js';
import { InvitationTokens } from '../../site/invitation-tokens.js';
import { MailReaction } from './mail-reaction.js';
import { MailSender, toAddress, toAllOwners, toOwner } from './mail-sender.js';
import type { Words } from './texts/render-mail.js';
import { writtenMoment } from './texts/written-dates.js';

type OfAdmin = Recorded<string, { readonly adminId: string }>;

const DUTIES: Readonly<Record<AdminRole, string>> = {
  moderator: 'a moderator, who decides on posts, comments and reports',
  finance: 'an admin for payments and refunds',
  owner: 'an owner, who decides on everything',
};

/** Sends mails to those who are or become admins. */
@Injectable()
export class AdminMails extends MailReaction {
  constructor(sender: MailSender, tokens: InvitationTokens, entry: EntryPolicy, states: States) {
    const toAdmin = async (adminId: string, words: Omit<Words, 'footer'>) => {
      const { created } = await states.of(Admin, adminId);
      return toAddress(created?.email ?? null, { ...words, footer: 'unstoppable' });
    };
    /** Reports a change of a login, in case it was not its admin. `what` is a sentence without its end. */
    const loginChanged = ({ data: { adminId }, metadata: { at } }: OfAdmin, what: string) =>
      toAdmin(adminId, {
        subject: 'Your login of the back office',
        preview: `${what}.`,
        lines: [
          `${what}, on ${writtenMoment(at)}.`,
          'If it was you, there is nothing to do. If it was not, tell an owner at once. If you can still sign in, set a new password, which ends all other sessions, and remove what you do not know.',
        ],
        button: ['Look at my login', '/rtm-sys/account'],
      });
    /** To every owner, as no second owner was asked, and to the admin if they are `told`. */
    const doneInTerminal = async (
      { id, data: { adminId }, metadata: { actor } }: OfAdmin,
      did: string,
      isTold: boolean,
    ) => {
      if (actor.role !== OPERATOR) return null;
      const username = (await states.of(Admin, adminId)).created?.username ?? 'someone who is gone';
      const words: Words = {
        subject: 'An admin was changed in a terminal',
        lines: [
          `An operator ${did} ${username} in a terminal.`,
          'This needs no second owner. If you do not know about it, ask who can use the server.',
        ],
        button: ['Look at the admins', '/rtm-sys/admins'],
        footer: 'unstoppable',
      };
      return toAllOwners(states, id, words, { [adminId]: isTold });
    };
    super('admin-mails', sender, {
      // Who was created in the terminal knows it.
      AdminCreated: (event) => doneInTerminal(event, 'created a login for', false),
      AdminDismissed: (event) => doneInTerminal(event, 'dismissed', true),
      AdminReset: (event) => doneInTerminal(event, 'reset the login of', true),
      PasskeyAdded: (event) =>
        loginChanged(event, `The passkey ${event.data.name ?? 'without a name'} was added`),
      PasskeyRemoved: (event) => loginChanged(event, 'A passkey was removed'),
      TotpEnrolled: (event) => loginChanged(event, 'An authenticator app was connected'),
      TotpRemoved: (event) => loginChanged(event, 'The authenticator app was disconnected'),
      AdminPasswordChanged: (event) => loginChanged(event, 'A new password was set'),
      AdminSignedInOnNewDevice: (event) =>
        loginChanged(event, `Somebody signed in with a new device: ${event.data.device ?? 'an unknown one'}`),
      AdminInvited: ({ data: { invitationId, accountId, email, role, expiresAt } }) => {
        const words: Words = {
          subject: 'Your invitation to the back office',
          preview: 'The link works once, for 24 hours.',
          heading: 'Join the team',
          lines: [
            `You are invited to help run Footnote as ${DUTIES[role]}. Choose a username and a password of your own.`,
          ],
          button: ['Create my login', `${entry.loginPath}?invitation=${tokens.issue(invitationId)}`],
          notes: [
            `The link works once, until ${writtenMoment(expiresAt)}. Please do not pass it on.`,
            'If you do not know what this is about, simply ignore this mail: nothing happens.',
          ],
          footer: 'unstoppable',
        };
        return accountId === null ? toAddress(email, words) : toOwner(accountId, () => words);
      },
      ActRefused: ({ data: { adminId, kind, isUndo, problem } }) =>
        toAdmin(adminId, {
          subject: isUndo
            ? 'A granted appeal could not be carried out'
            : 'A decision could not be carried out',
          preview: problem,
          lines: [
            `${isUndo ? 'To be undone' : 'To be done'}: ${rowOf(kind as ActKind).name}. When your decision was carried out, this was not possible any more:`,
            problem,
          ],
          button: ['Open the back office', '/rtm-sys/dashboard'],
          notes: ['The rest of your decision stands. The list of acts shows what was not done.'],
        }),
      // No role and no limit was checked.
      RefundStarted: ({ id, data: { reference, amount, reason, inTerminal }, metadata: { actor } }) => {
        if (!inTerminal) return null;
        // The name that the operator gave.
        const by = actor.id ?? '';
        return toAllOwners(states, id, {
          subject: 'A refund was started in a terminal',
          preview: `${written(amount)}, by ${by}.`,
          lines: [
            `${by} asked Stripe to refund ${written(amount)} of the payment ${reference}, with the emergency command.`,
            `The reason: ${reason ?? ''}`,
          ],
          button: ['Look at the payment', `/rtm-sys/payment/${reference}`],
          footer: 'unstoppable',
        });
      },
      // Money that was promised does not go back.
      RefundRejected: ({ id, data: { reference, reason } }) =>
        toAllOwners(states, id, {
          subject: 'Stripe rejected a refund',
          preview: reason,
          lines: [`The refund of the payment ${reference} did not happen.`, `What Stripe says: ${reason}`],
          button: ['Look at the payment', `/rtm-sys/payment/${reference}`],
          footer: 'unstoppable',
        }),
    });
  }
}
