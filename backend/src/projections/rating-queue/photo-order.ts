import { createHash } from 'node:crypto';
import type { QueueState } from './rating-queue.js';

/** Posts of this week come first until they have so many votes. */
const ENOUGH_VOTES = 10;
/** Among so many photos, no owner comes twice while others have posts with as few votes … */
export const AT_ONCE = 10;
/** … and more than so often only when nothing else is left. */
const MOST_OF_OWNER = 4;
/** A photo that a person got counts as rated by them for so long, unless they ask for others before. */
const HELD_MS = 10 * 60_000;
/** How many characters at the end of an id tell posts apart in what a browser names. */
export const TAIL = 12;

/** What one person may be shown. */
export interface Looking {
  /** Who looks: an account, or the network of a visitor. It decides the order among posts with equal votes. */
  readonly person: string;
  /** The posts that this person has rated. */
  readonly rated: Marked;
  /** The ends of ids of posts that must not come. */
  readonly without: ReadonlySet<string>;
  /** The owners of the photos that came last, each as often as they came. */
  readonly recent: readonly string[];
  /** Whether the account is too young to give more than one of the first votes of a post. */
  readonly isYoung: boolean;
}

/** A set of posts by their number, a bit each. */
export class Marked {
  private bits = new Uint8Array(64);

