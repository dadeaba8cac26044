import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.js';
import { RatingsReader } from '../ratings.js';
import { readerOf } from '../view.js';
import { AT_ONCE, Marked, PhotoOrder } from './photo-order.js';
import { queueState, ratingQueue } from './rating-queue.js';

const PAGE = 1000;
/**
 * Entries are read again this far back. Another process may show the later ones of a batch of events before the earlier.
 */
const OVERLAP = 500;
const MOST_PEOPLE = 1000;

/** Who looks for photos to rate. */
export interface Viewer {
  /** Null for visitors. */
  readonly accountId: string | null;
  /** The account, or the network of a visitor. */
  readonly key: string;
  readonly isYoung: boolean;
}

/** Which photos a person wants. */
export interface Wanted {
  /** The ends of ids that must not come, in the order in which they came: those that the person still has are the last. */
  readonly without: readonly string[];
  /** Ten at most. */
  readonly limit: number;
}

/** A post to rate, and whether it is among those of the running week, which come first. */
export interface PhotoToRate {
  readonly post: Stored<LeaderboardDocument>;
  readonly isThisWeek: boolean;
}

/** What is known of one person on one day. */
interface Person {
  readonly rated: Marked;
  /** The numbers of the posts that they rated last. */
  recent: readonly number[];
  upTo: number;
}

const EMPTY: Person = { rated: new Marked(), recent: [], upTo: 0 };

/** The photos to rate, in memory from the first question of a day on. */
@Injectable()
export class RatingQueueReader extends readerOf(ratingQueue) {
  private readonly board: ViewReader<LeaderboardDocument>;
  private day = '';
  private order = new PhotoOrder('', '');
  private upTo = 0;
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
  async next(
    viewer: Viewer,
    { without, limit }: Wanted,
    now: Date,
    week: string,
  ): Promise<readonly PhotoToRate[]> {
    const at = now.toISOString();
    this.begin(`${at.slice(0, 10)} ${week}`, week);
    const { order } = this;
    const [, person] = await Promise.all([this.readOn(order), this.personOf(viewer.accountId, order)]);
    const kept = order.keep(viewer.key, new Set(without.slice(-AT_ONCE)), now.getTime());
    const looking = {
      person: viewer.key,
      rated: person.rated,
      without: new Set(without),
      recent: new Set([...person.recent.map((number) => order.ownerOf(number)), ...kept]),
      isYoung: viewer.isYoung,
    };
    for (;;) {
      const ids = order.next(looking, limit, at);
      const posts = await this.board.getMany(ids);
      const shown = ids.flatMap((id) => {
        const post = posts.get(id);
        if (post?.isPublic) return [{ post, isThisWeek: order.isFirst(id) }];
        order.remove(id);
        return [];
      });
      if (shown.length === 0 && ids.length > 0) continue;
      // Visitors rate none of them.
      if (viewer.accountId !== null)
        order.hold(
          viewer.key,
          shown.map(({ post }) => post._id),
          now.getTime(),
        );
      return shown;
    }
  }

  /** Forgets everything when a day begins: another order, and perhaps another week. */
  private begin(day: string, week: string): void {
    if (day === this.day) return;
    this.day = day;
    this.order = new PhotoOrder(day, week);
    this.upTo = 0;
    this.people = new LRUCache<string, Person>({ max: MOST_PEOPLE });
    this.reading = null;
  }

  private readOn(order: PhotoOrder): Promise<void> {
    const reading = (this.reading ??= this.read(order).finally(() => {
      if (this.reading === reading) this.reading = null;
    }));
    return reading;
  }

  private async read(order: PhotoOrder): Promise<void> {
    let from = Math.max(0, this.upTo - OVERLAP);
    for (;;) {
      const query = { where: { turn: { $gt: from } }, sort: { turn: 1 }, limit: PAGE } as const;
      const found = await this.documents.pick(query, ['ownerId', 'state', 'turn']);
      for (const { _id, ownerId, state } of found) order.set(_id, ownerId, queueState(state));
      from = found.at(-1)?.turn ?? from;
      if (order === this.order) this.upTo = Math.max(this.upTo, from);
      if (found.length < PAGE) return;
    }
  }

  private async personOf(accountId: string | null, order: PhotoOrder): Promise<Person> {
    if (accountId === null) return EMPTY;
    const { people } = this;
    const person = people.get(accountId) ?? { rated: new Marked(), recent: [], upTo: 0 };
    people.set(accountId, person);
    for (;;) {
      const found = await this.ratings.since(accountId, Math.max(0, person.upTo - OVERLAP), PAGE);
      const numbers = found.map(({ postId }) => order.numberOf(postId));
      for (const number of numbers) person.rated.add(number);
      person.recent = [...new Set([...person.recent, ...numbers])].slice(1 - AT_ONCE);
      person.upTo = Math.max(person.upTo, found.at(-1)?.position ?? 0);
      if (found.length < PAGE) return person;
    }
  }
}
