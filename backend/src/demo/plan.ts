import { planCrowd } from './crowd.js';
import { planPurchases } from './purchases.js';
import { seededRandom } from './random.js';
import type { Scene } from './scenes.js';

const DAY_MS = 86_400_000;
const DAYS = 42;

/**
 * The scenes of six weeks of a community up to `now`, in order of time. Most people join early, few publish much,
 * evenings are busier than nights, people rate, like and comment on posts of others, and some buy boosts or donate. The same seed gives the same
 * plan, shifted to `now`.
 */
export function planCommunity(seed: number, people: number, posts: number, now: Date): Scene[] {
  const random = seededRandom(`${seed}/plan`);
  const start = now.getTime() - DAYS * DAY_MS;
  const moment = (from: number, to: number) => new Date(evening(from + random() * (to - from), to, random()));
  const joins = Array.from({ length: people }, (_, person) => {
    const latest = start + (0.1 + 0.8 * random() ** 2) * DAYS * DAY_MS;
    return { kind: 'join', person, at: moment(start, latest) } as const;
  });
  const publishes = Array.from({ length: posts }, (_, photo) => {
    // Squaring makes the first people publish most.
    const join = joins[Math.floor(random() ** 2 * people)];
    if (!join) throw new RangeError('a community needs at least one person');
    return {
      kind: 'publish',
      person: join.person,
      photo,
      at: moment(join.at.getTime() + 60_000, now.getTime()),
    } as const;
  });
  const purchases = planPurchases(publishes, now);
  const crowds = publishes.flatMap((post) => planCrowd(seed, post, joins, now));
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
