import { UNRECORDED } from '../../src/domain/rating/rating.js';
import fc from 'fast-check';
import { TIERS, type Tier } from '../../src/projections/leaderboard/post-boosts.js';
import { applied, boostEnded, held, released, revoked } from './boosts.js';
import type { Happened } from './given.js';
import { postDeleted, postPublished } from './made-up.js';

const MINUTE = 60_000;
const START = Date.parse('2026-11-21T12:00:00.000Z');
const HOLD = { kind: 'moderation', id: 'case' } as const;

/** What may happen to a board. */
const ACTS = ['publish', 'rate', 'delete', 'boost', 'record', 'hold', 'release', 'revoke'] as const;
const BOOST_ACTS = ['boost', 'boost', 'record', 'hold', 'release', 'revoke'] as const;

/** One step of a random history. Where it is impossible, only time passes. */
export interface Act {
  readonly kind: (typeof ACTS)[number];
  readonly post: number;
  readonly value: number;
  readonly minutes: number;
}

const act = (kind: fc.Arbitrary<Act['kind']>, least: number) =>
  fc.record({ kind, post: fc.nat(30), value: fc.nat(100), minutes: fc.integer({ min: least, max: 20 }) });

/** Any acts. Some happen at the same time. */
export const anyActs = fc.array(
  act(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant('publish' as const) },
      { weight: 4, arbitrary: fc.constant('boost' as const) },
      { weight: 5, arbitrary: fc.constantFrom(...ACTS) },
    ),
    0,
  ),
  { maxLength: 60 },
);

/** Acts that only concern boosts, at least a minute apart. */
export const boostActs = fc.array(act(fc.constantFrom(...BOOST_ACTS), 1), { maxLength: 12 });

interface Span {
  readonly type: 'regular' | 'mega';
  readonly from: number;
  until: number;
}

interface StoryPost {
  readonly id: string;
  readonly ownerId: string;
  readonly isPublic: boolean;
  readonly publishedAt: number;
  readonly week: string;
  readonly ai: number | null;
  sum: number;
  votes: number;
  readonly spans: Span[];
  /** The boost whose end is not recorded. */
  current: string | null;
  /** A held boost, and its remaining time. */
  held: { readonly boostId: string; readonly type: Span['type']; readonly remainingMs: number } | null;
}

export type StoryOrder = 'recent' | 'top';

const iso = (time: number) => new Date(time).toISOString();

/** A random history of a board, and its ranks by sorting all posts: the model that readers are compared with. */
export class BoardStory {
  readonly events: Happened[] = [];
  private time = START;
  private posts: StoryPost[] = [];
  private made = 0;

  /** The time after the last act. */
  get now(): Date {
    return new Date(this.time);
  }

  do(acts: readonly Act[]): this {
    for (const one of acts) {
      this.time += one.minutes * MINUTE;
      this.act(one);
    }
    return this;
  }

  /** The ids of all posts, hidden ones included. */
  get ids(): readonly string[] {
    return this.posts.map(({ id }) => id);
  }

  ownerOf(id: string): string {
    return this.posts.find((post) => post.id === id)?.ownerId ?? '';
  }

  weekOf(id: string): string {
    return this.posts.find((post) => post.id === id)?.week ?? '';
  }

  /** The public posts in the order of the board at a time, of all people or of one. */
  board(order: StoryOrder, at: Date, ownerId: string | null = null): readonly string[] {
    const time = at.getTime();
    return this.shown(ownerId)
      .toSorted((one, other) => {
        const group = TIERS.indexOf(tierOf(one, time)) - TIERS.indexOf(tierOf(other, time));
        return group || (order === 'top' ? byRating(one, other) : byAge(other, one));
      })
      .map(({ id }) => id);
  }

  /** The public posts by rating alone, of all weeks or of one. */
  ranking(week: string | null): readonly string[] {
    return this.shown(null)
      .filter((post) => week === null || post.week === week)
      .toSorted(byRating)
      .map(({ id }) => id);
  }

  /** The board now, if this post had a boost of this type. */
  boardWith(id: string, type: Span['type']): readonly string[] {
    const post = this.posts.find((one) => one.id === id);
    const spans = post?.spans.splice(0) ?? [];
    post?.spans.push({ type, from: this.time, until: this.time + MINUTE });
    const board = this.board('top', this.now);
    post?.spans.splice(0, 1, ...spans);
    return board;
  }

