import { projection } from '../projection.js';

/** A closed week. Its standings are in the view `standings`. */
export interface WeeklyDocument {
  /** ISO week, e.g. `2026-W47`; the document's id too. */
  readonly week: string;
  readonly startsAt: string;
  readonly endsAt: string;
  /** The standings of the week have the same `closing`. */
  readonly closing: string;
  /** How many posts have a rank. */
  readonly ranks: number;
  /** Whether the week had any post on the board. */
  readonly hasWinners: boolean;
}

export const weekly = projection<WeeklyDocument>({
  name: 'weekly',
  version: 2,
  isRemembered: true,
  indexes: [{ fields: { hasWinners: 1, week: -1 } }],
  on: {
    WeekClosed: {
      ids: ({ data }) => [data.week],
      fold: (_, { data: { week, startsAt, endsAt, closing, ranks } }) => ({
        week,
        startsAt,
        endsAt,
        closing,
        ranks,
        hasWinners: ranks > 0,
      }),
    },
    WeekReopened: { ids: ({ data }) => [data.week], fold: () => null },
  },
});
