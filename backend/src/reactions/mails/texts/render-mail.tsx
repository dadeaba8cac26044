import type { toPlainText } from 'react-email';
import type { MailKind } from '../../../domain/account/mail-kind.js';
import type { Mail } from '../../../infrastructure/mail/mailer.port.js';
import type { Page } from './mail-layout.js';

const SAFETY = 'You get this mail because it is about the safety of your account at Footnote.';

/** Why the reader gets a mail, and the label of its unsubscribe link; null for a mail without one. */
const FOOTERS = {
  // These three are sent even if the owner has switched mails off.
  safety: [SAFETY, 'Stop all mails except those about your account’s safety'],
  decision: [
    'You get this mail because it is about a decision on your content, your account or a report of yours at Footnote.',
    'Stop all mails except those about decisions and your account’s safety',
  ],
  payment: [
    'You get this mail because it is about a payment that you made at Footnote.',
    'Stop all mails except those about payments and your account’s safety',
  ],
  activity: [
    'You get this mail because notifications are switched on in your settings at Footnote: at most one for a post within an hour. You can choose one mail a week there.',
    'Stop mails like this one',
  ],
  boosts: [
    'You get this mail because notifications about boosts are switched on in your settings at Footnote.',
    'Stop mails like this one',
  ],
  digest: [
    'You get this mail because you chose one mail a week in your settings at Footnote.',
    'Stop mails about votes, comments and achievements',
  ],
  // To admins, and to those who get no further mails.
  unstoppable: [SAFETY, null],
} as const;

/** What a mail says. */
export interface Words extends Page {
  readonly footer: keyof typeof FOOTERS;
  /** The kinds of mail from which its link unsubscribes: all by default. */
  readonly kinds?: readonly MailKind[];
}

/** The content of a mail, as HTML and as text, and its unsubscribe address. */
export type MailContent = Omit<Mail, 'id' | 'to'>;

export interface Sender {
  /** The site's address, without a trailing slash. */
  readonly publicUrl: string;
  /** For the link in the footer and the header; null for a recipient who cannot unsubscribe. */
  readonly unsubscribeToken: string | null;
}

type PlainTextOptions = NonNullable<Parameters<typeof toPlainText>[1]>;

/** The text part writes a button as its label, followed by its address on a separate line. */
const PLAIN_TEXT: PlainTextOptions = {
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'a.button', format: 'labelledAddress' },
    { selector: 'a.link', format: 'labelledAddress' },
  ],
  formatters: {
    labelledAddress: (element, walk, builder) => {
      builder.openBlock({ leadingLineBreaks: 2 });
      walk(element.children, builder);
      builder.addInline(':');
      builder.addLineBreak();
      builder.addInline(String(element.attribs?.['href'] ?? ''), { noWordTransform: true });
      builder.closeBlock({ trailingLineBreaks: 2 });
    },
  },
};

/** Renders a mail with the page that all mails share, as HTML and as plain text. */
export async function renderMail(sender: Sender, words: Words): Promise<MailContent> {
  // Loaded with the first mail: it would be a fifth of the time that a server takes to start.
  const [{ render, toPlainText }, { MailLayout }] = await Promise.all([
    import('react-email'),
    import('./mail-layout.js'),
  ]);
  const { publicUrl, unsubscribeToken } = sender;
  const [reason, label] = FOOTERS[words.footer];
  const query = `unsubscribe?token=${unsubscribeToken}`;
  const isStoppable = label !== null && unsubscribeToken !== null;
  const html = await render(
    <MailLayout
      words={words}
      site={publicUrl}
      reason={reason}
      unsubscribe={isStoppable ? { label, link: `${publicUrl}/${query}` } : null}
    />,
  );
  return {
    subject: words.subject,
    html,
    text: toPlainText(html, PLAIN_TEXT),
    // The address that a mail program posts to for one-click unsubscribe (RFC 8058).
    unsubscribe: isStoppable ? `${publicUrl}/api/${query}` : null,
  };
}
