import { Injectable } from '@nestjs/common';
import { readAt } from '../../domain/notification/inbox.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import type { CursorPart, Scalar } from '../../kernel/query.js';
import { AccountsReader } from '../accounts/accounts.js';
import { type ActDocument, acts } from '../acts.js';
import { CommentsReader } from '../comments/comments.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.js';
import { isVisibleTo } from '../leaderboard/shown-posts.js';
import { type BoostGainsDocument, boostGains } from '../payments/boost-gains.js';
import { dayOf } from '../statistics/days.js';
import { readerOf } from '../view.js';
import { RankReader } from '../weekly/rank.reader.js';
import { type WeeklyDocument, weekly } from '../weekly/weekly.js';
import { type BundleDocument, bundleOrder, inbox } from './inbox.js';
import { type ActivityDocument, PendingNotificationsReader, averageToTell } from './pending-notifications.js';
import {
  EntryPost,
  type InboxEntry,
  type Joined,
  MOST_UNREAD,
  type News,
  type Of,
  type OwnRecord,
  type PostNews,
  type Row,
  entryOf,
  isGoodNews,
  newsIn,
  postIdOf,
  wordsOf,
} from './shown-inbox.js';

const DAY_MS = 86_400_000;
/** Older entries are not shown. */
const KEPT_MS = 90 * DAY_MS;
const PAGE = 30;
/** So many entries are looked at for the news: some were read with their posts. */
const MOST_LOOKED_AT = 1000;
/** Of so many posts with votes or likes that no notice has told yet. */
const MOST_OPEN = 200;
const MOST_TROPHIES = 100;

/** The place of an entry in the inbox, and its id. */
export const INBOX_CURSOR: readonly CursorPart[] = ['text', 'text'];

/** A page of the inbox, and the cursor of the next page; null on the last page. */
export interface InboxPage {
  readonly entries: readonly InboxEntry[];
  readonly next: readonly Scalar[] | null;
}

/** What a notice kept for the weekly digest. */
type Kept = Pick<BundleDocument['parts'][number], 'at' | 'average' | 'rank'> &
  NonNullable<BundleDocument['parts'][number]['forDigest']>;

/**
 * Reads what people are told, with words and names as they are now: what was hidden, deleted or erased since is left out.
 */
@Injectable()
export class InboxReader extends readerOf(inbox) {
  private readonly posts: ViewReader<LeaderboardDocument>;
  private readonly acts: ViewReader<ActDocument>;
  private readonly weeks: ViewReader<WeeklyDocument>;
  private readonly gains: ViewReader<BoostGainsDocument>;

  constructor(
    views: Views,
    publicViews: PublicViews,
    private readonly pending: PendingNotificationsReader,
    private readonly accounts: AccountsReader,
    private readonly comments: CommentsReader,
    private readonly ranks: RankReader,
  ) {
    super(views);
    this.posts = publicViews.of(leaderboard);
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
    const [quotes, foundActs, weeks, gains] = await Promise.all([
      this.comments.quotes(ids((row) => ('commentId' in row ? row.commentId : null))),
      this.acts.getMany(ids((row) => (row.kind === 'decision' ? row.actId : null))),
      this.weeks.getMany(ids((row) => (row.kind === 'week' ? row.week : null))),
      this.gains.getMany(ids((row) => (row.kind === 'boostEnded' ? row.postId : null))),
    ]);
    const posts = await this.posts.getMany(ids((row) => postIdOf(row, foundActs)));
    return {
      posts: new Map([...posts].filter(([, post]) => isVisibleTo(post, accountId))),
      held: new Set([...posts.values()].flatMap(({ _id, isEscalated }) => (isEscalated ? _id : []))),
      quotes,
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