  has(number: number): boolean {
    return ((this.bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  /**
   * The first index from `from` on of a number that is not in the set; `to` if there is none before. One loop without a
   * generator, because a person may have rated almost all.
   */
  firstWithout(numbers: readonly number[], from: number, to: number): number {
    let index = from;
    while (index < to && this.has(numbers[index] as number)) index += 1;
    return index;
  }

  add(number: number): void {
    const at = number >> 3;
    if (at >= this.bits.length) {
      const grown = new Uint8Array(Math.max(at + 1, this.bits.length * 2));
      grown.set(this.bits);
      this.bits = grown;
    }
    this.bits[at] = (this.bits[at] ?? 0) | (1 << (number & 7));
  }
}

/** What a person got last. */
interface Held {
  readonly numbers: ReadonlySet<number>;
  readonly until: number;
  readonly isYoung: boolean;
}

interface Known {
  readonly id: string;
  /** Where it stands among posts with equal votes: the order of these is a ring, which each person enters elsewhere. */
  readonly place: number;
  ownerId: string;
  hasYoungVote: boolean;
  isOfWeek: boolean;
  /** They do not get it again. */
  reporters: readonly string[];
  /** How many people have got it and may be about to rate it, and how many of them are young. */
  held: number;
  heldByYoung: number;
  /** Null while it is not served. */
  level: number | null;
}

/**
 * The photos to rate on one day, in memory: posts of this week with the fewest votes first, then the others. It is made of
 * the entries of `rating-queue.ts`, in any order; a later one of the same post replaces the earlier.
 */
export class PhotoOrder {
  private readonly known: Known[] = [];
  private readonly numbers = new Map<string, number>();
  /** The numbers of the served posts of each level, by place. Posts of this week without enough votes have the first levels. */
  private readonly levels = new Map<number, number[]>();
  private readonly suspended = new Map<string, string>();
  /** The posts of the running week, served or not. */
  private readonly ofWeek: number[] = [];
  /** By person, in the order in which they asked last. */
  private readonly held = new Map<string, Held>();

  /**
   * @param day changes the order
   * @param week the running ISO week
   */
  constructor(
    private readonly day: string,
    private readonly week: string,
  ) {}

  /** The number of a post, which the order gives to each that it hears of. */
  numberOf(id: string): number {
    const known = this.numbers.get(id);
    if (known !== undefined) return known;
    const number = this.known.length;
    const place = Number.parseInt(id.slice(-8), 16) || 0;
    this.known.push({
      id,
      place,
      ownerId: '',
      hasYoungVote: false,
      isOfWeek: false,
      reporters: [],
      held: 0,
      heldByYoung: 0,
      level: null,
    });
    this.numbers.set(id, number);
    return number;
  }

  /** Takes an entry of the queue. */
  set(id: string, ownerId: string, state: QueueState): void {
    if (state && 'until' in state) {
      this.suspended.set(id, state.until);
      return;
    }
    // An entry without a state may be that of a person.
    if (id === ownerId) {
      this.suspended.delete(id);
      return;
    }
    const number = this.numberOf(id);
    const post = this.at(number);
    post.ownerId = ownerId;
    post.hasYoungVote = state?.hasYoungVote ?? false;
    post.reporters = state?.reporters ?? [];
    if (state?.week === this.week && !post.isOfWeek) {
      post.isOfWeek = true;
      this.ofWeek.push(number);
    }
    const level = state && this.levelOf(state);
    if (level === post.level) return;
    if (post.level !== null) this.leave(number, post.level);
    if (level !== null) this.enter(number, level);
    post.level = level;
  }

  /** Takes out a post that does not exist any more. */
  remove(id: string): void {
    this.set(id, this.at(this.numberOf(id)).ownerId, null);
  }

  ownerOf(number: number): string {
    return this.at(number).ownerId;
  }

  /** Whether a person has seen all posts of this week, apart from these. */
  isWeekSeen({ rated, ...looking }: Looking, apart: readonly string[], now: string): boolean {
    const others = new Set(apart);
    const { ofWeek } = this;
    let index = rated.firstWithout(ofWeek, 0, ofWeek.length);
    for (; index < ofWeek.length; index = rated.firstWithout(ofWeek, index + 1, ofWeek.length)) {
      const post = this.at(ofWeek[index] as number);
      if (post.level !== null && !others.has(post.id) && this.mayShow(post, looking, now)) return false;
    }
    return true;
  }

  /** The next photos for a person, `limit` at most: ids, in order. */
  next({ person, rated, without, recent, isYoung }: Looking, limit: number, now: string): readonly string[] {
    const chosen: string[] = [];
    // Further ones of owners who came already, those of owners who came often, and those that a young account should not get.
    const [again, often, marked]: [string[], string[], string[]] = [[], [], []];
    const owners = new Map<string, number>();
    for (const owner of recent) owners.set(owner, (owners.get(owner) ?? 0) + 1);
    const start = startOf(person, this.day);
    let lowest: number | null = null;
    for (const { level, post } of this.walk(rated, start)) {
      if (lowest !== null && level > lowest && chosen.length + again.length >= limit) break;
      const { id, ownerId } = post;
      if (!this.mayShow(post, { person, without }, now)) continue;
      const isMarked = isYoung && (post.hasYoungVote || post.heldByYoung > 0);
      const times = owners.get(ownerId) ?? 0;
      const list = isMarked ? marked : times >= MOST_OF_OWNER ? often : times > 0 ? again : chosen;
      if (list.length < limit) list.push(id);
      if (list === marked || list === often) continue;
      owners.set(ownerId, times + 1);
      lowest ??= level;
      if (chosen.length === limit) return chosen;
    }
    const all = [...chosen, ...again, ...often].slice(0, limit);
    return all.length > 0 ? all : marked;
  }

  /** The owners of what a person got and still has, by the ends of ids. */
  heldBy(person: string, ends: ReadonlySet<string>): readonly string[] {
    return this.kept(person, ends).map((number) => this.ownerOf(number));
  }

  /**
   * Notes what a person gets beside what they still have, so that people who ask at once get different photos. It replaces
   * what was noted of them before.
   */
  hold(
    person: string,
    ids: readonly string[],
    ends: ReadonlySet<string>,
    isYoung: boolean,
    now: number,
  ): void {
    const numbers = new Set([...this.kept(person, ends), ...ids.map((id) => this.numberOf(id))]);
    this.release(person);
    if (numbers.size > 0) this.held.set(person, { numbers, until: now + HELD_MS, isYoung });
    this.count(numbers, isYoung, 1);
    for (const [other, { until }] of this.held) {
      if (until > now) break;
      this.release(other);
    }
  }

  private kept(person: string, ends: ReadonlySet<string>): readonly number[] {
    const numbers = [...(this.held.get(person)?.numbers ?? [])];
    return numbers.filter((number) => ends.has(this.at(number).id.slice(-TAIL)));
  }

  private release(person: string): void {
    const held = this.held.get(person);
    if (held) this.count(held.numbers, held.isYoung, -1);
    this.held.delete(person);
  }

  private count(numbers: ReadonlySet<number>, isYoung: boolean, by: 1 | -1): void {
    for (const number of numbers) {
      const post = this.at(number);
      post.held += by;
      if (isYoung) post.heldByYoung += by;
    }
  }

  private at(number: number): Known {
    const post = this.known[number];
    if (!post) throw new RangeError(`There is no post ${number}`);
    return post;
  }

  private mayShow(
    { id, ownerId, reporters }: Known,
    { person, without }: Pick<Looking, 'person' | 'without'>,
    now: string,
  ): boolean {
    if (ownerId === person || reporters.includes(person) || this.isSuspended(ownerId, now)) return false;
    return without.size === 0 || !without.has(id.slice(-TAIL));
  }

  private isSuspended(ownerId: string, now: string): boolean {
    const until = this.suspended.get(ownerId);
    return until !== undefined && until > now;
  }

  private levelOf({ week, votes }: { readonly week: string; readonly votes: number }): number {
    return week === this.week && votes < ENOUGH_VOTES ? votes : ENOUGH_VOTES + votes;
  }

  /** The served posts that a person has not rated, in order; a held one comes as if it had these votes. */
  private *walk(rated: Marked, start: number): Iterable<{ level: number; post: Known }> {
    const left = [...this.levels].toSorted(([one], [other]) => other - one);
    const later = new Map<number, number[]>();
    for (;;) {
      const level = Math.min(left.at(-1)?.[0] ?? Infinity, ...later.keys());
      if (level === Infinity) return;
      for (const number of later.get(level) ?? []) yield { level, post: this.at(number) };
      later.delete(level);
      if (left.at(-1)?.[0] !== level) continue;
      const [, numbers] = left.pop() ?? [level, []];
      for (const number of this.notRated(numbers, rated, start)) {
        const post = this.at(number);
        if (post.held === 0) {
          yield { level, post };
          continue;
        }
        const then = levelWith(level, post.held);
        const held = later.get(then);
        if (held) held.push(number);
        else later.set(then, [number]);
      }
    }
  }

  /** From `start` on, and round. */
  private *notRated(numbers: readonly number[], rated: Marked, start: number): Iterable<number> {
    const first = this.placeIn(numbers, start);
    for (const [from, to] of [
      [first, numbers.length],
      [0, first],
    ] as const) {
      let index = rated.firstWithout(numbers, from, to);
      for (; index < to; index = rated.firstWithout(numbers, index + 1, to)) yield numbers[index] as number;
    }
  }

  private enter(number: number, level: number): void {
    const numbers = this.levels.get(level);
    if (numbers) numbers.splice(this.placeIn(numbers, this.at(number).place), 0, number);
    else this.levels.set(level, [number]);
  }

  private leave(number: number, level: number): void {
    const numbers = this.levels.get(level) ?? [];
    let index = this.placeIn(numbers, this.at(number).place);
    while (numbers[index] !== number) index += 1;
    numbers.splice(index, 1);
    if (numbers.length === 0) this.levels.delete(level);
  }

  /** The index of the first number whose place is not before this one. */
  private placeIn(numbers: readonly number[], place: number): number {
    let [low, high] = [0, numbers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at(numbers[middle] ?? 0).place < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The level of a post with so many votes more than it has on this one. */
function levelWith(level: number, more: number): number {
  const isFirst = level < ENOUGH_VOTES;
  return isFirst && level + more >= ENOUGH_VOTES ? ENOUGH_VOTES + level + more : level + more;
}

function startOf(person: string, day: string): number {
  return createHash('sha256').update(`${person} ${day}`).digest().readUInt32BE();
}
