import { planCrowd } from './crowd.js';
import { planPurchases } from './purchases.js';
import { seededRandom } from './random.js';
import type { Scene } from './scenes.js';

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
const DAYS = 42;
/** How long people stay: at least this, and longer by this on average. */
const LEAST_DAYS = 2;
const MEAN_DAYS = 28;

/**
 * The scenes of six weeks of a community up to `now`, in order of time. People lose interest after a few weeks, few publish much,
 * evenings are busier than nights, people rate, like and comment on posts of others, and some buy boosts or donate. The same seed gives the same
 * plan, shifted to `now`.
 */
export function planCommunity(seed: number, people: number, posts: number, now: Date): Scene[] {
  const random = seededRandom(`${seed}/plan`);
  const start = now.getTime() - DAYS * DAY_MS;
  /** When people join, before the shift to the evening: the same part of the six weeks at any `now`. */
  const begins: number[] = [];
  const joins = Array.from({ length: people }, (_, person) => {
    // More at the beginning.
    const begin = start + 0.95 * random() ** 1.5 * DAYS * DAY_MS;
    begins.push(begin);
    const stays = (LEAST_DAYS - MEAN_DAYS * Math.log(1 - random())) * DAY_MS;
    const until = new Date(Math.min(begin + stays, now.getTime()));
    return { kind: 'join', person, at: new Date(evening(begin, until.getTime(), random())), until } as const;
  });
  const posted = Array.from({ length: posts }, (_, photo) => {
    // Squaring makes the first people publish most.
    const join = joins[Math.floor(random() ** 2 * people)];
    if (!join) throw new RangeError('a community needs at least one person');
    const { person, at, until } = join;
    const part = random();
    const first = at.getTime() + MINUTE_MS;
    const moment = evening(first + part * (until.getTime() - first), until.getTime(), random());
    const begin = begins[person] ?? start;
    const seenFrom = begin + part * (until.getTime() - begin);
    return {
      post: { kind: 'publish', person, photo, at: new Date(moment) } as const,
      seenBy: joins.filter((other) => other.until.getTime() > seenFrom),
      age: now.getTime() - seenFrom,
    };
  });
  const publishes = posted.map(({ post }) => post);
  const purchases = planPurchases(publishes, now);
  const crowds = posted.flatMap((one) => planCrowd(seed, one, now));
  // The sort is stable: of two scenes at the same moment, the one that the other needs comes first.
  return [...joins, ...publishes, ...crowds, ...purchases].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
}

/** Moves two thirds of the moments to the evening of their day, but not past `latest`. */
function evening(moment: number, latest: number, chance: number): number {
  if (chance > 0.66) return moment;
  const shifted = Math.floor(moment / DAY_MS) * DAY_MS + (17 + (chance / 0.66) * 5) * 3_600_000;
  return shifted >= moment && shifted < latest ? shifted : moment;
}
