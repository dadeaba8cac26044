import { Injectable } from '@nestjs/common';
import { isShown } from '../../domain/post/post-moderation.js';
import type { Standing } from '../../domain/week/week.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Position } from '../../kernel/event-log.js';
import { PointInTimeViews, type PastWatch } from '../../kernel/point-in-time-views.js';
import type { Scalar } from '../../kernel/query.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.js';
import { standingScoresOf } from '../leaderboard/scores.js';
import { wholeList } from '../whole-list.js';

/** What a closing needs of a post with a rank. */
interface Candidate extends Omit<Standing, 'rank'> {
  readonly publicRank: string;
}

export function candidateOf(postId: string, post: LeaderboardDocument): Candidate {
  return { postId, ownerId: post.ownerId, ...standingScoresOf(post), publicRank: post.rank };
}

/** Whether a post has a place in its week: one in check keeps its own. */
export function hasPlace({ isPublic, checkedSince, moderation }: LeaderboardDocument): boolean {
  return isPublic || (checkedSince !== null && isShown(moderation));
}

/** The posts of a week in their ranks, as a closing records them. */
export function finalRanks(candidates: readonly Candidate[]): readonly Standing[] {
  const sorted = candidates.toSorted((one, other) => {
    const [left, right] = [`${one.publicRank} ${one.postId}`, `${other.publicRank} ${other.postId}`];
    return left < right ? -1 : 1;
  });
  return sorted.map(({ publicRank: _, ...standing }, index) => ({ rank: index + 1, ...standing }));
}

const PAGE = 1000;

/** All standings of a week, by the posts of a board. */
export async function finalStandings(
  board: ViewReader<LeaderboardDocument>,
  week: string,
): Promise<readonly Standing[]> {
  const found: Candidate[] = [];
  // Read by a key that never changes: a post that is rated meanwhile is neither missed nor read twice.
  for (let after: readonly Scalar[] | null = null; ;) {
    const page: readonly Stored<LeaderboardDocument>[] = await board.find({
      where: { week, isPublic: true },
      sort: { publishedAt: -1 },
      limit: PAGE,
      ...(after && { after }),
    });
    found.push(...page.map((post) => candidateOf(post._id, post)));
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = [last.publishedAt, last._id];
  }
  const checked = await postsInCheck(board, week);
  found.push(...checked.filter(hasPlace).map((post) => candidateOf(post._id, post)));
  return finalRanks(found);
}

/** The posts of a week that are hidden until an admin has looked at them. */
export function postsInCheck(
  board: ViewReader<LeaderboardDocument>,
  week: string,
): Promise<readonly Stored<LeaderboardDocument>[]> {
  return wholeList(board, { week, checkedSince: { $gte: '' } }, { checkedSince: 1 });
}

/** Counts weeks again, from the log as it was. */
@Injectable()
export class PastStandings {
  constructor(private readonly views: PointInTimeViews) {}

  /** How often erasures have thrown recounts away. */
  get erasures(): number {
    return this.views.erasures;
  }

  /** The standings of a week by the events before a position. @throws Error when it failed or was stopped */
  of(week: string, before: Position, watch?: PastWatch): Promise<readonly Standing[]> {
    return this.views.read(leaderboard, before, (board) => finalStandings(board, week), watch);
  }
}

/** Where a post is in the ranks of a week. */
type Place = Pick<Standing, 'rank' | 'scoreTenths' | 'scoreCount'>;

/** A post whose place differs; null where it has none. */
export interface DifferingPlace {
  readonly postId: string;
  readonly recorded: Place | null;
  readonly counted: Place | null;
}

/** Compares recorded ranks with counted ones. The best rank comes first. */
export function differingPlaces(
  recorded: readonly Standing[],
  counted: readonly Standing[],
): readonly DifferingPlace[] {
  const [before, after] = [byPost(recorded), byPost(counted)];
  const differing = [...new Set([...before.keys(), ...after.keys()])].flatMap((postId): DifferingPlace[] => {
    const [one, other] = [before.get(postId) ?? null, after.get(postId) ?? null];
    return isSame(one, other) ? [] : [{ postId, recorded: placeOf(one), counted: placeOf(other) }];
  });
  return differing.toSorted((one, other) => bestOf(one) - bestOf(other));
}

function bestOf({ recorded, counted }: DifferingPlace): number {
  return Math.min(recorded?.rank ?? Infinity, counted?.rank ?? Infinity);
}

function byPost(standings: readonly Standing[]): ReadonlyMap<string, Standing> {
  return new Map(standings.map((standing) => [standing.postId, standing]));
}

function isSame(one: Standing | null, other: Standing | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.rank === other.rank && one.scoreTenths === other.scoreTenths && one.scoreCount === other.scoreCount
  );
}

function placeOf(standing: Standing | null): Place | null {
  return (
    standing && { rank: standing.rank, scoreTenths: standing.scoreTenths, scoreCount: standing.scoreCount }
  );
}
