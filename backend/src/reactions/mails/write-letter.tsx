import { render, toPlainText } from 'react-email';
import type { ComponentProps } from 'react';
import { LetterPage } from './letter-page.js';
import { type Letter, type Sender, oneClickAddress, unsubscribeScreen } from './letter.js';

type Page = ComponentProps<typeof LetterPage>;

/** A letter's own words. The subject is its title too; `stop` is the words of the link that stops such mails. */
export interface Words extends Omit<Page, 'title' | 'action' | 'unsubscribe'> {
  readonly subject: string;
  /** What the button says, and where on the site it leads to. */
  readonly button: readonly [label: string, path: string];
  readonly stop: string;
}

type PlainTextOptions = NonNullable<Parameters<typeof toPlainText>[1]>;

/** The text part says a button as its words and, on a line of its own, its address. */
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

/** Puts a letter's words on the one page that all letters have, as HTML, and from the same page as plain text. */
export async function writeLetter(sender: Sender, words: Words): Promise<Letter> {
  const { subject, button, stop, ...rest } = words;
  const [label, path] = button;
  const screen = unsubscribeScreen(sender);
  const html = await render(
    <LetterPage
      {...rest}
      title={subject}
      action={{ label, link: `${sender.publicUrl}${path}` }}
      unsubscribe={screen === null ? null : { label: stop, link: screen }}
    />,
  );
  return { subject, html, text: toPlainText(html, PLAIN_TEXT), unsubscribe: oneClickAddress(sender) };
}
