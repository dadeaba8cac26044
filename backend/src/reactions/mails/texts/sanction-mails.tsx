import { DECISIONS_PATH } from './decision-mails.js';
import type { MailContent, Sender } from './mail-content.js';
import { Paragraph } from './mail-paragraphs.js';
import { renderMail } from './render-mail.js';
import { SAFETY } from './safety-footer.js';
import { writtenMoment } from './written-dates.js';

interface Sanctioned {
  readonly username: string;
  /** Why, as shown to the person. */
  readonly reason: string;
}

const APPEAL = 'If you think this is wrong, you can appeal once. Another admin then decides.';
const SEE = ['See the decision', DECISIONS_PATH] as const;

export function suspendedMail(
  sender: Sender,
  { username, reason, endsAt }: Sanctioned & { readonly endsAt: Date | null },
): Promise<MailContent> {
  const until = endsAt ? `until ${writtenMoment(endsAt)}` : 'until we lift it';
  return renderMail(sender, {
    subject: 'Your account is suspended',
    preview: reason,
    heading: 'Your account is suspended',
    children: (
      <>
        <Paragraph>{`Your account ${username} is suspended ${until}.`}</Paragraph>
        <Paragraph>{`Why: ${reason}`}</Paragraph>
        <Paragraph>
          You can still log in, read, change your password, download your data, ask for refunds and delete
          your account. You cannot publish, rate, comment, like or buy.
        </Paragraph>
        <Paragraph>{APPEAL}</Paragraph>
      </>
    ),
    button: SEE,
    ...SAFETY,
  });
}

/** A first strike: nothing is suspended. */
export function warningMail(sender: Sender, { username, reason }: Sanctioned): Promise<MailContent> {
  return renderMail(sender, {
    subject: 'A warning about your account',
    preview: reason,
    heading: 'A warning about your account',
    children: (
      <>
        <Paragraph>{`Your account ${username} did not keep to our terms. Why: ${reason}`}</Paragraph>
        <Paragraph>
          Nothing is suspended. If it happens again, your account will be, at first for seven days.
        </Paragraph>
        <Paragraph>{APPEAL}</Paragraph>
      </>
    ),
    button: SEE,
    ...SAFETY,
  });
}

export function restoredMail(
  sender: Sender,
  { username }: Pick<Sanctioned, 'username'>,
): Promise<MailContent> {
  return renderMail(sender, {
    subject: 'A suspension of your account was lifted',
    preview: 'If no other one is open, you can take part again.',
    heading: 'A suspension was lifted',
    children: (
      <Paragraph>{`We lifted a suspension of your account ${username}. If no other one is open, you can take part again.`}</Paragraph>
    ),
    button: ['Go to Footnote', '/'],
    ...SAFETY,
  });
}
