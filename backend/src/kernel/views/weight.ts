/** The size of an empty object or array in memory, and of each field or element. */
const HEAD = 24;
const SLOT = 8;
/** The size of an empty text. */
const TEXT = 16;

/** The approximate size of a JSON value in memory, in bytes. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return TEXT + value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let weight = HEAD;
  if (Array.isArray(value)) {
    for (const item of value) weight += SLOT + weightOf(item);
    return weight;
  }
  for (const key in value) weight += SLOT + weightOf((value as Record<string, unknown>)[key]);
  return weight;
}
