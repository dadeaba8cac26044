import { Readable } from 'node:stream';
import { Injectable, Logger, type OnModuleDestroy, ServiceUnavailableException } from '@nestjs/common';
import { Calendar } from '../../domain/week/iso-week.js';
import type { Standing } from '../../domain/week/week.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock } from '../../kernel/clock.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import { type AuditViewer, AuditReader } from '../../projections/audit/audit.reader.js';
import { type PastBoard, PastBoards } from '../../projections/past-board.js';
import { differingPlaces } from '../../projections/weekly/final-standings.js';
import { WeeklyReader } from '../../projections/weekly/weekly.reader.js';
import { type Moment, momentOf, type PastBoardAnswer, type PastBoardLine } from './as-of.contract.js';

/** How many posts that differ from the archive are listed. */
const MOST_LISTED = 200;

const NOTHING: PastBoardLine = { progress: null, board: null, problem: null };

/** Builds boards of the past, one at a time, each for a reader who waits for it. */
@Injectable()
export class PastBoardBuilds implements OnModuleDestroy {
  private readonly logger = new Logger(PastBoardBuilds.name);
  private running: AbortController | null = null;
  private isClosing = false;

  constructor(
    private readonly boards: PastBoards,
    private readonly reader: AuditReader,
    private readonly weeks: WeeklyReader,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    private readonly people: PeopleReader,
  ) {}

  get isRunning(): boolean {
    return this.running !== null;
  }

  /**
   * Lines of JSON with the progress, then one with the board. The build ends when the stream is closed, by the reader or by the server.
   * @throws Rejected (conflict) while another is built, and as {@link momentOf}
   */
  async stream(at: string | undefined, viewer: AuditViewer): Promise<Readable> {
    if (this.isClosing) throw new ServiceUnavailableException('The server is stopping.');
    if (this.running) {
      throw new Rejected('conflict', 'Another board is being built. There is one at a time.');
    }
    const stopping = new AbortController();
    this.running = stopping;
    let moment: Moment;
    try {
      moment = await momentOf(at, this.reader, viewer);
    } catch (error) {
      this.running = null;
      throw error;
    }
    // Data is pushed; reading requests nothing.
    const stream = new Readable({ read: () => undefined });
    stream.once('close', () => stopping.abort(new Error('nobody waits for the board any more')));
    const say = (line: Partial<PastBoardLine>) => {
      if (!stream.destroyed) stream.push(`${JSON.stringify({ ...NOTHING, ...line })}\n`);
    };
    void this.build(moment, viewer, say, stopping.signal)
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        this.logger.error(error, 'A board of the past could not be built');
        say({ problem: 'The board could not be built. Please try again later.' });
      })
      .finally(() => {
        this.running = null;
        if (!stream.destroyed) stream.push(null);
      });
    return stream;
  }

  /** On shutdown; otherwise the server would wait for the reader. */
  onModuleDestroy(): void {
    this.isClosing = true;
    this.running?.abort(new Error('the server is stopping'));
  }

  private async build(
    { position, time }: Moment,
    viewer: AuditViewer,
    say: (line: Partial<PastBoardLine>) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const standings: Standing[] = [];
    let board: PastBoard | null = null;
    const now = this.clock.now();
    const at = time ?? (position === null ? now : null);
    const order = {
      position,
      // Nobody knows which boosts a later time will have.
      at: at && new Date(Math.min(at.getTime(), now.getTime())).toISOString(),
      seesHolds: viewer.role === 'owner',
      hidden: [...viewer.hidden],
      timeZone: this.calendar.timeZone,
    };
    await this.boards.fold(
      order,
      (news) => {
        if ('progress' in news) say(news);
        else if ('standings' in news) standings.push(...news.standings);
        else ({ board } = news);
      },
      signal,
    );
    if (board === null) throw new Error('the process ended without a board');
    say({ board: await this.answerOf(board, standings, viewer.hidden) });
  }

  private async answerOf(
    { week, posts, ...board }: PastBoard,
    was: readonly Standing[],
    hidden: ReadonlySet<string>,
  ): Promise<PastBoardAnswer> {
    const comparison = week === null ? null : await this.compared(week, was, hidden);
    const people = await this.people.byIds([...new Set(posts.map(({ ownerId }) => ownerId))]);
    const differing = new Set(comparison?.differing.map(({ postId }) => postId));
    return {
      ...board,
      posts: posts.map(({ tier, ...post }) => ({
        ...post,
        // Since the build began, too.
        ...(!people.has(post.ownerId) && { username: null, displayUsername: null }),
        boostType: tier === 'none' ? null : tier,
        isDifferent: differing.has(post.id),
      })),
      comparison: comparison && {
        week: comparison.week,
        ranks: comparison.ranks,
        posts: was.length,
        differences: comparison.differing.length,
        listed: comparison.differing.slice(0, MOST_LISTED),
      },
    };
  }

  /** How the archive of a week differs; null if the week is not closed. */
  private async compared(week: string, was: readonly Standing[], hidden: ReadonlySet<string>) {
    const closed = await this.weeks.closedWeek(week);
    if (!closed) return null;
    const differing = differingPlaces(await this.weeks.recorded(closed.closing), was);
    return { ...closed, differing: differing.filter(({ postId }) => !hidden.has(postId)) };
  }
}
