import type { AdminRole } from '../../../domain/admin/admin-role.js';
import { written, type Money } from '../../../domain/money.js';
import type { MailContent } from './mail-content.js';
import { Paragraph } from './mail-paragraphs.js';
import { renderMail } from './render-mail.js';
import { SAFETY } from './safety-footer.js';
import { writtenMoment } from './written-dates.js';

const DUTIES: Readonly<Record<AdminRole, string>> = {
  moderator: 'a moderator, who decides on posts, comments and reports',
  finance: 'an admin for payments and refunds',
  owner: 'an owner, who decides on everything',
};

export function invitationMail(
  publicUrl: string,
  { path, role, expiresAt }: { readonly path: string; readonly role: AdminRole; readonly expiresAt: Date },
): Promise<MailContent> {
  return renderMail(
    { publicUrl, unsubscribeToken: null },
    {
      subject: 'Your invitation to the back office',
      preview: 'The link works once, for 24 hours.',
      heading: 'Join the team',
      children: (
        <Paragraph>{`You are invited to help run Footnote as ${DUTIES[role]}. Choose a username and a password of your own.`}</Paragraph>
      ),
      button: ['Create my login', path],
      notes: [
        `The link works once, until ${writtenMoment(expiresAt)}. Please do not pass it on.`,
        'If you do not know what this is about, simply ignore this mail: nothing happens.',
      ],
      ...SAFETY,
    },
  );
}

/** To the admin who decided it. `act` is what admins call it, and `problem` why a rule rejected it. */
export function actRefusedMail(
  publicUrl: string,
  { act, isUndo, problem }: { readonly act: string; readonly isUndo: boolean; readonly problem: string },
): Promise<MailContent> {
  const what = isUndo ? 'A granted appeal could not be carried out' : 'A decision could not be carried out';
  return renderMail(
    { publicUrl, unsubscribeToken: null },
    {
      subject: what,
      preview: problem,
      heading: what,
      children: (
        <>
          <Paragraph>{`${isUndo ? 'To be undone' : 'To be done'}: ${act}. When your decision was carried out, this was not possible any more:`}</Paragraph>
          <Paragraph>{problem}</Paragraph>
        </>
      ),
      button: ['Open the back office', '/rtm-sys/dashboard'],
      notes: ['The rest of your decision stands. The list of acts shows what was not done.'],
      ...SAFETY,
    },
  );
}

export interface TerminalRefund {
  readonly reference: string;
  readonly amount: Money;
  readonly reason: string;
  /** The name that the operator gave. */
  readonly by: string;
}

/** To every owner: no role and no limit was checked. */
export function terminalRefundMail(
  publicUrl: string,
  { reference, amount, reason, by }: TerminalRefund,
): Promise<MailContent> {
  return renderMail(
    { publicUrl, unsubscribeToken: null },
    {
      subject: 'A refund was started in a terminal',
      preview: `${written(amount)}, by ${by}.`,
      heading: 'A refund was started in a terminal',
      children: (
        <>
          <Paragraph>{`${by} asked Stripe to refund ${written(amount)} of the payment ${reference}, with the emergency command.`}</Paragraph>
          <Paragraph>{`The reason: ${reason}`}</Paragraph>
        </>
      ),
      button: ['Look at the payment', `/rtm-sys/payment/${reference}`],
      ...SAFETY,
    },
  );
}

const TERMINAL_ACTS = {
  created: 'created a login for',
  dismissed: 'dismissed',
  reset: 'reset the login of',
} as const;
export type TerminalAct = keyof typeof TERMINAL_ACTS;

/** To every owner: no second owner was asked. */
export function terminalActMail(publicUrl: string, act: TerminalAct, username: string): Promise<MailContent> {
  const sentence = `An operator ${TERMINAL_ACTS[act]} ${username} in a terminal.`;
  return renderMail(
    { publicUrl, unsubscribeToken: null },
    {
      subject: 'An admin was changed in a terminal',
      preview: sentence,
      heading: 'An admin was changed in a terminal',
      children: (
        <>
          <Paragraph>{sentence}</Paragraph>
          <Paragraph>
            This needs no second owner. If you do not know about it, ask who can use the server.
          </Paragraph>
        </>
      ),
      button: ['Look at the admins', '/rtm-sys/admins'],
      ...SAFETY,
    },
  );
}

/** What owners get a mail about, because what people do is not done. */
const ALARMS = {
  'webhooks-refused': {
    subject: 'Payments wait: webhooks of Stripe are refused',
    heading: 'Webhooks of Stripe are refused',
    meaning:
      'Somebody may have paid, and the site will not know until a webhook of Stripe is accepted. Anybody can send webhooks that are refused, too: look at the reason first.',
    button: ['Look at the payments', '/rtm-sys/payments'],
  },
  'origins-refused': {
    subject: 'What people send is refused',
    heading: 'What people send is refused',
    meaning:
      'Some people, or all, can neither post nor pay, because what their browsers send does not seem to come from a page of the site. Somebody with three accounts can cause this mail alone, too: look at the log of the program first.',
    button: ['Open the site', '/'],
  },
} as const;

export type MailedAlarm = keyof typeof ALARMS;
export const MAILED_ALARMS = Object.keys(ALARMS) as MailedAlarm[];

/** To every owner. */
export function alarmMail(
  publicUrl: string,
  name: MailedAlarm,
  { problem, remedy }: { readonly problem: string; readonly remedy: string },
): Promise<MailContent> {
  const { subject, heading, meaning, button } = ALARMS[name];
  return renderMail(
    { publicUrl, unsubscribeToken: null },
    {
      subject,
      preview: problem,
      heading,
      children: (
        <>
          <Paragraph>{meaning}</Paragraph>
          <Paragraph>{`What happens: ${problem}.`}</Paragraph>
          <Paragraph>{`What to do: ${remedy}`}</Paragraph>
        </>
      ),
      button,
      notes: ['This mail comes once a day at most.'],
      ...SAFETY,
    },
  );
}

/** To every owner: money that was promised does not go back. */
export function refundRejectedMail(
  publicUrl: string,
  { reference, reason }: { readonly reference: string; readonly reason: string },
): Promise<MailContent> {
  return renderMail(
    { publicUrl, unsubscribeToken: null },
    {
      subject: 'Stripe rejected a refund',
      preview: reason,
      heading: 'Stripe rejected a refund',
      children: (
        <>
          <Paragraph>{`The refund of the payment ${reference} did not happen.`}</Paragraph>
          <Paragraph>{`What Stripe says: ${reason}`}</Paragraph>
        </>
      ),
      button: ['Look at the payment', `/rtm-sys/payment/${reference}`],
      ...SAFETY,
    },
  );
}

/** Reports a change of the login of an admin, in case it was not theirs. `what` is a sentence without its end. */
export function loginChangedMail(
  publicUrl: string,
  { what, at }: { readonly what: string; readonly at: Date },
): Promise<MailContent> {
  return renderMail(
    { publicUrl, unsubscribeToken: null },
    {
      subject: 'Your login of the back office',
      preview: `${what}.`,
      heading: 'Your login of the back office',
      children: (
        <>
          <Paragraph>{`${what}, on ${writtenMoment(at)}.`}</Paragraph>
          <Paragraph>
            If it was you, there is nothing to do. If it was not, tell an owner at once. If you can still sign
            in, set a new password, which ends all other sessions, and remove what you do not know.
          </Paragraph>
        </>
      ),
      button: ['Look at my login', '/rtm-sys/account'],
      ...SAFETY,
    },
  );
}
