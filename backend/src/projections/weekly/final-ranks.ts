import type { Standing } from '../../domain/week/week.js';
import type { LeaderboardDocument } from '../leaderboard/leaderboard.js';
import { standingScoresOf } from '../leaderboard/scores.js';

/** What a closing needs of a public post. */
export interface Candidate extends Omit<Standing, 'rank'> {
  readonly publicRank: string;
}

export function candidateOf(postId: string, post: LeaderboardDocument): Candidate {
  return { postId, ownerId: post.ownerId, ...standingScoresOf(post), publicRank: post.publicRank ?? '' };
}

/** The posts of a week in their ranks, as a closing records them. */
export function finalRanks(candidates: readonly Candidate[]): readonly Standing[] {
  const sorted = candidates.toSorted((one, other) => {
    const [left, right] = [`${one.publicRank} ${one.postId}`, `${other.publicRank} ${other.postId}`];
    return left < right ? -1 : 1;
  });
  return sorted.map(({ publicRank: _, ...standing }, index) => ({ rank: index + 1, ...standing }));
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
