/** What an object or an array takes in memory besides what is in it, and what each place in it takes. */
const HEAD = 24;
const PLACE = 8;
/** What a text takes besides its letters. */
const TEXT = 16;

/** About how many bytes a JSON value takes in memory. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return TEXT + value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let weight = HEAD;
  if (Array.isArray(value)) {
    for (const item of value) weight += PLACE + weightOf(item);
    return weight;
  }
  for (const key in value) weight += PLACE + weightOf((value as Record<string, unknown>)[key]);
  return weight;
}
