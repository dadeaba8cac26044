import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.js';
import { RatingsReader } from '../ratings.js';
import { readerOf } from '../view.js';
import { AT_ONCE, Marked, PhotoOrder, TAIL } from './photo-order.js';
import { queueState, ratingQueue } from './rating-queue.js';

const PAGE = 1000;
/** A store may show later documents of a batch before earlier ones: for so long, and so many events, at most. */
const BATCH_MS = 1000;
const BATCH_EVENTS = 500;
const MOST_PEOPLE = 1000;

/** Who looks for photos to rate. */
export interface Viewer {
  /** Null for visitors. */
  readonly accountId: string | null;
  /** The account, or the network of a visitor. */
  readonly key: string;
  /** Whether they may give votes: what others get counts as rated by them for a while. */
  readonly mayRate: boolean;
  /** Also of a visitor, who becomes a young account. */
  readonly isYoung: boolean;
}

/** Which photos a person wants. */
export interface Wanted {
  /** The ends of ids that must not come, in the order in which they came: those that the person still has are the last. */
  readonly without: readonly string[];
  /** Ten at most. */
  readonly limit: number;
}

export interface Photos {
  readonly posts: readonly Stored<LeaderboardDocument>[];
  /** Whether nothing else of the running week is left for this person. */
  readonly isWeekOver: boolean;
}

/** How far a list was read that grows at its end. */
class ReadUpTo {
  private upTo = 0;
  private marked = 0;
  private markedAt = 0;
  private sure = 0;

  /** The position to read on from, so that nothing of the last batch is missed. */
  from(now: number): number {
    if (now - this.markedAt >= BATCH_MS) {
      this.sure = this.marked;
      this.marked = this.upTo;
      this.markedAt = now;
    }
    return Math.max(this.sure, this.upTo - BATCH_EVENTS);
  }

  reached(position: number): void {
    this.upTo = Math.max(this.upTo, position);
  }
}

/** What is known of one person on one day. */
interface Person {
  readonly rated: Marked;
  /** The numbers of the posts that they rated last. */
  recent: readonly number[];
  readonly upTo: ReadUpTo;
}

const nobody = (): Person => ({ rated: new Marked(), recent: [], upTo: new ReadUpTo() });

/** The photos to rate, in memory from the first question of a day on. */
@Injectable()
export class RatingQueueReader extends readerOf(ratingQueue) {
  private readonly board: ViewReader<LeaderboardDocument>;
  private day = '';
  private order = new PhotoOrder('', '');
  private upTo = new ReadUpTo();
  private people = new LRUCache<string, Person>({ max: MOST_PEOPLE });
  private reading: Promise<void> | null = null;

  constructor(
    views: Views,
    publicViews: PublicViews,
    private readonly ratings: RatingsReader,
  ) {
    super(views);
    this.board = publicViews.of(leaderboard);
  }

  /**
   * The next photos for a person.
   * @param week the running ISO week
   */
  async next(viewer: Viewer, { without, limit }: Wanted, now: Date, week: string): Promise<Photos> {
    const at = now.toISOString();
    this.begin(`${at.slice(0, 10)} ${week}`, week);
    const { order } = this;
    const [, person] = await Promise.all([
      this.readOn(order, now.getTime()),
      this.personOf(viewer.accountId, order, now.getTime()),
    ]);
    const ends = new Set(without.slice(-AT_ONCE));
    const passed = new Set(without);
    const looking = {
      person: viewer.key,
      rated: person.rated,
      without: passed,
      recent: [
        ...person.recent.map((number) => order.ownerOf(number)),
        ...order.heldBy(viewer.key, ends),
      ].slice(1 - AT_ONCE),
      isYoung: viewer.isYoung,
    };
    for (;;) {
      const ids = order.next(looking, limit, at);
      const found = await this.board.getMany(ids);
      const posts = ids.flatMap((id) => found.get(id) ?? []).filter(({ isPublic }) => isPublic);
      const shown = new Set(posts.map(({ _id }) => _id));
      await this.pass(
        ids.filter((id) => !shown.has(id)),
        order,
        passed,
      );
      if (posts.length === 0 && ids.length > 0) continue;
      const got = [...shown];
      if (viewer.mayRate) order.hold(viewer.key, got, ends, viewer.isYoung, now.getTime());
      return { posts, isWeekOver: order.isWeekSeen(looking, got, at) };
    }
  }

  /** Takes deleted posts out of the order. Others that the board does not show now are passed this time: it may be behind. */
  private async pass(ids: readonly string[], order: PhotoOrder, passed: Set<string>): Promise<void> {
    if (ids.length === 0) return;
    const left = await this.documents.getMany(ids);
    for (const id of ids) {
      if (left.has(id)) passed.add(id.slice(-TAIL));
      else order.remove(id);
    }
  }

  /** Forgets everything when a day begins: another order, and perhaps another week. */
  private begin(day: string, week: string): void {
    if (day === this.day) return;
    this.day = day;
    this.order = new PhotoOrder(day, week);
    this.upTo = new ReadUpTo();
    this.people = new LRUCache<string, Person>({ max: MOST_PEOPLE });
    this.reading = null;
  }

  private readOn(order: PhotoOrder, now: number): Promise<void> {
    const reading = (this.reading ??= this.read(order, this.upTo, now).finally(() => {
      if (this.reading === reading) this.reading = null;
    }));
    return reading;
  }

  private async read(order: PhotoOrder, upTo: ReadUpTo, now: number): Promise<void> {
    let from = upTo.from(now);
    for (;;) {
      const query = { where: { turn: { $gt: from } }, sort: { turn: 1 }, limit: PAGE } as const;
      const found = await this.documents.pick(query, ['ownerId', 'state', 'turn']);
      for (const { _id, ownerId, state } of found) order.set(_id, ownerId, queueState(state));
      from = found.at(-1)?.turn ?? from;
      upTo.reached(from);
      if (found.length < PAGE) return;
    }
  }

  private async personOf(accountId: string | null, order: PhotoOrder, now: number): Promise<Person> {
    if (accountId === null) return nobody();
    const person = this.people.get(accountId) ?? nobody();
    this.people.set(accountId, person);
    let from = person.upTo.from(now);
    for (;;) {
      const found = await this.ratings.since(accountId, from, PAGE);
      const numbers = found.map(({ postId }) => order.numberOf(postId));
      const fresh = numbers.filter((number) => !person.rated.has(number));
      for (const number of fresh) person.rated.add(number);
      person.recent = [...person.recent, ...fresh].slice(1 - AT_ONCE);
      from = found.at(-1)?.position ?? from;
      person.upTo.reached(from);
      if (found.length < PAGE) return person;
    }
  }
}
