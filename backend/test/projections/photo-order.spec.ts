import { AT_ONCE, Marked, PhotoOrder, TAIL } from '../../src/projections/rating-queue/photo-order.js';
import { seededRandom } from '../../src/demo/random.js';

const NOW = '2026-11-26T12:00:00.000Z';
const id = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
const end = (postId: string) => postId.slice(-TAIL);

/** An order of posts with these votes: number, owner, votes, week, and whether a young account gave one of the first. */
function orderOf(...posts: (readonly [number, string, number, string?, boolean?])[]): PhotoOrder {
  const order = new PhotoOrder('2026-11-26', '2026-W48');
  for (const [number, ownerId, votes, week = '2026-W48', hasYoungVote = false] of posts) {
    order.set(id(number), ownerId, { week, votes, hasYoungVote, reporters: [] });
  }
  return order;
}

const someone = {
  person: 'bob',
  rated: new Marked(),
  without: new Set<string>(),
  recent: [] as readonly string[],
  isYoung: false,
};
const next = (order: PhotoOrder, changes: Partial<typeof someone> = {}, limit = AT_ONCE) =>
  order
    .next({ ...someone, ...changes }, limit, NOW)
    .map((postId) => Number.parseInt(postId.slice(-TAIL), 16));

describe('the order of photos to rate', () => {
  it('begins with those of this week that have the fewest votes, up to ten', () =>
    expect(
      next(orderOf([1, 'a', 9], [2, 'b', 0, '2026-W47'], [3, 'c', 10], [4, 'd', 0], [5, 'e', 1, '2026-W40'])),
    ).toEqual([4, 1, 2, 5, 3]));

  it('follows votes and what is no longer served', () => {
    const order = orderOf([1, 'a', 0], [2, 'b', 1], [3, 'c', 2]);
    order.set(id(1), 'a', { week: '2026-W48', votes: 3, hasYoungVote: false, reporters: [] });
    order.set(id(2), 'b', null);
    expect(next(order)).toEqual([3, 1]);
    order.remove(id(3));
    expect(next(order)).toEqual([1]);
  });

  it('has none of their own, none that they rated or reported, and none that they name', () => {
    const order = orderOf([1, 'bob', 0], [2, 'a', 0], [3, 'b', 0], [4, 'c', 0]);
    order.set(id(5), 'd', { week: '2026-W48', votes: 0, hasYoungVote: false, reporters: ['bob'] });
    const rated = new Marked();
    rated.add(order.numberOf(id(2)));
    expect(next(order, { rated, without: new Set([end(id(3))]) })).toEqual([4]);
  });

  it('has none of a suspended person until the suspension ends', () => {
    const order = orderOf([1, 'a', 0], [2, 'b', 0], [3, 'c', 0]);
    order.set('a', 'a', { until: 'never' });
    order.set('b', 'b', { until: NOW });
    expect(next(order).toSorted()).toEqual([2, 3]);
    order.set('a', 'a', null);
    expect(next(order).toSorted()).toEqual([1, 2, 3]);
  });

  it('repeats an owner only when others have no post with as few votes', () => {
    const order = orderOf([1, 'a', 0], [2, 'a', 0], [3, 'b', 0], [4, 'c', 1]);
    expect(next(order, {}, 2).toSorted()).toEqual(next(order, {}, 2).includes(1) ? [1, 3] : [2, 3]);
    expect(next(order).slice(-1)).toEqual(next(order, {}, 2).includes(1) ? [2] : [1]);
    expect(next(order, { recent: ['b'] }, 3).slice(-1)).toEqual([3]);
  });

  it('gives young accounts a photo with a young vote only when nothing else is left', () => {
    const order = orderOf([1, 'a', 0, '2026-W48', true], [2, 'b', 5]);
    expect(next(order, { isYoung: true })).toEqual([2]);
    expect(next(order, { isYoung: true, without: new Set([end(id(2))]) })).toEqual([1]);
    expect(next(order)).toEqual([1, 2]);
  });

  it('tells whether all of this week is seen, whatever has enough votes', () => {
    const order = orderOf([1, 'a', 12], [2, 'b', 0, '2026-W47'], [3, 'bob', 0]);
    expect(order.isWeekSeen(someone, [], NOW)).toBe(false);
    expect(order.isWeekSeen(someone, [id(1)], NOW)).toBe(true);
    expect(order.isWeekSeen({ ...someone, without: new Set([end(id(1))]) }, [], NOW)).toBe(true);
    order.set(id(1), 'a', null);
    expect(order.isWeekSeen(someone, [], NOW)).toBe(true);
  });

  it('differs by person and day among equal votes', () => {
    const posts = Array.from({ length: 200 }, (_, index) => [index * 21_474_836, `o${index}`, 0] as const);
    const first = (person: string) => next(orderOf(...posts), { person })[0];
    expect(new Set(['ann', 'bob', 'cleo', 'dan', 'eve'].map(first)).size).toBeGreaterThan(3);
    expect(first('ann')).toBe(first('ann'));
  });

  it('counts a photo that others have got as rated by them, until they ask again or ten minutes are over', () => {
    const order = orderOf([1, 'a', 0], [2, 'b', 0]);
    const hold = (person: string, numbers: readonly number[], now: number, ends: readonly number[] = []) =>
      order.hold(person, numbers.map(id), new Set(ends.map((number) => end(id(number)))), false, now);
    hold('ann', [1], 0);
    hold('ann', [1], 0);
    expect(next(order)).toEqual([2, 1]);
    expect(order.heldBy('ann', new Set([end(id(1))]))).toEqual(['a']);
    hold('cleo', [2], 1);
    hold('cleo', [1], 2, [2]);
    expect(next(order)).toEqual([2, 1]);
    hold('ann', [], 3);
    hold('cleo', [], 3, [2]);
    expect(next(order)).toEqual([1, 2]);
    hold('dan', [1], 600_003);
    expect(next(order)).toEqual([2, 1]);
  });

  it('gives no two young accounts the same photo at once, while others are left', () => {
    const order = orderOf([1, 'a', 0], [2, 'b', 5]);
    order.hold('ann', [id(1)], new Set(), true, 0);
    expect(next(order, { isYoung: true })).toEqual([2]);
    expect(next(order)).toEqual([1, 2]);
  });

  it('has at most four of ten of an owner with many new posts, while others are left', () => {
    const many = Array.from({ length: 80 }, (_, index) => [index, 'a', 0] as const);
    const others = Array.from({ length: 50 }, (_, index) => [100 + index, `o${index}`, 3] as const);
    const order = orderOf(...many, ...others);
    expect(next(order).filter((number) => number < 100)).toHaveLength(4);
    expect(next(order, { recent: ['a', 'a', 'a', 'a'] }).filter((number) => number < 100)).toHaveLength(0);
    expect(next(orderOf(...many))).toHaveLength(10);
  });
});

