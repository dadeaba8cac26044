import { boundsOf, weekOf, weeksEndedBy } from '../domain/week/iso-week.js';
import { CLOSING_DELAY_MS } from '../reactions/timers/week-closing.js';
import type { Scene } from './scenes.js';

/** The times at which to close the weeks that ended between the first scene and `now`, in order. */
export function closingsOf(scenes: readonly Scene[], now: Date, timeZone: string): Date[] {
  const [first] = scenes;
  if (!first) return [];
  const closable = new Date(now.getTime() - CLOSING_DELAY_MS);
  return weeksEndedBy(closable, weekOf(first.at, timeZone), timeZone).map(
    (week) => new Date(boundsOf(week, timeZone).endsAt.getTime() + CLOSING_DELAY_MS),
  );
}
