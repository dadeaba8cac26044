import { Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { toldOf } from '../../domain/acts/acts.js';
import { readAt } from '../../domain/notification/inbox.js';
import type { Stored } from '../../kernel/document-store.js';
import { type ActDocument, isDone } from '../acts.js';
import type { Quote } from '../comments/comments.js';
import type { LeaderboardDocument } from '../leaderboard/leaderboard.js';
import type { BoostGainsDocument } from '../payments/boost-gains.js';
import { imageUrlOf } from '../photos/rating-result.js';
import type { WeeklyDocument } from '../weekly/weekly.js';
import {
  achievementInWords,
  counted,
  firstWords,
  ordinal,
  rankRise,
  votesInWords,
  weekInWords,
} from './inbox-words.js';
import { type BundleDocument, type InboxDocument, risenIn } from './inbox.js';

/** More unread entries are not counted. */
export const MOST_UNREAD = 100;
/** A place among so many first ones of a week has a trophy. */
const TROPHY_RANKS = 5;

export const ENTRY_KINDS = [
  'votes',
  'likes',
  'comment',
  'reply',
  'trophy',
  'week',
  'decision',
  'boostBegan',
  'boostEnded',
] as const;

/** A post, as much as an entry shows of it. */
export class EntryPost {
  @Id() readonly id: string;
  @Text('The 1280 pixel rendition; 640.webp and 320.webp are beside it.') readonly imageUrl: string;
  @Text('A placeholder of about 25 bytes, base64.') readonly thumbhash: string;
  @Whole('Of the largest rendition, in pixels.') readonly width: number;
  @Whole('Of the largest rendition, in pixels.') readonly height: number;

  constructor({ _id, picture }: Stored<LeaderboardDocument>) {
    this.id = _id;
    this.imageUrl = imageUrlOf(_id);
    this.thumbhash = picture.thumbhash;
    this.width = picture.width;
    this.height = picture.height;
  }
}

/** Something that a person is told. */
export class InboxEntry {
  @Text() readonly id!: string;
  @OneOf(ENTRY_KINDS) readonly kind!: (typeof ENTRY_KINDS)[number];
  @Text({ about: 'The day, in UTC.', example: '2026-11-30' }) readonly day!: string;
  @Maybe(When, 'Null for votes and likes, which are told by day.') readonly at!: string | null;
  @Flag() readonly isUnread!: boolean;
  @Text({ example: '3 new votes: 5.4 → 6.1, 30th → 22nd this week' }) readonly text!: string;
  @Maybe(Text, 'The first words of a comment.') readonly quote!: string | null;
  @Maybe(Text, 'The name of who wrote the comment.') readonly by!: string | null;
  @Maybe(Part(() => EntryPost)) readonly post!: EntryPost | null;
  @Text('The page that it leads to.') readonly path!: string;
}

/** What is unread about a post. */
export class PostNews {
  @Id() readonly postId!: string;
  @Whole() readonly votes!: number;
  @Whole() readonly likes!: number;
  @Whole('Comments and replies.') readonly comments!: number;
}

export class News {
  @Whole(`Unread entries; ${MOST_UNREAD} means so many or more.`) readonly unread!: number;
  @List(() => PostNews, 'Posts with unread votes, likes, comments or replies.')
  readonly posts!: readonly PostNews[];
}

/** The rank of a person's best post in a week. */
export class BestPlace {
  @Text({ about: 'ISO week.', example: '2026-W47' }) readonly week!: string;
  @Whole('From 1.') readonly rank!: number;
  @Whole('How many posts have a rank.') readonly of!: number;
  @Maybe(Id, 'Null for a post that is gone.') readonly postId!: string | null;
}

export class Trophy {
  @Text() readonly text!: string;
  @When() readonly at!: string;
  @Part(() => EntryPost) readonly post!: EntryPost;
}

export class OwnRecord {
  @Maybe(Part(() => BestPlace), 'In the running week.') readonly thisWeek!: BestPlace | null;
  @Maybe(Part(() => BestPlace), 'In any closed week.') readonly best!: BestPlace | null;
  @Whole('In how many closed weeks the person had a post on the board.') readonly weeks!: number;
  @List(() => Trophy, 'Newest first.') readonly trophies!: readonly Trophy[];
}

export type Of<Kind extends InboxDocument['kind']> = InboxDocument & { readonly kind: Kind };
export type Row = Stored<InboxDocument>;
export type Words = Partial<Pick<InboxEntry, 'quote' | 'by' | 'path'>> & Pick<InboxEntry, 'kind' | 'text'>;

/** The documents that entries are joined with. */
export interface Joined {
  /** Those that the person may see. */
  readonly posts: ReadonlyMap<string, Stored<LeaderboardDocument>>;
  /** Posts under legal hold. */
  readonly held: ReadonlySet<string>;
  /** By the id of the comment. */
  readonly quotes: ReadonlyMap<string, Quote>;
  readonly acts: ReadonlyMap<string, ActDocument>;
  readonly weeks: ReadonlyMap<string, WeeklyDocument>;
  readonly gains: ReadonlyMap<string, BoostGainsDocument>;
}

/** The post that a row is about; null for none. */
export function postIdOf(row: Row, known?: ReadonlyMap<string, ActDocument>): string | null {
  if (row.kind !== 'decision') return row.postId;
  const act = known?.get(row.actId);
  return act && act.subject.kind !== 'comment' ? act.postId : null;
}

/** What is new in a row since `read`; null for one that is no news of a post. */
export function newsIn(row: Row, read: string): Omit<PostNews, 'postId'> | null {
  if (row.kind === 'comment' || row.kind === 'reply') return { votes: 0, likes: 0, comments: 1 };
  if (row.kind !== 'bundle') return null;
  const since = (of: 'votedAt' | 'likedAt') => row.parts.filter((part) => timeOf(part, of) > read);
  return { votes: sumOf(since('votedAt')).votes, likes: sumOf(since('likedAt')).likes, comments: 0 };
}

/** When a part last changed in this respect. */
function timeOf(part: BundleDocument['parts'][number], of: 'votedAt' | 'likedAt'): string {
  return part[of] ?? part.at;
}

function sumOf(parts: BundleDocument['parts']): { readonly votes: number; readonly likes: number } {
  return {
    votes: parts.reduce((sum, part) => sum + part.votes, 0),
    likes: parts.reduce((sum, part) => sum + part.likes, 0),
  };
}

/** What a row says; null for one that is no longer to be seen. */
export function wordsOf(row: Row, joined: Joined, thisWeek: string): Words | null {
  switch (row.kind) {
    case 'bundle': {
      const { votes, likes } = sumOf(row.parts);
      const texts = [
        ...(votes > 0 ? [votesInWords(votes, risenIn(row.parts), thisWeek)] : []),
        ...(likes > 0 ? [counted(likes, 'new like')] : []),
      ];
      const kind = votes > 0 ? 'votes' : 'likes';
      return texts.length === 0 ? null : { kind, text: texts.join(' · ') };
    }
    case 'comment':
    case 'reply': {
      const quote = joined.quotes.get(row.commentId);
      const text = row.kind === 'comment' ? 'New comment on your post' : 'New reply to your comment';
      return quote ? { kind: row.kind, text, by: quote.by, quote: firstWords(quote.text) } : null;
    }
    case 'approved': {
      const isShown = row.order !== '' && joined.posts.get(row.postId)?.isPublic;
      return isShown ? { kind: 'decision', text: 'Your post is on the board' } : null;
    }
    case 'trophy':
      return { kind: row.kind, text: achievementInWords(row.achievement) };
    case 'week':
      return weekWords(row, joined.weeks.get(row.week));
    case 'decision':
      return decisionWords(row, joined.acts.get(row.actId));
    case 'boostBegan': {
      const { before, after } = row.rank ?? { before: null, after: null };
      const rise = rankRise(before, after);
      return { kind: row.kind, text: `Your boost began${rise ? `: ${rise} on the board` : ''}` };
    }
    case 'boostEnded': {
      const gain = joined.gains.get(row.postId)?.gains[row.boostId];
      const brought = gain
        ? [
            ...(gain.ratings > 0 ? [counted(gain.ratings, 'vote')] : []),
            ...(gain.likes > 0 ? [counted(gain.likes, 'like')] : []),
          ].join(' and ')
        : '';
      return { kind: row.kind, text: `Your boost ended${brought && `: it brought ${brought}`}` };
    }
  }
}

/** Falls are never told: a place is, in the better half. The first places have a trophy. */
function weekWords({ week, closing, rank }: Of<'week'>, closed: WeeklyDocument | undefined): Words | null {
  if (closed?.closing !== closing || rank <= TROPHY_RANKS) return null;
  const path = `/leaderboard?tab=week&week=${week}`;
  const place = isGoodNews(rank, closed)
    ? `: your best post finished ${ordinal(rank)} of ${closed.ranks}`
    : '';
  const name = weekInWords(week);
  return { kind: 'week', text: `The board of ${name} has closed${place}`, path };
}

/** Whether a place is in the better half. */
export function isGoodNews(rank: number, { ranks }: Pick<WeeklyDocument, 'ranks'>): boolean {
  return rank * 2 <= ranks;
}

function decisionWords({ outcome }: Of<'decision'>, act: ActDocument | undefined): Words | null {
  const told = act && toldOf(act.kind);
  if (!told || !isDone(act)) return null;
  const texts = {
    decided: told.sentence,
    undone: 'A decision about you or your content was undone',
    granted: 'Your appeal was granted',
    rejected: 'Your appeal was rejected',
  };
  return { kind: 'decision', text: texts[outcome], path: '/account/settings#decisions' };
}

/** An entry as answers have it. */
export function entryOf(
  row: Row,
  { kind, text, quote = null, by = null, path }: Words,
  post: EntryPost | null,
  read: Parameters<typeof readAt>[0],
): InboxEntry {
  const isBundle = row.kind === 'bundle';
  return {
    id: isBundle ? row.order : row._id,
    kind,
    day: row.order.slice(0, 10),
    at: isBundle ? null : row.at,
    isUnread: row.at > readAt(read, 'postId' in row ? row.postId : null),
    text,
    quote,
    by,
    post,
    path: path ?? `/post/${post?.id}`,
  };
}
