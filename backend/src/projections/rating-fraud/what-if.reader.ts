import { Injectable } from '@nestjs/common';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { type LeaderboardDocument, leaderboard, rankOf } from '../leaderboard/leaderboard.js';
import { TIERS } from '../leaderboard/post-boosts.js';
import { comesBefore, countedBefore } from '../leaderboard/rank-counts.js';
import { shownAverage } from '../leaderboard/scores.js';
import { readerOf } from '../view.js';

/** A rating that may stop counting. */
export interface RatingInQuestion {
  readonly postId: string;
  readonly score: number;
}

/** A post with its average and its rank by rating alone. */
export interface RankedPost {
  readonly postId: string;
  readonly ownerId: string;
  readonly averageRating: string;
  readonly rank: number;
}

/** The board by rating alone as it is, and as it would be without some ratings. */
export interface Comparison {
  /** The public posts with these ratings; those that change most first. */
  readonly posts: readonly { readonly now: RankedPost; readonly without: RankedPost }[];
  readonly board: { readonly now: readonly RankedPost[]; readonly without: readonly RankedPost[] };
}

type Row = Stored<LeaderboardDocument>;

/** How many posts of the board are compared. */
const FIRST = 10;

/** Answers what the board would be without some ratings. */
@Injectable()
export class WhatIfReader extends readerOf(leaderboard) {
  /** Compares the board with and without these ratings, at most a thousand, one a post, all of which count now. */
  async without(ratings: readonly RatingInQuestion[]): Promise<Comparison> {
    const found = await this.documents.getMany(ratings.map(({ postId }) => postId));
    const changed = ratings.flatMap(({ postId, score }) => {
      const post = found.get(postId);
      return post?.isPublic ? [{ now: post, without: lacking(post, score) }] : [];
    });
    const posts = await Promise.all(
      changed.map(async ({ now, without }) => ({
        now: shown(now, await rankNow(this.documents, now)),
        without: shown(without, await rankWithout(this.documents, without, changed)),
      })),
    );
    const moved = ({ now, without }: (typeof posts)[number]) => Math.abs(now.rank - without.rank);
    return {
      posts: posts.toSorted((one, other) => moved(other) - moved(one)),
      board: await this.first(changed),
    };
  }

  private async first(changed: readonly Change[]): Promise<Comparison['board']> {
    const limit = FIRST + changed.length;
    const lists = await Promise.all(
      TIERS.map((tier) => this.documents.find({ where: { tier }, sort: { rank: 1 }, limit })),
    );
    const now = new Map(lists.flat().map((row) => [row._id, row]));
    const without = new Map([...now, ...changed.map(({ without: row }) => [row._id, row] as const)]);
    return { now: firstOf([...now.values()]), without: firstOf([...without.values()]) };
  }
}

const ALL = TIERS.map((tier) => ({ tier }));

interface Change {
  readonly now: Row;
  readonly without: Row;
}

/** One more than the number of posts, as they are, that come before `post`. */
async function rankNow(board: ViewReader<LeaderboardDocument>, post: Row): Promise<number> {
  const counted = await countedBefore(board, ALL, post);
  return counted.reduce((rank, { before }) => rank + before, 1);
}

/** The rank of a changed post among the posts as they would be. */
async function rankWithout(
  board: ViewReader<LeaderboardDocument>,
  post: Row,
  changed: readonly Change[],
): Promise<number> {
  const others = changed.filter(({ now }) => now._id !== post._id);
  const before = (rows: readonly Row[]) => rows.filter((row) => comesBefore(row, post)).length;
  // Without a group and a week, the post is not taken for one of those that are counted.
  const rank = await rankNow(board, { ...post, tier: null, week: '' });
  // The counts contain all changed posts as they are, this one included.
  return rank - before(changed.map(({ now }) => now)) + before(others.map(({ without }) => without));
}

function lacking(post: Row, score: number): Row {
  const without = { ...post, voteTenths: post.voteTenths - score * 10, voteCount: post.voteCount - 1 };
  const rank = rankOf(without, post.publishedAt);
  return { ...without, rank, publicRank: rank };
}

function firstOf(rows: readonly Row[]): readonly RankedPost[] {
  return rows
    .toSorted((one, other) => (comesBefore(one, other) ? -1 : 1))
    .slice(0, FIRST)
    .map((row, index) => shown(row, index + 1));
}

function shown(post: Row, rank: number): RankedPost {
  return { postId: post._id, ownerId: post.ownerId, averageRating: shownAverage(post), rank };
}
