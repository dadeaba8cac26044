/** A character and the sign that says how it is to look: as a picture or as a letter. */
const withLook = /[^\uFE0F\uFE0E][\uFE0F\uFE0E]/g;

/** The length of a text as the server counts comments and reports: characters, the blanks around it left out. */
export function characterCount(text: string): number {
  return [...text.trim()].length;
}

/**
 * The length of a text as the server counts names and bios: whole characters, not halves of them, of what is left once
 * the blanks around it are gone. An emoji of several characters, such as a family, counts each.
 */
export function textLength(text: string): number {
  const sent = text.trim().normalize('NFC');
  return [...sent].length - (sent.match(withLook)?.length ?? 0);
}
