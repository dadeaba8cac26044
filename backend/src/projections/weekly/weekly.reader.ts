import { Injectable } from '@nestjs/common';
import type { Standing } from '../../domain/week/week.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import type { CursorPart, Scalar } from '../../kernel/query.js';
import { PeopleReader, type PublicPerson } from '../accounts/people.js';
import { BoostChanges } from '../leaderboard/next-boost-change.js';
import type { Part } from '../leaderboard/board-order.js';
import type { PostOrder } from '../leaderboard/board-pages.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.js';
import { boostAt } from '../leaderboard/post-boosts.js';
import { betterIn } from '../leaderboard/rank-counts.js';
import { scoresOf } from '../leaderboard/scores.js';
import { Memoized } from '../memoize.js';
import { NamesReader } from '../names.js';
import { readerOf } from '../view.js';
import { wholeList } from '../whole-list.js';
import { finalStandings, hasPlace, postsInCheck } from './final-standings.js';
import { type Ranked, closedList, isRanked, runningList, weekRows } from './week-lists.js';
import { RankedPost, RemovedPost, Winner } from './week-posts.js';
import { type StandingDocument, type WeeklyDocument, standings, weekly } from './weekly.js';

/** Which posts of a week: in this order, those of people with `search` in one of their names. */
export interface WeekPart extends Part {
  readonly order: PostOrder;
  readonly search: string | null;
}

/** A page of the board of a week, and the cursor of the next page; null on the last page. */
export interface BoardPage<Entry> {
  readonly posts: readonly Entry[];
  readonly next: readonly Scalar[] | null;
}

export interface FamousWeek {
  readonly week: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly winners: readonly Winner[];
}

/** A page of weeks, and the cursor of the next page; null on the last page. */
export interface WeekPage {
  readonly weeks: readonly FamousWeek[];
  readonly next: readonly Scalar[] | null;
}

/** The cursor of the list of weeks: the week and the id, which are equal. */
export const WEEK_CURSOR: readonly CursorPart[] = ['text', 'text'];

/** The cursor of the board of a week: the sort key and the id. A closed week is ordered by its ranks. */
export function weekBoardCursor(order: PostOrder, isClosed: boolean): readonly CursorPart[] {
  if (order === 'recent') return ['time', 'text'];
  return [isClosed ? 'number' : 'text', 'text'];
}

/** How many posts of a week the Hall of Fame shows. */
const WINNERS = 3;

type ShownPost = { post: Stored<LeaderboardDocument>; author: PublicPerson };

/** Reads the boards of weeks: closed ones from the archive, running ones from the posts. */
@Injectable()
export class WeeklyReader extends readerOf(weekly) {
  /** Archive and posts as the public sees them. */
  private readonly archive: ViewReader<WeeklyDocument>;
  private readonly board: ViewReader<LeaderboardDocument>;
  /** All posts, for closing weeks and for ranks. */
  private readonly wholeBoard: ViewReader<LeaderboardDocument>;
  private readonly standingsOf: ViewReader<StandingDocument>;
  private readonly ranked = new Memoized<RankedPost>();
  private readonly final = new Memoized<RankedPost>();

  constructor(
    views: Views,
    publicViews: PublicViews,
    private readonly people: PeopleReader,
    private readonly names: NamesReader,
    private readonly moments: BoostChanges,
  ) {
    super(views);
    this.archive = publicViews.of(weekly);
    this.board = publicViews.of(leaderboard);
    this.wholeBoard = views.of(leaderboard);
    this.standingsOf = views.of(standings);
  }

  /** The public posts of a week with their ranks by rating alone; boosts do not change ranks here. */
  async runningBoard(
    week: string,
    { order, search, limit, after }: WeekPart,
  ): Promise<BoardPage<RankedPost>> {
    const { rows, next } = await weekRows(
      runningList(this.board, week, order),
      search,
      { limit, after },
      this.names,
    );
    const people = await this.people.byIds(rows.map(({ ownerId }) => ownerId));
    const at = await this.moments.last();
    const isInRanks = order === 'top' && search === null;
    const ranks = isInRanks
      ? await this.ranksFrom(week, rows, after)
      : (await betterIn(this.wholeBoard, { week }, rows)).map((better) => better + 1);
    const posts = rows.map((post, index) => {
      const [author, rank] = [people.get(post.ownerId), ranks[index] ?? 0];
      return this.ranked.get(
        post,
        [author, rank, boostAt(post, at)],
        () => new RankedPost(post, author, rank, at),
      );
    });
    return { posts, next };
  }

  async hasPosts(week: string): Promise<boolean> {
    return (await bestOf(this.board, week, 1)).length > 0;
  }

  /** A closed week; null if it is not closed. */
  closedWeek(week: string): Promise<WeeklyDocument | null> {
    return this.archive.get(week);
  }

