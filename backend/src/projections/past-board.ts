import type { Standing } from '../domain/week/week.js';
import { isShown } from '../domain/post/post-moderation.js';
import type { Recorded } from '../kernel/event.js';
import type { Position } from '../kernel/event-log.js';
import type { Folds, MemoryFold } from '../kernel/folds.js';
import { type PersonDocument, people } from './accounts/people.js';
import { candidateOf, finalRanks, hasPlace } from './weekly/final-standings.js';
import { type LeaderboardDocument, leaderboard } from './leaderboard/leaderboard.js';
import { TIERS, type Tier, tierAt } from './leaderboard/post-boosts.js';
import { shownAverage } from './leaderboard/scores.js';

/** Which board to fold. */
export interface PastBoardOrder {
  /** The last event that counts; null for all that there are. */
  readonly position: Position | null;
  /** The time to which boosts are compared (ISO 8601); null for the latest time of the events that count. */
  readonly at: string | null;
  /** Whether posts that were under legal hold then are left out. To others, the board is one without holds. */
  readonly seesHolds: boolean;
  /** Posts that are left out, whatever they were. */
  readonly hidden: readonly string[];
  /** Of weeks, an IANA name. */
  readonly timeZone: string;
}

/** A post on a board of the past. */
export interface PastPost {
  /** From 1. */
  readonly rank: number;
  readonly id: string;
  readonly ownerId: string;
  /** The names of that time; null for a person who has been erased since, or who had been. */
  readonly username: string | null;
  readonly displayUsername: string | null;
  /** One decimal. */
  readonly average: string;
  readonly votes: number;
  readonly likes: number;
  readonly comments: number;
  readonly tier: Tier;
  readonly publishedAt: string;
  readonly week: string;
}

export interface PastBoard {
  readonly position: Position;
  /** ISO 8601; null before the first event. */
  readonly at: string | null;
  /** How many events were folded or passed over. */
  readonly events: number;
  /** How many posts are on the board. */
  readonly count: number;
  /** The first of them, best rated first in each group. */
  readonly posts: readonly PastPost[];
  /** The last week that had ended; null before the first event. */
  readonly week: string | null;
  /** Whether an event could not be read or folded: the views leave it out, too. */
  readonly isIncomplete: boolean;
}

/** What a process that folds a board says, in this order. */
export type PastBoardNews =
  /** How far it is, and where it ends. */
  | { readonly progress: { readonly position: Position; readonly end: Position; readonly events: number } }
  /** Some of the posts of the week, in their ranks, as a closing then would have recorded them. */
  | { readonly standings: readonly Standing[] }
  | { readonly board: PastBoard };

/** Folds the board of a moment in a process of its own, beside the views. */
export abstract class PastBoards {
  /** Resolves when all news have come. An aborted signal ends the process and rejects with its reason. */
  abstract fold(
    order: PastBoardOrder,
    onNews: (news: PastBoardNews) => void,
    signal: AbortSignal,
  ): Promise<void>;
}

/** How many posts of a board are shown. */
export const SHOWN_POSTS = 1000;

/** The board in memory, folded from the log by the folds of its views. */
export class PastBoardFold {
  private readonly posts: MemoryFold;
  private readonly people: MemoryFold;

  constructor(folds: Folds) {
    this.posts = folds.of(leaderboard);
    this.people = folds.of(people);
  }

  /** Folds more events, in the order of the log. */
  add(events: readonly Recorded[]): void {
    this.posts.add(events);
    this.people.add(events);
  }

  /** How many documents and events are parked. */
  get parked(): number {
    return this.posts.parked + this.people.parked;
  }

  /** The posts of the board at this time, first to last, as the order wants them: how many, and the first of them. */
  board(
    at: string,
    { seesHolds, hidden }: Pick<PastBoardOrder, 'seesHolds' | 'hidden'>,
  ): Pick<PastBoard, 'count' | 'posts'> {
    const left = new Set(hidden);
    const lanes: Record<Tier, [string, LeaderboardDocument][]> = { mega: [], regular: [], none: [] };
    for (const [id, post] of this.documents()) {
      const isShownThen = isShown(post.moderation) && post.checkedSince === null;
      const isOnBoard = seesHolds ? post.isPublic : isShownThen && !left.has(id);
      if (isOnBoard) lanes[tierAt(post, at)].push([id, post]);
    }
    const all = TIERS.flatMap((tier) =>
      lanes[tier].toSorted(byRank).map(([id, post]) => ({ tier, id, post })),
    );
    const names = this.people.documents() as ReadonlyMap<string, PersonDocument>;
    const posts = all.slice(0, SHOWN_POSTS).map(({ tier, id, post }, index): PastPost => {
      const person = names.get(post.ownerId);
      return {
        rank: index + 1,
        id,
        ownerId: post.ownerId,
        username: person?.username ?? null,
        displayUsername: person?.displayUsername ?? null,
        average: shownAverage(post),
        votes: post.voteCount,
        likes: post.likesCount,
        comments: post.commentsCount,
        tier,
        publishedAt: post.publishedAt,
        week: post.week,
      };
    });
    return { count: all.length, posts };
  }

  /** The ranks that a closing of this week would record now. */
  standings(week: string): readonly Standing[] {
    return finalRanks(
      this.documents().flatMap(([id, post]) =>
        post.week === week && hasPlace(post) ? [candidateOf(id, post)] : [],
      ),
    );
  }

  private documents(): [string, LeaderboardDocument][] {
    return [...(this.posts.documents() as ReadonlyMap<string, LeaderboardDocument>)];
  }
}

function byRank(
  [id, { rank }]: [string, LeaderboardDocument],
  [otherId, { rank: otherRank }]: [string, LeaderboardDocument],
): number {
  if (rank !== otherRank) return rank < otherRank ? -1 : 1;
  return id < otherId ? -1 : 1;
}
