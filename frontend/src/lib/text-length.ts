import { lengthOf, visibleLine, written } from '@footnote/backend/shared/visible-text.ts';

/** A character followed by a variation selector (text or emoji style). */
const withLook = /[^\uFE0F\uFE0E][\uFE0F\uFE0E]/g;

/** The length of a text as the server counts it: code points of what would be stored. */
export function characterCount(text: string): number {
  return lengthOf(written(text));
}

/** The same of a text of one line, such as a name. */
export function lineLength(text: string): number {
  return lengthOf(visibleLine(text) ?? '');
}

/**
 * The length of a text as the server counts untrimmed values, such as passwords: code points, without variation
 * selectors. An emoji that consists of several code points, such as a family, counts each.
 */
export function wholeLength(text: string): number {
  return lengthOf(text) - (text.match(withLook)?.length ?? 0);
}
