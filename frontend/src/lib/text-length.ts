/** A character followed by a variation selector (text or emoji style). */
const withLook = /[^\uFE0F\uFE0E][\uFE0F\uFE0E]/g;

/**
 * The length of a text as the server counts untrimmed values, such as passwords: code points, without variation
 * selectors. An emoji that consists of several code points, such as a family, counts each.
 */
export function wholeLength(text: string): number {
  return Array.from(text).length - (text.match(withLook)?.length ?? 0);
}
