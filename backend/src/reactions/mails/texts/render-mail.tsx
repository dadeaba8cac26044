import type { toPlainText } from 'react-email';
import type { ComponentProps } from 'react';
import type { MailLayout } from './mail-layout.js';
import { type MailContent, type Sender, oneClickAddress, unsubscribeScreen } from './mail-content.js';

type Page = ComponentProps<typeof MailLayout>;

/** The text of a mail. The subject is also its title; `stop` is the label of the unsubscribe link. */
export interface Words extends Omit<Page, 'title' | 'action' | 'unsubscribe'> {
  readonly subject: string;
  /** The button's label and the path that it leads to. */
  readonly button: readonly [label: string, path: string];
  readonly stop: string;
}

type PlainTextOptions = NonNullable<Parameters<typeof toPlainText>[1]>;

/** The text part writes a button as its label, followed by its address on a separate line. */
const PLAIN_TEXT: PlainTextOptions = {
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
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
  const { subject, button, stop, ...rest } = words;
  const [label, path] = button;
  const screen = unsubscribeScreen(sender);
  const html = await render(
    <MailLayout
      {...rest}
      title={subject}
      action={{ label, link: `${sender.publicUrl}${path}` }}
      unsubscribe={screen === null ? null : { label: stop, link: screen }}
    />,
  );
  return { subject, html, text: toPlainText(html, PLAIN_TEXT), unsubscribe: oneClickAddress(sender) };
}
