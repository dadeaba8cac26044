/** Part of an emoji: the joiner between two pictures, and the sign that a character is meant as a picture. */
const EMOJI_PART =
  /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)\u200D(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\uFE0F/u;
/** What shows nothing, or turns the text around it about; and what has no meaning that all agree on. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2800]/u;
const HIDDEN = new RegExp(`(${EMOJI_PART.source})|${UNSEEN.source}`, 'gu');
/** Towers of accents reach into the lines above; no language stacks more than these. */
const TOWERS = /(\p{M}{3})\p{M}+/gu;

/**
 * The one spelling of what somebody wrote for others to see, such as a name: on one line, without control characters,
 * without what can't be seen or turns text around. Null when nothing is left of it. Its length is not looked at.
 */
export function visibleLine(typed: string): string | null {
  return (
    visible(typed)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim() || null
  );
}

/** The same for a text, which may have lines, of which one at a time may be empty. */
export function visibleText(typed: string): string | null {
  const lines = visible(typed)
    .split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/)
    .map((line) => line.replace(/[^\S ]|\p{Cc}/gu, ' ').trimEnd());
  return (
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim() || null
  );
}

function visible(typed: string): string {
  return typed.normalize('NFC').replace(HIDDEN, '$1').replace(TOWERS, '$1');
}
