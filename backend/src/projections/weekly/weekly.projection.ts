import type { Standing, WeekEvents } from '../../domain/week/week.events.js';
import { projection } from '../projection.js';

/** A week that is over, as it stood when it was closed. Made of one event, so that it never changes. */
export interface WeeklyDocument {
  /** ISO week, e.g. `2026-W47`; the document's id too. */
  readonly week: string;
  readonly startsAt: string;
  readonly endsAt: string;
  /** Best first. */
  readonly standings: readonly Standing[];
  /** Whether anybody was on the board that week. */
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
