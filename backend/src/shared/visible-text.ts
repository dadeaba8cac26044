/** Part of an emoji: the joiner between two pictographs, and the variation selector that asks for emoji display. */
const EMOJI_PART =
  /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)\u200D(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\uFE0F/u;
/** Characters that are invisible, change the text direction, or are private, unpaired or unassigned. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2800]/u;
const HIDDEN = new RegExp(`(${EMOJI_PART.source})|${UNSEEN.source}`, 'gu');

/** Whether a text has characters that nobody sees, such as direction marks. Parts of emoji count, too. */
export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text);
}

/** Many stacked accents cover the lines above. No language needs more than three on one letter. */
const STACKED_ACCENTS = /(\p{M}{3})\p{M}+/gu;

/**
 * Normalizes public text of one line, such as a name: NFC, without control characters, invisible characters or
 * direction changes, trimmed. Null when nothing is left. Does not check the length.
 */
export function visibleLine(typed: string): string | null {
  return (
    visible(typed)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim() || null
  );
}

/** Like {@link visibleLine}, but keeps line breaks, with at most one empty line in a row. */
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
  return typed.normalize('NFC').replace(HIDDEN, '$1').replace(STACKED_ACCENTS, '$1');
}
