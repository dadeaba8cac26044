const LAST = 0x10_ff_ff;
const SURROGATES = { first: 0xd8_00, after: 0xe0_00 };

/** The first text, by UTF-8 bytes, after all texts that begin with `prefix`; null if there is none. */
export function successorOf(prefix: string): string | null {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === LAST) points.pop();
  const last = points.pop();
  if (last === undefined) return null;
  const next = last + 1 === SURROGATES.first ? SURROGATES.after : last + 1;
  return String.fromCodePoint(...points, next);
}
