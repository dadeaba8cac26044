import { Injectable } from '@nestjs/common';
import {
  type Activity,
  FEWEST_FOR_FIGURES,
  type Risen,
  type WantedKinds,
  isNothing,
  wantedOf,
} from '../../domain/notification/notification.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { people } from '../../projections/accounts/people.js';
import { comments, CommentsReader, type Quote } from '../../projections/comments/comments.js';
import {
  achievementInWords,
  counted,
  quoteInWords,
  votesInWords,
} from '../../projections/inbox/inbox-words.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.js';
import { LeaderboardReader, type PostOrigin } from '../../projections/leaderboard/leaderboard.reader.js';
import { haveSeen } from '../seen-views.js';

/** How many comments a mail quotes of a post. */
const MOST_QUOTED = 3;

/** What a notification reported about a post. */
export interface Notice extends Risen {
  readonly activity: Activity;
  /** The ids of its newest comments and replies, oldest first. */
  readonly newest: readonly string[];
}

/** What is left of it when a mail is sent. */
export interface Told extends Risen {
  readonly postId: string;
  readonly post: PostOrigin;
  readonly activity: Activity;
  /** Its newest comments and replies, newest first. */
  readonly quotes: readonly Quote[];
}

interface Reader {
  readonly accountId: string;
  readonly wants: WantedKinds;
  /** Of the event whose mail it is. */
  readonly position: number;
}

/**
 * Reads what mails about posts tell, at the moment of sending: without posts that the recipient can't see, comments that are
 * hidden, deleted or of erased people, and kinds that are switched off.
 */
@Injectable()
export class ToldActivity {
  constructor(
    private readonly views: ViewProgress,
    private readonly posts: LeaderboardReader,
    private readonly written: CommentsReader,
  ) {}

  /** What is left of notices by post, in their order. @throws PausingError if the views are too far behind */
  async of(
    { accountId, wants, position }: Reader,
    notices: ReadonlyMap<string, Notice>,
  ): Promise<readonly Told[]> {
    await haveSeen(this.views, [leaderboard, comments, people], position);
    const posts = await this.posts.visibleAmong([...notices.keys()], accountId);
    const quotes = await this.written.quotes([...notices.values()].flatMap(({ newest }) => newest));
    return [...notices].flatMap(([postId, { activity, newest, ...risen }]) => {
      const post = posts.get(postId);
      if (!post) return [];
      const left = newest.flatMap((id) => quotes.get(id) ?? []);
      const gone = newest.length - left.length;
      // Without any known one left, the others are taken for gone, too.
      const leftOf = (count: number) => (gone > 0 && left.length === 0 ? 0 : Math.max(0, count - gone));
      const [ofPost, ofComment] = [leftOf(activity.comments), leftOf(activity.replies)];
      const wanted = wantedOf({ ...activity, comments: ofPost, replies: ofComment }, wants);
      const named = left.toReversed().slice(0, Math.min(MOST_QUOTED, wanted.comments + wanted.replies));
      // Beside a name, a single vote would seem to be theirs. The inbox tells it, by day.
      const isAlone = named.length > 0 && wanted.ratings < FEWEST_FOR_FIGURES;
      const told = isAlone ? { ...wanted, ratings: 0 } : wanted;
      return isNothing(told) ? [] : [{ postId, post, activity: told, quotes: named, ...risen }];
    });
  }
}

/** What a mail says of it, a line each without its full stop. @param thisWeek the running week; empty when it does not matter */
export function linesOf({ activity, quotes, ...risen }: Told, thisWeek: string): string[] {
  const { achievements, ratings: votes, comments: ofPost, replies } = activity;
  return [
    ...achievements.map((achievement) => achievementInWords(achievement)),
    ...(votes > 0 ? [votesInWords(votes, risen, thisWeek)] : []),
    ...quotes.map((quote) => quoteInWords(quote)),
    ...others(quotes.length, ofPost, replies),
  ];
}

/** Comments or replies that are not quoted: a notice has either. */
function others(quoted: number, ofPost: number, replies: number): string[] {
  const [count, one, several] = replies > 0 ? [replies, 'reply', 'replies'] : [ofPost, 'comment', 'comments'];
  if (count <= quoted) return [];
  return quoted === 0
    ? [counted(count, `new ${one}`, `new ${several}`)]
    : [`and ${counted(count - quoted, `more ${one}`, `more ${several}`)}`];
}
