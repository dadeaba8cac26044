import { Body, NotFoundException, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AdminActs } from '../decisions/admin-acts.service.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import {
  decodeCursor,
  encodeCursor,
  linkNext,
  pageOf,
  DEFAULT_PAGE,
  PageLimit,
  PageRequest,
} from '../http/paging.js';
import {
  RATERS_CURSOR,
  RATER_SIGNALS,
  type RaterSignal,
  type RaterDocument,
  RatersReader,
} from '../../projections/rating-fraud/raters.js';
import {
  ActAnswer,
  Comparison,
  Rater,
  RaterDetails,
  RingAnswer,
  type NamedPerson,
} from './raters.contract.js';
import { Route, Routes } from '../http/route.js';
import { Id, Text } from '../../contract/fields.js';
import { LONGEST_NOTE } from '../../domain/moderation/reasons.js';
import { written } from '../../shared/visible-text.js';
import { FilterOf, OfId } from '../http/list-filters.js';
import type { Stored } from '../../kernel/document-store.js';
import { PeopleReader, type PublicPerson } from '../../projections/accounts/people.js';
import { type RankedPost, WhatIfReader } from '../../projections/rating-fraud/what-if.reader.js';
import { type RatingDocument, RatingsReader } from '../../projections/ratings.js';

class RatersRequest extends PageRequest {
  @FilterOf(RATER_SIGNALS, 'Only raters with this signal.')
  readonly signal?: RaterSignal;

  @PageLimit() readonly limit: number = DEFAULT_PAGE;
}

class WhatIfRequest {
  @OfId('Only the rating of this post; else all of the person.')
  readonly postId?: string;
}

class NoteRequest {
  @Text({
    min: 1,
    max: LONGEST_NOTE,
    normalise: written,
    message: 'Please give a reason',
    tooLong: `A reason has at most ${LONGEST_NOTE} characters`,
  })
  readonly note!: string;
}

class ExcludeRatingRequest extends NoteRequest {
  @Id({ message: 'A post is given by its id' }) readonly postId!: string;
  @Id({ message: 'A person is given by their id' }) readonly userId!: string;
}

/** The most ratings of one person that are listed or compared. */
const MOST_RATINGS = 1000;

type People = ReadonlyMap<string, PublicPerson>;

/** Ratings that look as if they were meant to move the board, for moderators. */
@Routes('back office', 'api/rtm-sys', { who: ['moderator', 'owner'] })
export class RatersController {
  constructor(
    private readonly acts: AdminActs,
    private readonly raters: RatersReader,
    private readonly ratings: RatingsReader,
    private readonly boards: WhatIfReader,
    private readonly people: PeopleReader,
  ) {}

  @Route('GET', 'raters', {
    summary: 'People whose ratings are suspicious, those who rated last first.',
    description:
      'Signals: onePerson (a new account that rates mostly one person), extremes (always 0 or 10), burst (many ratings in a short time), oneScore (the same score again and again on `/rate`), harsh (scores far below those of others). Rings are a list of their own.',
    answer: pageOf(Rater),
  })
  async listRaters(
    @Query() { signal, limit, cursor }: RatersRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly Rater[]> {
    const list = ['raters', signal ?? ''];
    const after = cursor ? decodeCursor(cursor, list, RATERS_CURSOR) : null;
    const { raters, next } = await this.raters.page(signal ?? null, { limit, after });
    const people = await this.people.byIds(raters.map(({ _id }) => _id));
    if (next) {
      linkNext(reply, '/api/rtm-sys/raters', {
        limit: String(limit),
        cursor: encodeCursor(list, next),
        ...(signal && { signal }),
      });
    }
    return raters.map((rater) => shownRater(rater, people));
  }

  @Route('GET', 'rings', {
    summary: 'People who rate each other high, several times each; the largest ring first.',
    answer: [RingAnswer],
  })
  async rings(): Promise<readonly RingAnswer[]> {
    const rings = await this.raters.rings();
    const people = await this.people.byIds(rings.flat());
    return rings.map((ring) => ({ members: ring.map((id) => named(id, people)) }));
  }

  @Route('GET', 'raters/:id', {
    summary: 'The evidence about one person: their signals, rings and ratings.',
    answer: RaterDetails,
    errors: { 404: 'User not found' },
  })
  async rater(@Param('id') userId: string): Promise<RaterDetails> {
    const rater = await this.one(userId);
    const [pairs, rings, all] = await Promise.all([
      this.raters.mostRatedBy(userId),
      this.raters.rings(),
      this.ratings.by(userId),
    ]);
    const ratings = all.slice(-MOST_RATINGS).toReversed();
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

  @Route('GET', 'raters/:id/what-if', {
    summary: 'The board with and without the ratings of a person, or one of them.',
    answer: Comparison,
    errors: { 404: 'User not found, or rating not found' },
  })
  async whatIf(@Param('id') id: string, @Query() { postId }: WhatIfRequest): Promise<Comparison> {
    const ratings = await this.counting(id, postId);
    const compared = ratings.slice(0, MOST_RATINGS);
    const { posts, board } = await this.boards.without(compared);
    const shown = [...posts.map(({ now }) => now), ...board.now, ...board.without];
    const people = await this.people.byIds(shown.map(({ ownerId }) => ownerId));
    const withOwner = ({ ownerId, ...post }: RankedPost) => ({ ...post, owner: named(ownerId, people) });
    return {
      ratings: ratings.length,
      isComplete: compared.length === ratings.length,
      posts: posts.map(({ now, without }) => ({ now: withOwner(now), without: withOwner(without) })),
      board: { now: board.now.map(withOwner), without: board.without.map(withOwner) },
    };
  }

  @Route('POST', 'raters/:id/exclude', {
    summary: 'Lets no rating of a person count, neither those given nor later ones.',
    answer: ActAnswer,
    errors: { 404: 'User not found', 409: 'The ratings of this person are excluded already.' },
  })
  async excludeRater(
    @Param('id') id: string,
    @Body() { note }: NoteRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ActAnswer> {
    await this.one(id);
    const { actId } = await this.acts.do('RaterExcluded', id, { reason: null, note }, admin);
    return { actId };
  }

  @Route('POST', 'ratings/exclude', {
    summary: 'Lets one rating no longer count.',
    answer: ActAnswer,
    errors: { 404: 'Rating not found' },
  })
  async excludeRating(
    @Body() { postId, userId, note }: ExcludeRatingRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ActAnswer> {
    const given = { reason: null, note };
    const { actId } = await this.acts.do('RatingExcluded', `${postId}-${userId}`, given, admin);
    return { actId };
  }

  private async one(userId: string): Promise<Stored<RaterDocument>> {
    const rater = await this.raters.one(userId);
    if (!rater) throw new NotFoundException('User not found');
    return rater;
  }

  /** The ratings of a person that count, or the one of `postId` if it does. */
  private async counting(userId: string, postId?: string): Promise<readonly Stored<RatingDocument>[]> {
    if (postId === undefined) {
      await this.one(userId);
      return (await this.ratings.by(userId)).filter(({ counts }) => counts).toReversed();
    }
    const rating = await this.ratings.one(`${postId}-${userId}`);
    if (!rating) throw new NotFoundException('Rating not found');
    return rating.counts ? [rating] : [];
  }
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
    tenRatingsInSeconds: rater.post.fastestSeconds,
    tenServedInSeconds: rater.rate.fastestSeconds,
    excludedBy: rater.excludedBy,
  };
}
