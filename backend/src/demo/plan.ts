import { planCrowd } from './crowd.js';
import { seededRandom } from './random.js';
import type { Scene } from './scenes.js';

const DAY_MS = 86_400_000;
const DAYS = 42;

/**
 * Six weeks of a community up to `now`, in order of time: most people join early, few of them publish much,
 * evenings are busier than nights, and others rate, like and talk about what was published. The same seed gives the same plan, shifted to `now`.
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
    // Squaring makes the first of them the busiest.
    const join = joins[Math.floor(random() ** 2 * people)];
    if (!join) throw new RangeError('a community needs at least one person');
    return {
      kind: 'publish',
      person: join.person,
      photo,
      at: moment(join.at.getTime() + 60_000, now.getTime()),
    } as const;
  });
  const crowds = publishes.flatMap((post) => planCrowd(seed, post, joins, now));
  // Where two come at the same moment, what the other needs stands before it.
  return [...joins, ...publishes, ...crowds].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** Moves two moments out of three into the evening of their day, but not past `latest`. */
function evening(moment: number, latest: number, chance: number): number {
  if (chance > 0.66) return moment;
  const shifted = Math.floor(moment / DAY_MS) * DAY_MS + (17 + (chance / 0.66) * 5) * 3_600_000;
  return shifted >= moment && shifted < latest ? shifted : moment;
}
