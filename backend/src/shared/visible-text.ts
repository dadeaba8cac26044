import { MARKS } from './unicode-marks.ts';

/**
 * What people write, as it is stored, shown, counted and compared; the same in browsers and on the server. So nothing
 * here depends on how new their Unicode is: what the tables do not name is a letter or an emoji from after their time.
 */

/** What shows nothing, changes the text direction, or is no character: stays only where a rule below says so. */
const UNSEEN =
  /[\u034F\uFE00-\uFE0F\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFC\u{13430}-\u{1343F}\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/u;
/** With what stays, but looks like a blank: of Braille, hieroglyphs, music and Khitan. */
const INVISIBLE = new RegExp(`${UNSEEN.source}|[\\u2800\\u{13441}\\u{13442}\\u{16FE4}\\u{1D159}]`, 'gu');
/** Letters that a narrow blank joins to an ending. */
const MONGOLIAN = /[\u1800-\u18AF]/;
const NARROW_BLANK = '\u202F';
/** Breaks long words of Thai, Khmer and Burmese between lines. */
const BREAK = '\u200B';
const EMOJI_LOOK = '\uFE0F';
/** Non-joiner and joiner; in Mongolian a separator that shapes the last vowel. */
const JOINER = /[\u180E\u200C\u200D]/u;
const SELECTOR = /[\uFE00-\uFE0F\u180B-\u180D\u180F]|[\u{E0100}-\u{E01EF}]/u;
/** The blocks of living scripts whose letters join or stack, from Hebrew to Adlam, without digits and punctuation. */
const JOINING =
  /(?![\p{N}\p{P}\p{S}\p{Z}])[\u0590-\u08FF\u0900-\u0DFF\u0F00-\u109F\u1700-\u18AF\u1900-\u19DF\u1A00-\u1B4D\u1B50-\u1B7E\u1B80-\u1C7F\u1CD0-\u1CFF\uA800-\uA8FF\uA930-\uA95F\uA980-\uAAFF\uABC0-\uABFF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10D00}-\u{10D3F}\u{10EC0}-\u{10EFF}\u{11080}-\u{110CF}\u{11100}-\u{1114F}\u{11400}-\u{114DF}\u{1E900}-\u{1E95F}\u{1EE00}-\u{1EEFF}]/u;
/** The blocks of Latin, Greek and Cyrillic. */
const FEW_MARKS =
  /[A-Za-z\u00AA\u00BA\u00C0-\u02FF\u0370-\u052F\u1C80-\u1C8F\u1D00-\u1DBF\u1E00-\u1FFF\u2071\u207F\u2090-\u209C\u2100-\u218F\u2C60-\u2C7F\uA640-\uA69F\uA720-\uA7FF\uAB30-\uAB6F\uFB00-\uFB06\uFF21-\uFF3A\uFF41-\uFF5A\u{10140}-\u{1018F}\u{10780}-\u{107BF}\u{1D400}-\u{1D7CB}\u{1DF00}-\u{1DFFF}\u{1E030}-\u{1E08F}]/u;
/** Emoji and other pictures, with the blocks that Unicode keeps for later ones. */
const PICTURE =
  /[\u00A9\u00AE\u203C\u2049\u2122\u2139\u2190-\u21FF\u2300-\u23FF\u24C2\u25A0-\u27BF\u2900-\u297F\u2B00-\u2BFF\u3030\u303D\u3297\u3299\u{1F000}-\u{1FAFF}\u{1FC00}-\u{1FFFD}]/u;
/** The tags that make a black flag that of England, Scotland or Wales: the only ones that are in use. */
const FLAG =
  /(?<=\u{1F3F4})\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/u;
/** One character, but all tags of a flag at once. */
const UNIT = new RegExp(`${FLAG.source}|.`, 'gsu');
const FLAG_TAGS = /^\u{E0067}\u{E0062}/u;
const MARK = markPattern();
const ALL_MARKS = new RegExp(MARK.source, 'gu');
const MANY_MARKS = new RegExp(`(${MARK.source}{64})${MARK.source}+`, 'gu');

/** Stacked marks cover the lines above. Everyday Burmese and pointed Hebrew need four, Tibetan more. */
const [MOST_MARKS, MOST_ELSEWHERE, MOST_ALIKE] = [4, 8, 2];

