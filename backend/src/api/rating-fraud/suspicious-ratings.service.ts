import { Injectable } from '@nestjs/common';
import { Rejected } from '../../kernel/aggregate.js';
import type { Stored } from '../../kernel/document-store.js';
import type { Scalar } from '../../kernel/query.js';
import { PeopleReader, type PublicPerson } from '../../projections/accounts/people.js';
import {
  RATER_SIGNALS,
  type RaterDocument,
  type RaterSignal,
  RatersReader,
} from '../../projections/rating-fraud/raters.js';
import { type RankedPost, WhatIfReader } from '../../projections/rating-fraud/what-if.reader.js';
import { type RatingDocument, RatingsReader } from '../../projections/ratings.js';
import { AdminActs } from '../decisions/admin-acts.service.js';
import type { AdminUser } from '../http/admins.js';
import type {
  ActAnswer,
  ComparedPost,
  Comparison,
  NamedPerson,
  Rater,
  RaterDetails,
  RingAnswer,
} from './raters.contract.js';

/** The most ratings of one person that are listed or compared. */
const MOST_RATINGS = 1000;

type People = ReadonlyMap<string, PublicPerson>;

/** Shows suspicious ratings with their evidence, and excludes them. */
@Injectable()
export class SuspiciousRatings {
  constructor(
    private readonly acts: AdminActs,
    private readonly raters: RatersReader,
    private readonly ratings: RatingsReader,
    private readonly whatIf: WhatIfReader,
    private readonly people: PeopleReader,
  ) {}

  /** A page of the raters with this signal, or with any (null). */
  async page(
    signal: RaterSignal | null,
    part: { readonly limit: number; readonly after: readonly Scalar[] | null },
  ): Promise<{ readonly raters: readonly Rater[]; readonly next: readonly Scalar[] | null }> {
    const { raters, next } = await this.raters.page(signal, part);
    const people = await this.people.byIds(raters.map(({ _id }) => _id));
    return { raters: raters.map((rater) => shownRater(rater, people)), next };
  }

  async rings(): Promise<readonly RingAnswer[]> {
    const rings = await this.raters.rings();
    const people = await this.people.byIds(rings.flat());
    return rings.map((ring) => ({ members: ring.map((id) => named(id, people)) }));
  }

  /** The evidence about one person; null if they are unknown. */
  async details(userId: string): Promise<RaterDetails | null> {
    const rater = await this.raters.one(userId);
    if (!rater) return null;
    const [pairs, rings, ratings] = await Promise.all([
      this.raters.mostRatedBy(userId),
      this.raters.rings(),
      this.newestOf(userId),
    ]);
    const ring = rings.find((members) => members.includes(userId)) ?? [];
    const owners = ratings.map(({ ownerId }) => ownerId);
    const people = await this.people.byIds([userId, ...pairs.map(({ to }) => to), ...ring, ...owners]);
    return {
      ...shownRater(rater, people),
      mostRated: pairs.map(({ to, count, sum }) => {
        return { ...named(to, people), count, average: (sum / count).toFixed(1) };
      }),
      ring: ring.filter((id) => id !== userId).map((id) => named(id, people)),
      given: ratings.map(({ postId, ownerId, score, ratedAt, counts }) => {
        return { postId, owner: named(ownerId, people), score, ratedAt, counts };
      }),
    };
  }

  /**
   * The board with and without the ratings of a person that count, or without the one of `postId`.
   * @throws Rejected (notFound)
   */
  async without(userId: string, postId: string | null): Promise<Comparison> {
    const ratings = await this.counting(userId, postId);
    const compared = ratings.slice(0, MOST_RATINGS);
    const { posts, board } = await this.whatIf.without(compared);
    const shown = [...posts.map(({ now }) => now), ...board.now, ...board.without];
    const people = await this.people.byIds(shown.map(({ ownerId }) => ownerId));
    const withOwner = (post: RankedPost) => comparedPost(post, people);
    return {
      ratings: ratings.length,
      isComplete: compared.length === ratings.length,
      posts: posts.map(({ now, without }) => ({ now: withOwner(now), without: withOwner(without) })),
      board: { now: board.now.map(withOwner), without: board.without.map(withOwner) },
    };
  }

  /** Excludes all ratings of a person. @throws Rejected (notFound, conflict) */
  async excludeRater(userId: string, note: string, admin: AdminUser): Promise<ActAnswer> {
    if (!(await this.raters.one(userId))) throw userNotFound();
    const { actId } = await this.acts.do('RaterExcluded', userId, { reason: null, note }, admin);
    return { actId };
  }

  private async counting(userId: string, postId: string | null): Promise<readonly Stored<RatingDocument>[]> {
    if (postId === null) {
      if (!(await this.raters.one(userId))) throw userNotFound();
      return (await this.ratings.by(userId)).filter(({ counts }) => counts).toReversed();
    }
    const rating = await this.ratings.one(`${postId}-${userId}`);
    if (!rating) throw new Rejected('notFound', 'Rating not found');
    return rating.counts ? [rating] : [];
  }

  private async newestOf(userId: string): Promise<readonly Stored<RatingDocument>[]> {
    return (await this.ratings.by(userId)).slice(-MOST_RATINGS).toReversed();
  }
}

function userNotFound(): Rejected {
  return new Rejected('notFound', 'User not found');
}

function named(id: string, people: People): NamedPerson {
  const person = people.get(id);
  return { id, name: person ? (person.displayUsername ?? person.username) : null };
}

function shownRater(rater: Stored<RaterDocument>, people: People): Rater {
  return {
    ...named(rater._id, people),
    signals: RATER_SIGNALS.filter((signal) => rater.signals[signal]),
    registeredAt: rater.registeredAt,
    lastRatedAt: rater.lastRatedAt,
    ratings: rater.count,
    extremes: rater.extremeCount,
    earlyRatings: rater.early.count,
    earlyForOne: Math.max(0, ...Object.values(rater.early.owners)),
    tenRatingsInSeconds: rater.fastestSeconds,
    excludedBy: rater.excludedBy,
  };
}

function comparedPost({ ownerId, ...post }: RankedPost, people: People): ComparedPost {
  return { ...post, owner: named(ownerId, people) };
}