  /** The board of a closed week: its standings, with current names and pictures. A search finds no removed posts. */
  async closedBoard(
    { closing }: Pick<WeeklyDocument, 'closing'>,
    { order, search, limit, after }: WeekPart,
  ): Promise<BoardPage<RankedPost | RemovedPost>> {
    const list = closedList(this.standingsOf, closing, order);
    const { rows, next } = await weekRows(list, search, { limit, after }, this.names);
    const shown = await this.shownOf(rows.map(({ postId }) => postId));
    const at = await this.moments.last();
    const posts = rows.flatMap((row): readonly (RankedPost | RemovedPost)[] => {
      const { standing, aiTenths } = row;
      const there = shown.get(standing.postId);
      const scores = scoresOf(standing, aiTenths);
      if (there) {
        const { post, author } = there;
        const make = () => new RankedPost(post, author, standing.rank, at, scores);
        return [this.final.get(row, [post, author, boostAt(post, at)], make)];
      }
      // Nobody learns from a search whose post was removed.
      return search === null ? [new RemovedPost(standing, scores)] : [];
    });
    return { posts, next };
  }

  /** Closed weeks that had posts, newest first, after a cursor. */
  async famousWeeks(limit: number, after: readonly Scalar[] | null): Promise<WeekPage> {
    const found = await this.archive.find({
      where: { hasWinners: true },
      sort: { week: -1 },
      limit: limit + 1,
      ...(after && { after }),
    });
    const page = found.slice(0, limit);
    const winners = await Promise.all(page.map(({ closing }) => this.firstOf(closing, WINNERS)));
    const shown = await this.shownOf(winners.flat().map(({ postId }) => postId));
    const weeks = page.map(({ week, startsAt, endsAt }, index) => ({
      week,
      startsAt,
      endsAt,
      winners: (winners[index] ?? []).map(
        ({ standing, aiTenths }) =>
          new Winner(standing, scoresOf(standing, aiTenths), shown.get(standing.postId) ?? null),
      ),
    }));
    const last = page.at(-1);
    return { weeks, next: found.length > limit && last ? [last.week, last._id] : null };
  }

  /** The first ranks of a week; empty if the week is no longer closed by this closing. */
  async places(week: string, closing: string, limit: number): Promise<readonly Standing[]> {
    const closed = await this.one(week);
    if (closed?.closing !== closing) return [];
    const first = await this.firstOf(closing, limit);
    return first.map(({ standing }) => standing);
  }

  /** All current standings of a week: what closing it records. */
  standings(week: string): Promise<readonly Standing[]> {
    return finalStandings(this.wholeBoard, week);
  }

  /** Whether a post with a place in the week is hidden until an admin has looked at it. */
  async hasCheck(week: string): Promise<boolean> {
    return (await postsInCheck(this.wholeBoard, week)).some(hasPlace);
  }

  /** The closed weeks, with or without posts, newest first. */
  async closedWeeks(): Promise<readonly WeeklyDocument[]> {
    const found = await Promise.all(
      [true, false].map((hasWinners) => this.all({ hasWinners }, { week: -1 })),
    );
    return found.flat().toSorted((one, other) => (one.week < other.week ? 1 : -1));
  }

  /** All standings that a closing has recorded, best first. */
  async recorded(closing: string): Promise<readonly Standing[]> {
    const found = await wholeList(this.standingsOf, { closing }, { rank: 1 });
    return found.filter(isRanked).map(({ standing }) => standing);
  }

  /** The first week with a post, public or hidden; null if there are no posts. */
  async firstWeek(): Promise<string | null> {
    const [first] = await this.wholeBoard.find({
      where: { week: { $gte: '' } },
      sort: { week: 1, publicRank: 1 },
      limit: 1,
    });
    return first?.week ?? null;
  }

  async closedAmong(weeks: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.documents.getMany(weeks)).keys());
  }

  /** The first standings of a closing, best first. */
  private async firstOf(closing: string, limit: number): Promise<readonly Ranked[]> {
    return (await this.standingsOf.find({ where: { closing }, sort: { rank: 1 }, limit })).filter(isRanked);
  }

  /** The ranks of the best posts of a week after a cursor: one after the other. */
  private async ranksFrom(
    week: string,
    rows: readonly Stored<LeaderboardDocument>[],
    after: readonly Scalar[] | null,
  ): Promise<readonly number[]> {
    const [better = 0] = after ? await betterIn(this.wholeBoard, { week }, rows.slice(0, 1)) : [];
    return rows.map((_, index) => better + 1 + index);
  }

  /** The posts of standings that can still be shown: public, with an existing owner; by id, in two look-ups. */
  private async shownOf(postIds: readonly string[]): Promise<ReadonlyMap<string, ShownPost>> {
    const posts = await this.board.getMany(postIds);
    const people = await this.people.byIds([...posts.values()].map(({ ownerId }) => ownerId));
    const shown = new Map<string, ShownPost>();
    for (const [id, post] of posts) {
      const author = people.get(post.ownerId);
      if (author && post.isPublic) shown.set(id, { post, author });
    }
    return shown;
  }
}

/** The first public posts of a week, at most so many. */
export function bestOf(
  board: ViewReader<LeaderboardDocument>,
  week: string,
  limit: number,
): Promise<Stored<LeaderboardDocument>[]> {
  return board.find({ where: { week, publicRank: { $gte: '' } }, sort: { publicRank: 1 }, limit });
}
