import type { Standing, WeekEvents } from '../../domain/week/week.events.js';
import { projection } from '../projection.js';

/** A closed week with its standings at that moment. Made from one event, so it never changes. */
export interface WeeklyDocument {
  /** ISO week, e.g. `2026-W47`; the document's id too. */
  readonly week: string;
  readonly startsAt: string;
  readonly endsAt: string;
  /** Best first. */
  readonly standings: readonly Standing[];
  /** Whether the week had any post on the board. */
  readonly hasWinners: boolean;
}

export const weekly = projection<WeeklyDocument>({
  name: 'weekly',
  version: 1,
  indexes: [{ fields: { hasWinners: 1, week: -1 } }],
  on: {
    WeekClosed: {
      ids: ({ data }) => [data.week],
      fold: (_, { data }) => documentOf(data),
    },
  },
});

function documentOf({ week, startsAt, endsAt, standings }: WeekEvents['WeekClosed']): WeeklyDocument {
  return { week, startsAt, endsAt, standings, hasWinners: standings.length > 0 };
}
