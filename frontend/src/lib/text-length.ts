/** A character and the sign that says how it is to look: as a picture or as a letter. */
const withLook = /[^\uFE0F\uFE0E][\uFE0F\uFE0E]/g;

/** The length of a text as the server counts comments and reports: characters, the blanks around it left out. */
export function characterCount(text: string): number {
  return [...text.trim()].length;
}

/**
 * The length of a text as the server counts what it takes as it is, such as passwords: whole characters, not halves of
 * them. An emoji of several characters, such as a family, counts each.
 */
export function wholeLength(text: string): number {
  return [...text].length - (text.match(withLook)?.length ?? 0);
}

/** The length of a text as the server counts names and bios: of what is left once the blanks around it are gone. */
export function textLength(text: string): number {
  return wholeLength(text.trim().normalize('NFC'));
}
