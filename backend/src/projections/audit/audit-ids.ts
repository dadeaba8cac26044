/** The id of the line at a position: how many digits it has, and these. In the order of their ids, lines are in the order of the log. */
export function lineIdOf(position: number): string {
  const digits = position.toString(36);
  return `${(digits.length - 1).toString(36)}${digits}`;
}

/** All ids of lines are before this one: that of the greatest safe integer begins with `a2`. */
export const AFTER_LINES = 'a3';

/** Where a UUID has its dashes. */
const UUID = '00000000-0000-0000-0000-000000000000';
const UUID_LENGTH = UUID.length;
const HASH_LENGTH = 64;
const PAIR_LENGTH = 2 * UUID_LENGTH + 1;

/**
 * An id as the view keeps it: base64url of a UUID or a hash, as each id is stored in the document and in an index. The id of a
 * report or a rating has two UUIDs. Any other id stays as it is, behind `=`, which is no digit of base64url.
 */
export function shortId(id: string): string {
  if (id.length === UUID_LENGTH) return packed(id, UUID) ?? `=${id}`;
  if (id.length === HASH_LENGTH) return packed(id, '') ?? `=${id}`;
  if (id.length !== PAIR_LENGTH || id[UUID_LENGTH] !== '-') return `=${id}`;
  const first = packed(id.slice(0, UUID_LENGTH), UUID);
  const second = packed(id.slice(UUID_LENGTH + 1), UUID);
  return first === null || second === null ? `=${id}` : `${first}.${second}`;
}

/** The id that {@link shortId} got. */
export function wholeId(short: string): string {
  if (short.startsWith('=')) return short.slice(1);
  const [first = '', second] = short.split('.');
  if (second !== undefined) return `${wholeId(first)}-${wholeId(second)}`;
  const hex = Buffer.from(short, 'base64url').toString('hex');
  if (hex.length === HASH_LENGTH) return hex;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const BASE64URL = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', 'latin1');
/** The values of hexadecimal digits, by their characters; -1 for any other. */
const HEX = Int8Array.from({ length: 128 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code)),
);
const [DASH, LAST_CODE] = ['-'.charCodeAt(0), 127];
const digits = Buffer.alloc(Math.ceil((HASH_LENGTH * 4) / 6));

/**
 * base64url of lower-case hexadecimal digits, without the dashes where `shape` has them; null for any other text. A rebuild makes
 * six ids an event, and this takes a third of the time of a regular expression and Buffer's two conversions.
 */
function packed(text: string, shape: string): string | null {
  let [bits, width, length] = [0, 0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (shape.charCodeAt(index) === DASH) {
      if (code !== DASH) return null;
      continue;
    }
    const value = code > LAST_CODE ? -1 : (HEX[code] ?? -1);
    if (value < 0) return null;
    bits = (bits << 4) | value;
    width += 4;
    if (width < 6) continue;
    width -= 6;
    digits[length] = BASE64URL[bits >> width] ?? 0;
    length += 1;
    bits &= (1 << width) - 1;
  }
  if (width > 0) {
    digits[length] = BASE64URL[bits << (6 - width)] ?? 0;
    length += 1;
  }
  return digits.toString('latin1', 0, length);
}