  private shown(ownerId: string | null): readonly StoryPost[] {
    return this.posts.filter((post) => post.isPublic && (ownerId === null || post.ownerId === ownerId));
  }

  private act({ kind, post: turn, value }: Act): void {
    if (kind === 'publish') return this.publish(value);
    const post = this.posts[turn % Math.max(1, this.posts.length)];
    if (!post) return;
    const { id } = post;
    const last = post.spans.at(-1);
    const left = (last?.until ?? 0) - this.time;
    if (kind === 'rate' && post.isPublic) {
      post.sum += value % 11;
      post.votes += 1;
      const data = {
        postId: id,
        ownerId: post.ownerId,
        userId: `u${value}`,
        score: value % 11,
        ...UNRECORDED,
      };
      this.events.push({ type: 'Rated', data });
    }
    if (kind === 'delete' && value < 30) {
      this.posts = this.posts.filter((one) => one !== post);
      this.events.push(postDeleted(id));
    }
    if (kind === 'boost' && post.isPublic && !post.held && (!post.current || left <= 0)) {
      this.boost(post, value);
    }
    if (kind === 'record' && post.current && last && left <= 0) {
      this.events.push(boostEnded(id, iso(last.until), post.current));
      post.current = null;
    }
    if ((kind === 'hold' || kind === 'revoke') && post.current && last && left > 0) {
      const boostId = post.current;
      if (kind === 'hold') post.held = { boostId, type: last.type, remainingMs: left };
      this.events.push(kind === 'hold' ? held(id, HOLD, left, boostId) : revoked(id, left, boostId));
      last.until = this.time;
      post.current = null;
    }
    if (kind === 'release' && post.held) {
      const { boostId, type, remainingMs } = post.held;
      const expiresAt = iso(this.time + remainingMs);
      this.events.push(released(id, HOLD, { boostId, remainingMs, expiresAt }));
      post.spans.push({ type, from: this.time, until: this.time + remainingMs });
      post.current = boostId;
      post.held = null;
    }
  }

  private publish(value: number): void {
    this.made += 1;
    const ai = value % 5 === 0 ? null : value % 10;
    const post: StoryPost = {
      // Not in the order of publishing, so that ties are ordered by the id alone.
      id: `p${String((this.made * 37) % 100).padStart(2, '0')}`,
      ownerId: `o${this.made % 3}`,
      isPublic: value % 9 !== 0,
      publishedAt: this.time,
      week: value % 2 === 0 ? '2026-W47' : '2026-W48',
      ai,
      sum: 0,
      votes: 0,
      spans: [],
      current: null,
      held: null,
    };
    this.posts.push(post);
    const { id, ownerId, isPublic, week } = post;
    const scores = { toeAlignment: 1, toeNails: 1, footShape: 1, aesthetic: 1 };
    const rating = ai === null ? null : { scores, score: ai, comment: '' };
    this.events.push(postPublished(id, { ownerId, isPublic, week, rating, publishedAt: iso(this.time) }));
  }

  private boost(post: StoryPost, value: number): void {
    const type = value % 2 === 0 ? 'mega' : 'regular';
    const until = this.time + (1 + (value % 5)) * 15 * MINUTE;
    const boostId = `b${this.events.length}`;
    post.spans.push({ type, from: this.time, until });
    post.current = boostId;
    const times = { appliedAt: iso(this.time), expiresAt: iso(until) };
    this.events.push(applied(post.id, { boostId, boostType: type, ...times }));
  }
}

function tierOf({ spans }: StoryPost, time: number): Tier {
  return spans.findLast(({ from, until }) => from <= time && time < until)?.type ?? 'none';
}

function byRating(one: StoryPost, other: StoryPost): number {
  return averageOf(other) - averageOf(one) || other.votes - one.votes || byAge(one, other);
}

/** Oldest first. */
function byAge(one: StoryPost, other: StoryPost): number {
  return one.publishedAt - other.publishedAt || (one.id < other.id ? -1 : 1);
}

function averageOf({ ai, sum, votes }: StoryPost): number {
  const count = votes + (ai === null ? 0 : 1);
  return count === 0 ? 0 : Math.round(((sum + (ai ?? 0)) * 10) / count);
}
