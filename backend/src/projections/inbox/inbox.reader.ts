import { Injectable } from '@nestjs/common';
import { Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { toldOf } from '../../domain/acts/acts.js';
import { readAt } from '../../domain/notification/inbox.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import type { CursorPart, Scalar } from '../../kernel/query.js';
import { AccountsReader } from '../accounts/accounts.js';
import { PeopleReader, type PublicPerson } from '../accounts/people.js';
import { type ActDocument, acts, isDone, postOf } from '../acts.js';
import { type CommentDocument, comments } from '../comments/comments.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.js';
import { isVisibleTo } from '../leaderboard/shown-posts.js';
import { type BoostGainsDocument, boostGains } from '../payments/boost-gains.js';
import { imageUrlOf } from '../photos/rating-result.js';
import { readerOf } from '../view.js';
import { RankReader } from '../weekly/rank.reader.js';
import { type WeeklyDocument, weekly } from '../weekly/weekly.js';
import {
  achievementInWords,
  counted,
  firstWords,
  ordinal,
  rankRise,
  votesInWords,
  weekInWords,
} from './inbox-words.js';
import { type BundleDocument, type InboxDocument, bundleOrder, dayOf, inbox, risenIn } from './inbox.js';
import { type ActivityDocument, PendingNotificationsReader, averageToTell } from './pending-notifications.js';

const DAY_MS = 86_400_000;
/** Older entries are not shown. */
const KEPT_MS = 90 * DAY_MS;
const PAGE = 30;
/** More unread entries are not counted. */
export const MOST_UNREAD = 100;
/** So many entries are looked at for that: some were read with their posts. */
const MOST_LOOKED_AT = 1000;
/** Of so many posts with votes or likes that no notice has told yet. */
const MOST_OPEN = 200;
const MOST_TROPHIES = 100;
/** A place among so many first ones of a week has a trophy. */
const TROPHY_RANKS = 5;

/** The place of an entry in the inbox, and its id. */
export const INBOX_CURSOR: readonly CursorPart[] = ['text', 'text'];

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

/** A page of the inbox, and the cursor of the next page; null on the last page. */
export interface InboxPage {
  readonly entries: readonly InboxEntry[];
  readonly next: readonly Scalar[] | null;
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

type Of<Kind extends InboxDocument['kind']> = InboxDocument & { readonly kind: Kind };
type Row = Stored<InboxDocument>;
type Words = Partial<Pick<InboxEntry, 'quote' | 'by' | 'path'>> & Pick<InboxEntry, 'kind' | 'text'>;

/** What a notice kept for the weekly digest. */
type Kept = Pick<BundleDocument['parts'][number], 'at' | 'average' | 'rank'> &
  NonNullable<BundleDocument['parts'][number]['forDigest']>;

/** The documents that entries are joined with. */
interface Joined {
  /** Those that the person may see. */
  readonly posts: ReadonlyMap<string, Stored<LeaderboardDocument>>;
  /** Posts under legal hold. */
  readonly held: ReadonlySet<string>;
  readonly comments: ReadonlyMap<string, CommentDocument>;
  readonly people: ReadonlyMap<string, PublicPerson>;
  readonly acts: ReadonlyMap<string, ActDocument>;
  readonly weeks: ReadonlyMap<string, WeeklyDocument>;
  readonly gains: ReadonlyMap<string, BoostGainsDocument>;
}

/**
 * Reads what people are told, with words and names as they are now: what was hidden, deleted or erased since is left out.
 */
@Injectable()
export class InboxReader extends readerOf(inbox) {
  private readonly posts: ViewReader<LeaderboardDocument>;
  private readonly comments: ViewReader<CommentDocument>;
  private readonly acts: ViewReader<ActDocument>;
  private readonly weeks: ViewReader<WeeklyDocument>;
  private readonly gains: ViewReader<BoostGainsDocument>;

  constructor(
    views: Views,
    publicViews: PublicViews,
    private readonly pending: PendingNotificationsReader,
    private readonly accounts: AccountsReader,
    private readonly people: PeopleReader,
    private readonly ranks: RankReader,
  ) {
    super(views);
    this.posts = publicViews.of(leaderboard);
    this.comments = publicViews.of(comments);
    this.acts = views.of(acts);
    this.weeks = publicViews.of(weekly);
    this.gains = views.of(boostGains);
  }

  /** A page of the inbox, newest day first. @param thisWeek the running week */
  async page(
    accountId: string,
    after: readonly Scalar[] | null,
    now: Date,
    thisWeek: string,
  ): Promise<InboxPage> {
    const since = new Date(now.getTime() - KEPT_MS);
    const found = await this.documents.find({
      where: { accountId, order: { $gt: dayOf(since.toISOString()) } },
      sort: { order: -1 },
      limit: PAGE + 1,
      ...(after && { after }),
    });
    const rows = found.slice(0, PAGE);
    const last = found.length > PAGE ? rows.at(-1) : undefined;
    const [before, from] = [String(after?.[0] ?? '~'), last?.order ?? ''];
    const open = (await this.open(accountId, since)).filter(({ order }) => order < before && order >= from);
    const read = await this.readState(accountId);
    const entries = await this.shown(accountId, together(rows, open), thisWeek);
    const next = last ? [last.order, last._id] : null;
    // Nothing of these is to be seen any more.
    if (entries.length === 0 && next) return this.page(accountId, next, now, thisWeek);
    return {
      entries: entries.map(({ row, words, post }) => entryOf(row, words, post, read)),
      next,
    };
  }

  /** What is unread. @param thisWeek the running week */
  async news(accountId: string, now: Date, thisWeek: string): Promise<News> {
    const since = new Date(now.getTime() - KEPT_MS);
    const read = await this.readState(accountId);
    const from = [read.upTo, since.toISOString()].toSorted()[1] ?? '';
    // Those about posts that were read by themselves come too, so that many of them may be skipped.
    const found = await this.all({ accountId, at: { $gt: from } }, { at: -1 }, MOST_LOOKED_AT);
    const rows = together(found, await this.open(accountId, since));
    const unread = rows.filter((row) => row.at > readAt(read, postIdOf(row))).slice(0, 2 * MOST_UNREAD);
    const entries = await this.shown(accountId, unread, thisWeek);
    const posts = new Map<string, PostNews>();
    for (const { row } of entries) {
      const more = newsIn(row, readAt(read, postIdOf(row)));
      const postId = postIdOf(row);
      if (!more || postId === null) continue;
      const { votes, likes, comments: words } = posts.get(postId) ?? { votes: 0, likes: 0, comments: 0 };
      posts.set(postId, {
        postId,
        votes: votes + more.votes,
        likes: likes + more.likes,
        comments: words + more.comments,
      });
    }
    return { unread: Math.min(entries.length, MOST_UNREAD), posts: [...posts.values()] };
  }

  /** What a person has reached. @param thisWeek the running week */
  async record(accountId: string, thisWeek: string): Promise<OwnRecord> {
    const best = this.posts.find({
      where: { week: thisWeek, ownerId: accountId, publicRank: { $gt: '' } },
      sort: { publicRank: 1 },
      limit: 1,
    });
    const finished = (await this.all({ accountId, kind: 'week' }, { at: -1 })).filter(
      (row): row is Stored<Of<'week'>> => row.kind === 'week',
    );
    const weeks = await this.weeks.getMany([...new Set(finished.map(({ week }) => week))]);
    const closed = finished.flatMap(({ week, closing, rank, postId }) => {
      const known = weeks.get(week);
      return known?.closing === closing ? [{ week, rank, of: known.ranks, postId }] : [];
    });
    const trophies = await this.shown(
      accountId,
      await this.all({ accountId, kind: 'trophy' }, { at: -1 }, MOST_TROPHIES),
      thisWeek,
    );
    const [first] = closed.toSorted((one, other) => one.rank - other.rank);
    const firstPost = first && (await this.posts.get(first.postId));
    const [running] = await best;
    const rank = running && (await this.ranks.runningRank(running._id));
    return {
      thisWeek: rank ? { week: rank.week, rank: rank.place, of: rank.of, postId: running._id } : null,
      best: first
        ? { ...first, postId: firstPost && isVisibleTo(firstPost, accountId) ? first.postId : null }
        : null,
      weeks: closed.length,
      trophies: trophies.flatMap(({ row, words, post }) =>
        post ? [{ text: words.text, at: row.at, post }] : [],
      ),
    };
  }

  /**
   * What was kept for a person's weekly digest, later than `since` (null: ever) and until `upTo`: by post, the newest post
   * first, of each the oldest first.
   */
  async forDigest(
    accountId: string,
    since: string | null,
    upTo: string,
  ): Promise<readonly (readonly [postId: string, kept: readonly Kept[]])[]> {
    // The order of a bundle begins with the day of what its notices tell, which they may tell days later.
    const from = since === null ? '' : dayOf(new Date(Date.parse(since) - 7 * DAY_MS).toISOString());
    const where = { accountId, order: { $gte: from } };
    const byPost = new Map<string, Kept[]>();
    for (const row of await this.all(where, { order: 1 })) {
      if (row.kind !== 'bundle') continue;
      const kept = row.parts.flatMap(({ at, average, rank, forDigest }) =>
        forDigest && at > (since ?? '') && at <= upTo ? [{ at, average, rank, ...forDigest }] : [],
      );
      if (kept.length > 0) byPost.set(row.postId, [...(byPost.get(row.postId) ?? []), ...kept]);
    }
    const newest = (kept: readonly Kept[]) => kept.at(-1)?.at ?? '';
    return [...byPost].toSorted(([, one], [, other]) => (newest(one) < newest(other) ? 1 : -1));
  }

  /** How a person's best post finished in a closed week, in words; null if it is no good news, or a trophy. */
  async finish(accountId: string, week: string): Promise<string | null> {
    const closed = await this.weeks.get(week);
    const row = closed && (await this.one(`${closed.closing}:${accountId}`));
    if (!closed || row?.kind !== 'week' || !isGoodNews(row.rank, closed)) return null;
    const [found] = await this.shown(accountId, [row], week);
    return found?.words.text ?? null;
  }

  private async readState(accountId: string) {
    return (await this.accounts.one(accountId))?.inbox ?? { upTo: '', posts: {} };
  }

  /** Votes and likes that no notice has told yet, as rows. */
  private async open(accountId: string, since: Date): Promise<readonly Row[]> {
    return (await this.pending.open(accountId, since, MOST_OPEN)).map(rowOfOpen);
  }

  /** What rows say, with what they are joined with; without those whose subjects the person may not see. */
  private async shown(accountId: string, rows: readonly Row[], thisWeek: string) {
    const joined = await this.joined(accountId, rows);
    return rows.flatMap((row) => {
      const postId = postIdOf(row, joined.acts);
      const found = postId === null ? undefined : joined.posts.get(postId);
      // A decision is told, whatever became of its subject, except under legal hold.
      if (postId !== null && !found && (row.kind !== 'decision' || joined.held.has(postId))) return [];
      const post = found ? new EntryPost(found) : null;
      const words = wordsOf(row, joined, thisWeek);
      return words ? [{ row, words, post }] : [];
    });
  }

  private async joined(accountId: string, rows: readonly Row[]): Promise<Joined> {
    const ids = (of: (row: Row) => string | null) => [...new Set(rows.flatMap((row) => of(row) ?? []))];
    const [foundComments, foundActs, weeks, gains] = await Promise.all([
      this.comments.getMany(ids((row) => ('commentId' in row ? row.commentId : null))),
      this.acts.getMany(ids((row) => (row.kind === 'decision' ? row.actId : null))),
      this.weeks.getMany(ids((row) => (row.kind === 'week' ? row.week : null))),
      this.gains.getMany(ids((row) => (row.kind === 'boostEnded' ? row.postId : null))),
    ]);
    const [posts, people] = await Promise.all([
      this.posts.getMany(ids((row) => postIdOf(row, foundActs))),
      this.people.byIds([...foundComments.values()].map(({ authorId }) => authorId)),
    ]);
    return {
      posts: new Map([...posts].filter(([, post]) => isVisibleTo(post, accountId))),
      held: new Set([...posts.values()].flatMap(({ _id, isEscalated }) => (isEscalated ? _id : []))),
      comments: foundComments,
      people,
      acts: foundActs,
      weeks,
      gains,
    };
  }
}

/** Rows in their order; those of the same post and day are one. */
function together(rows: readonly Row[], open: readonly Row[]): readonly Row[] {
  const byOrder = new Map(rows.map((row) => [row.order, row]));
  for (const row of open) {
    const known = byOrder.get(row.order);
    const isSame = known?.kind === 'bundle' && row.kind === 'bundle';
    byOrder.set(row.order, isSame ? { ...known, at: row.at, parts: [...known.parts, ...row.parts] } : row);
  }
  return [...byOrder.values()].toSorted((one, other) => (one.order < other.order ? 1 : -1));
}

function rowOfOpen(open: Stored<ActivityDocument>): Row {
  const { _id, _position, postId, accountId, pending, openAt } = open;
  const { ratings: votes, likes } = pending;
  const [votedAt, likedAt] = [open.votedAt || null, open.likedAt || null];
  const average = votes > 0 ? averageToTell(open) : null;
  const part = { at: openAt, votedAt, likedAt, votes, likes, average, rank: null, forDigest: null };
  const order = bundleOrder(openAt, postId);
  return { _id, _position, kind: 'bundle', accountId, at: openAt, order, postId, parts: [part] };
}

/** The post that a row is about; null for none. */
function postIdOf(row: Row, known?: ReadonlyMap<string, ActDocument>): string | null {
  if (row.kind !== 'decision') return row.postId;
  const act = known?.get(row.actId);
  return act ? postOf(act) : null;
}

/** What is new in a row since `read`; null for one that is no news of a post. */
function newsIn(row: Row, read: string): Omit<PostNews, 'postId'> | null {
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
function wordsOf(row: Row, joined: Joined, thisWeek: string): Words | null {
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
      const comment = joined.comments.get(row.commentId);
      const author = comment && joined.people.get(comment.authorId);
      if (!author || comment.text === null || comment.isHidden) return null;
      const text = row.kind === 'comment' ? 'New comment on your post' : 'New reply to your comment';
      const by = author.displayUsername ?? author.username;
      return { kind: row.kind, text, by, quote: firstWords(comment.text) };
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
function isGoodNews(rank: number, { ranks }: Pick<WeeklyDocument, 'ranks'>): boolean {
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

function entryOf(
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
