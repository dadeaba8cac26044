import { projection } from '../projection.js';

/** What can be suspicious about the ratings of one person. Rings of several people are found in the pairs. */
export const RATER_SIGNALS = ['onePerson', 'extremes', 'burst'] as const;
export type RaterSignal = (typeof RATER_SIGNALS)[number];

/** When ratings become suspicious. */
export const SUSPICION = {
  /** A new account that rates mostly one person: its ratings of the first days, and the share of one owner. */
  onePerson: { days: 7, ratings: 5, share: 0.8 },
  /** A person who only ever gives 0 or 10. */
  extremes: { ratings: 10 },
  /** A person who gives many ratings in a short time. */
  burst: { ratings: 10, seconds: 120 },
  /** People who rate each other high, several times each. */
  ring: { ratings: 3, average: 9 },
} as const;

/** The owners that a document names; the ratings of a new account for more owners are not of one person. */
const MOST_OWNERS = 20;
const DAY_MS = 86_400_000;

/** The ratings of one person, under the id of their account. */
export interface RaterDocument {
  /** ISO 8601; null if the account is not known. */
  readonly registeredAt: string | null;
  readonly lastRatedAt: string | null;
  readonly count: number;
  /** How many of them are 0 or 10. */
  readonly extremeCount: number;
  /** The number of ratings in the first days, and how many of them went to each owner. */
  readonly early: { readonly count: number; readonly owners: Readonly<Record<string, number>> };
  /** The times of the last ratings, oldest first. */
  readonly lastTimes: readonly string[];
  /** The shortest time for as many ratings as a burst has, in seconds; null before there are so many. */
  readonly fastestSeconds: number | null;
  readonly signals: Readonly<Record<RaterSignal, boolean>>;
  readonly isSuspicious: boolean;
  /** The act that excludes all ratings of this person; null while these count. */
  readonly excludedBy: string | null;
}

const NEW: RaterDocument = {
  registeredAt: null,
  lastRatedAt: null,
  count: 0,
  extremeCount: 0,
  early: { count: 0, owners: {} },
  lastTimes: [],
  fastestSeconds: null,
  signals: { onePerson: false, extremes: false, burst: false },
  isSuspicious: false,
  excludedBy: null,
};

export const raters = projection<RaterDocument>({
  name: 'raters',
  version: 1,
  indexes: [
    { fields: { isSuspicious: 1, lastRatedAt: -1 } },
    ...RATER_SIGNALS.map((signal) => ({ fields: { [`signals.${signal}`]: 1, lastRatedAt: -1 } as const })),
  ],
  on: {
    AccountRegistered: {
      ids: ({ data }) => [data.accountId],
      fold: (rater, { metadata }) => ({ ...(rater ?? NEW), registeredAt: metadata.at }),
    },
    Rated: {
      ids: ({ data }) => [data.userId],
      fold: (rater, { data, metadata }) => judged(withRating(rater ?? NEW, data, metadata.at)),
    },
    RaterExcluded: {
      ids: ({ data }) => [data.userId],
      fold: (rater, { data }) => ({ ...(rater ?? NEW), excludedBy: data.actId }),
    },
    RaterIncluded: {
      ids: ({ data }) => [data.userId],
      fold: (rater) => ({ ...(rater ?? NEW), excludedBy: null }),
    },
  },
});

function withRating(
  rater: RaterDocument,
  { ownerId, score }: { readonly ownerId: string; readonly score: number },
  at: string,
): RaterDocument {
  const { burst } = SUSPICION;
  const lastTimes = [...rater.lastTimes, at].slice(-burst.ratings);
  const first = lastTimes.length === burst.ratings ? lastTimes[0] : undefined;
  const seconds = first === undefined ? null : (Date.parse(at) - Date.parse(first)) / 1000;
  const isEarly =
    rater.registeredAt !== null &&
    Date.parse(at) - Date.parse(rater.registeredAt) < SUSPICION.onePerson.days * DAY_MS;
  return {
    ...rater,
    lastRatedAt: at,
    count: rater.count + 1,
    extremeCount: rater.extremeCount + (score === 0 || score === 10 ? 1 : 0),
    early: isEarly ? earlier(rater.early, ownerId) : rater.early,
    lastTimes,
    fastestSeconds:
      seconds === null ? rater.fastestSeconds : Math.min(seconds, rater.fastestSeconds ?? seconds),
  };
}

function earlier({ count, owners }: RaterDocument['early'], ownerId: string): RaterDocument['early'] {
  const known = owners[ownerId];
  if (known === undefined && Object.keys(owners).length >= MOST_OWNERS) return { count: count + 1, owners };
  return { count: count + 1, owners: { ...owners, [ownerId]: (known ?? 0) + 1 } };
}

/** Derives the signals from the counts. */
function judged(rater: RaterDocument): RaterDocument {
  const { onePerson, extremes, burst } = SUSPICION;
  const { count, owners } = rater.early;
  const signals = {
    onePerson: count >= onePerson.ratings && Math.max(0, ...Object.values(owners)) >= onePerson.share * count,
    extremes: rater.count >= extremes.ratings && rater.extremeCount === rater.count,
    burst: rater.fastestSeconds !== null && rater.fastestSeconds <= burst.seconds,
  };
  return { ...rater, signals, isSuspicious: RATER_SIGNALS.some((signal) => signals[signal]) };
}