/** One of 50 people: five of them only rate the owner of many photos. */
interface Rater {
  readonly person: string;
  readonly rated: Marked;
  readonly passed: string[];
  readonly isFan: boolean;
  owners: string[];
  list: string[];
}

describe('250 photos of 60 people, of whom one has 80, rated by 50 people at once', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('get their votes evenly (seed %d)', (seed) => {
    const random = seededRandom(seed);
    const pick = (count: number) => Math.floor(random() * count);
    const ownerOf = new Map(
      Array.from({ length: 250 }, (_, index) => [id(pick(2 ** 47)), `o${index < 80 ? 0 : 1 + pick(59)}`]),
    );
    const votes = new Map([...ownerOf.keys()].map((postId) => [postId, 0]));
    const order = new PhotoOrder('2026-11-26', '2026-W48');
    const tell = (postId: string) =>
      order.set(postId, ownerOf.get(postId) ?? '', {
        week: '2026-W48',
        votes: votes.get(postId) ?? 0,
        hasYoungVote: false,
        reporters: [],
      });
    for (const postId of ownerOf.keys()) tell(postId);
    const people = Array.from({ length: 50 }, (_, index): Rater => ({
      person: `o${index}`,
      rated: new Marked(),
      passed: [],
      isFan: index >= 45,
      owners: [],
      list: [],
    }));
    const seen = { mostApart: 0, apart: 0, all: 0, ofMany: 0, wrong: 0 };
    for (let turn = 0; turn < 5000; turn += 1) {
      const rater = people[pick(50)] as Rater;
      if (rater.list.length <= 2) {
        const have = rater.list.map(end);
        const ends = new Set(have);
        const without = new Set([...rater.passed, ...have]);
        const recent = [...rater.owners, ...order.heldBy(rater.person, ends)].slice(1 - AT_ONCE);
        const got = order.next({ ...rater, without, recent, isYoung: false }, 2, NOW);
        order.hold(rater.person, got, ends, false, turn * 1000);
        rater.list.push(...got);
      }
      const postId = rater.list.shift() ?? '';
      const ownerId = ownerOf.get(postId);
      const number = order.numberOf(postId);
      if (ownerId === rater.person || rater.rated.has(number) || rater.passed.includes(end(postId)))
        seen.wrong += 1;
      seen.all += 1;
      seen.ofMany += Number(ownerId === 'o0');
      if ((rater.isFan && ownerId !== 'o0') || random() < 0.1) {
        rater.passed.push(end(postId));
        continue;
      }
      rater.rated.add(number);
      rater.owners = [...rater.owners, ownerId ?? ''].slice(1 - AT_ONCE);
      votes.set(postId, (votes.get(postId) ?? 0) + 1);
      tell(postId);
      const counts = [...votes.values()];
      const apart = Math.max(...counts) - Math.min(...counts);
      seen.mostApart = Math.max(seen.mostApart, apart);
      seen.apart += Number(apart > 3);
    }
    expect(seen.wrong).toBe(0);
    // What one person got and keeps can be left behind for a moment.
    expect(seen.mostApart).toBeLessThanOrEqual(4);
    expect(seen.apart / seen.all).toBeLessThan(0.02);
    expect(seen.ofMany / seen.all / (80 / 250)).toBeLessThanOrEqual(1.2);
  });
});
