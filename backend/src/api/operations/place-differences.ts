import type { Standing } from '../../domain/week/week.events.js';
import type { ArchiveComparison, PlaceDifference } from './week-recounts.responses.js';

const MOST_LISTED = 200;

/** What differs between the standings in an archive and those of a recount. */
export function comparisonOf(recorded: readonly Standing[], counted: readonly Standing[]): ArchiveComparison {
  const [before, after] = [byPost(recorded), byPost(counted)];
  const differing = [...new Set([...after.keys(), ...before.keys()])].flatMap((postId): PlaceDifference[] => {
    const [one, other] = [placeIn(before, postId), placeIn(after, postId)];
    const isSame =
      one?.rank === other?.rank &&
      one?.scoreTenths === other?.scoreTenths &&
      one?.scoreCount === other?.scoreCount;
    return isSame ? [] : [{ postId, recorded: one, counted: other }];
  });
  const bestOf = ({ recorded: one, counted: other }: PlaceDifference) =>
    Math.min(one?.rank ?? Infinity, other?.rank ?? Infinity);
  return {
    ranks: recorded.length,
    differences: differing.length,
    listed: differing.toSorted((one, other) => bestOf(one) - bestOf(other)).slice(0, MOST_LISTED),
  };
}

function byPost(standings: readonly Standing[]): ReadonlyMap<string, Standing> {
  return new Map(standings.map((standing) => [standing.postId, standing]));
}

function placeIn(standings: ReadonlyMap<string, Standing>, postId: string): PlaceDifference['recorded'] {
  const standing = standings.get(postId);
  if (!standing) return null;
  const { rank, scoreTenths, scoreCount } = standing;
  return { rank, scoreTenths, scoreCount };
}
