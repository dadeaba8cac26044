const MINUTE_MS = 60_000;
/** The length of `2026-11-25T10:30:00`. */
const TO_SECOND = 19;

/** A moment of the address as a field for local times has it; empty for what is no moment. */
export function localTime(iso: string | undefined): string {
  const at = Date.parse(iso ?? '');
  if (Number.isNaN(at)) return '';
  const offset = new Date(at).getTimezoneOffset() * MINUTE_MS;
  return new Date(at - offset).toISOString().slice(0, TO_SECOND);
}

/** The moment in ISO 8601 that a field for local times has: the end of its second, if it is the last one. */
export function momentOf(local: string, isLast: boolean): string | undefined {
  const at = Date.parse(local);
  return Number.isNaN(at) ? undefined : new Date(at + (isLast ? 999 : 0)).toISOString();
}