/**
 * Normalizes public text of one line, such as a name: NFC, without control characters, direction changes and characters
 * that show nothing, trimmed. Null when nothing is left to see. Does not check the length.
 */
export function visibleLine(typed: string): string | null {
  return shown(visible(typed, '').replace(/[\s\p{Cc}]+/gu, plainBlank));
}

/** Like {@link visibleLine}, but keeps line breaks, with at most one empty line in a row, and places for them in words. */
export function visibleText(typed: string): string | null {
  const lines = visible(typed, BREAK)
    .replace(/(?<=^|[\s\p{Cc}\u200B])\u200B+|\u200B+(?=[\s\p{Cc}]|$)/gu, '')
    .split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/)
    .map((line) => line.replace(/[^\S ]|\p{Cc}/gu, plainBlank).trimEnd());
  return shown(lines.join('\n').replace(/\n{3,}/g, '\n\n'));
}

/** {@link visibleText}, empty when nothing is left to see. */
export function written(typed: string): string {
  return visibleText(typed) ?? '';
}

/** In code points. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** The text without what nobody sees, to compare or search it: invisible differences make no other name or word. */
export function seen(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}

function shown(text: string): string | null {
  return /\S/.test(seen(text).replaceAll(ALL_MARKS, '')) ? text.trim() : null;
}

function plainBlank(blank: string, at: number, text: string): string {
  const isEnding = [at - 1, at + 1].every((beside) => MONGOLIAN.test(text[beside] ?? ''));
  return blank === NARROW_BLANK && isEnding ? blank : ' ';
}

/** Decides about each character by those before it that stay; `breaks` stay, too. */
function visible(typed: string, breaks: string): string {
  const kept: string[] = [];
  let letter = '';
  let marks: string[] = [];
  // To sort thousands of marks would take seconds.
  const units = typed.replace(MANY_MARKS, '$1').normalize('NFD').match(UNIT) ?? [];
  for (const [index, unit] of units.entries()) {
    const last = kept.at(-1) ?? '';
    if (JOINER.test(unit)) {
      const before = last === EMOJI_LOOK ? (kept.at(-2) ?? '') : last;
      const isInEmoji = unit === '\u200D' && PICTURE.test(before) && PICTURE.test(units[index + 1] ?? '');
      if (isInEmoji || (mayJoin([letter, ...marks]) && !isLoose(last))) kept.push(unit);
    } else if (SELECTOR.test(unit)) {
      if (mayVary(unit, last, letter)) kept.push(unit);
    } else if (unit === breaks || FLAG_TAGS.test(unit)) {
      kept.push(unit);
    } else if (UNSEEN.test(unit)) {
      continue;
    } else if (MARK.test(unit)) {
      const most = FEW_MARKS.test(letter) ? MOST_MARKS : MOST_ELSEWHERE;
      if (marks.length === most || marks.filter((mark) => mark === unit).length === MOST_ALIKE) continue;
      marks.push(unit);
      kept.push(unit);
    } else {
      letter = unit;
      marks = [];
      kept.push(unit);
    }
  }
  return kept.join('').normalize('NFC');
}

/** A joiner follows a letter or mark of a script that uses joiners. */
function mayJoin(cluster: readonly string[]): boolean {
  return cluster.some((unit) => JOINING.test(unit));
}

/** Of several in a row, one stays. */
function isLoose(last: string): boolean {
  return last === BREAK || JOINER.test(last);
}

/** The two looks of emoji stay on pictures, digits and signs; other selectors on all but Latin, Greek and Cyrillic letters. */
function mayVary(selector: string, last: string, letter: string): boolean {
  if (/[\uFE0E\uFE0F]/u.test(selector)) return PICTURE.test(last) || /[#*0-9]/.test(last);
  return /[^\s\p{Cc}]/u.test(last) && !isLoose(last) && !SELECTOR.test(last) && !FEW_MARKS.test(letter);
}

function markPattern(): RegExp {
  let code = 0;
  const ranges = MARKS.split(' ').map((step) => {
    const [gap = 0, more = 0] = step.split('+').map((digits) => Number.parseInt(digits, 36));
    const first = code + gap;
    code = first + more;
    return `\\u{${first.toString(16)}}-\\u{${code.toString(16)}}`;
  });
  return new RegExp(`[${ranges.join('')}]`, 'u');
}
