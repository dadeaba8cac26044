import { ConflictException, Injectable, NotFoundException, Body, HttpStatus, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Closings, closingsIn, commandsToClose } from '../../domain/week/closings.js';
import { Week, type Standing } from '../../domain/week/week.js';
import type { DomainEvents } from '../../domain/events.js';
import { Rejected } from '../../kernel/aggregate.js';
import { ActiveServices } from '../../kernel/active-requests.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { messageOf } from '../../kernel/error-message.js';
import type { Position } from '../../kernel/event-log.js';
import { History } from '../../kernel/history.js';
import { differingPlaces, PastStandings } from '../../projections/weekly/final-standings.js';
import { WeeklyReader } from '../../projections/weekly/weekly.reader.js';
import { withMaskedEmails } from '../http/email-address.js';
import { Operations } from './operations.service.js';
import {
  type ArchiveComparison,
  ClosedWeeks,
  type RecountState,
  type WeekRecount,
  PresentRecount,
  ReopenWeekRequest,
} from './week-recounts.contract.js';
import { ReasonRequest } from '../admin/admin.contract.js';
import { Route, Routes } from '../http/route.js';

const MOST_LISTED = 200;
const WEEK = /^\d{4}-W\d{2}$/;
const ERASED = 'A person was erased meanwhile, which has thrown the recount away. Please count again.';

interface Recount {
  readonly closed: DomainEvents['WeekClosed'];
  readonly before: Position;
  readonly stopping: AbortController;
  /** How often erasures had thrown builds away when it began. */
  readonly erasures: number;
  state: RecountState;
  position: Position;
  standings: readonly Standing[];
  comparison: ArchiveComparison | null;
  error: string | null;
}

/**
 * Counts closed weeks again, as of their closing, and compares the count with the archive. There is one recount at a time, in
 * the memory of the active process. An erasure throws it away.
 */
@Injectable()
export class WeekRecounts {
  private recount: Recount | null = null;

  constructor(
    private readonly weeks: WeeklyReader,
    private readonly past: PastStandings,
    private readonly history: History,
    private readonly operations: Operations,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async closedWeeks(): Promise<ClosedWeeks['weeks']> {
    return (await this.weeks.closedWeeks()).map(({ week, ranks }) => ({ week, ranks }));
  }

  /** The recount that runs or waits for a decision, or the last one if it failed; null before the first one. */
  async present(): Promise<WeekRecount | null> {
    const recount = this.current();
    if (!recount) return null;
    const { closed, before, state, position, comparison, error } = recount;
    const { week, closing } = closed;
    return { week, closing, state, position, before, comparison, error };
  }

  /** @throws NotFoundException, ConflictException */
  async begin(week: string, reason: string): Promise<WeekRecount | null> {
    const { latest, isClosed, before } = await this.closingsOf(week);
    if (!latest || !isClosed || before === null) throw new NotFoundException('This week is not closed.');
    this.refuseAnother();
    await this.operations.record('recountWeek', week, reason);
    // Another owner may have begun one meanwhile.
    this.refuseAnother();
    const recount: Recount = {
      closed: latest,
      before,
      stopping: new AbortController(),
      erasures: this.past.erasures,
      state: 'waiting',
      position: 0,
      standings: [],
      comparison: null,
      error: null,
    };
    this.recount = recount;
    void this.count(recount);
    return this.present();
  }

  /** Stops a recount that runs. @throws ConflictException unless the present recount is one of this week */
  async throwAway(week: string, reason: string): Promise<void> {
    const recount = this.current();
    if (recount?.closed.week !== week) throw new ConflictException('There is no recount of this week.');
    await this.operations.record('throwAwayRecount', week, reason);
    this.drop(recount);
  }

  /**
   * Opens the week again and closes it with what was counted. If that is cut off, the server closes it by another recount.
   * @param closing the one that was compared
   * @throws ConflictException, Rejected (conflict) if the week was reopened meanwhile
   */
  async accept(week: string, closing: string, reason: string): Promise<void> {
    const recount = this.current();
    if (recount?.closed.week !== week || recount.closed.closing !== closing) {
      throw new ConflictException('There is no recount of this closing. Please look again.');
    }
    if (recount.error !== null) throw new ConflictException(recount.error);
    if (!recount.comparison?.differences) throw new ConflictException('There is no difference to accept.');
    const { latest, isClosed } = await this.closingsOf(week);
    if (!isClosed || latest?.closing !== closing) {
      throw new ConflictException('This week was reopened meanwhile. Please count again.');
    }
    await this.operations.record('reopenWeek', week, reason);
    await this.commands.execute(Week.ReopenForRecount({ week, closing, reason }));
    this.drop(recount);
    await this.close(recount);
  }

  private async close({ closed, standings }: Recount): Promise<void> {
    const { week, startsAt, endsAt } = closed;
    const now = this.clock.now().toISOString();
    const facts = { week, startsAt, endsAt, now, closing: this.ids.uuid() };
    try {
      for (const command of commandsToClose(facts, standings)) await this.commands.execute(command);
    } catch (error) {
      // The timer has begun to close it, with the same ranks.
      if (!(error instanceof Rejected)) throw error;
    }
  }

  private async count(recount: Recount): Promise<void> {
    const { closed, before, stopping } = recount;
    try {
      recount.standings = await this.past.of(closed.week, before, {
        signal: stopping.signal,
        onProgress: ({ position }) => {
          recount.state = 'counting';
          recount.position = position;
        },
      });
      const recorded = await this.weeks.recorded(closed.closing);
      const differing = differingPlaces(recorded, recount.standings);
      recount.comparison = {
        ranks: recorded.length,
        differences: differing.length,
        listed: differing.slice(0, MOST_LISTED),
      };
      recount.state = 'ready';
    } catch (error) {
      recount.state = 'failed';
      recount.error = withMaskedEmails(messageOf(error));
    }
  }

  private async closingsOf(week: string): Promise<Closings> {
    return closingsIn(WEEK.test(week) ? await this.history.of(`week-${week}`) : []);
  }

  /** The recount, failed if a person was erased since it began. */
  private current(): Recount | null {
    const { recount } = this;
    if (recount && recount.erasures !== this.past.erasures) {
      recount.stopping.abort(new Error(ERASED));
      Object.assign(recount, { state: 'failed', error: ERASED, comparison: null, standings: [] });
    }
    return recount;
  }

  private refuseAnother(): void {
    const recount = this.current();
    if (!recount || recount.state === 'failed') return;
    const { week } = recount.closed;
    throw new ConflictException(`The recount of ${week} is not decided yet. Throw it away first.`);
  }

  private drop(recount: Recount): void {
    recount.stopping.abort(new Error('the recount was stopped'));
    if (this.recount === recount) this.recount = null;
  }
}

/** The archives of closed weeks, which are made of events, and recounts of them. */
@Routes('back office', 'api/rtm-sys/weeks', { who: ['owner'] })
export class WeekRecountsController {
  private readonly recounts: WeekRecounts;

  constructor(
    private readonly here: WeekRecounts,
    active: ActiveServices,
  ) {
    this.recounts = active.of('week recounts', here);
  }

  @Route('GET', '', { summary: 'The closed weeks.', answer: ClosedWeeks })
  async listClosedWeeks(): Promise<ClosedWeeks> {
    return { weeks: await this.here.closedWeeks() };
  }

  @Route('GET', 'recount', {
    summary: 'The recount of a closed week, compared with its archive.',
    answer: PresentRecount,
  })
  async showRecount(): Promise<PresentRecount> {
    return { recount: await this.recounts.present() };
  }

  @Route('POST', ':week/recount', {
    asksAgain: true,
    summary: 'Starts to count a closed week again beside its archive, as of its closing.',
    description: 'Only events before its closing count. Nothing changes before it is accepted.',
    status: HttpStatus.ACCEPTED,
    answer: PresentRecount,
    errors: { 404: 'The week is not closed.', 409: 'Another recount waits for a decision, or runs.' },
  })
  async recountWeek(@Param('week') week: string, @Body() { reason }: ReasonRequest): Promise<PresentRecount> {
    return { recount: await this.recounts.begin(week, reason) };
  }

  @Route('POST', ':week/throw-away', {
    asksAgain: true,
    summary: 'Stops the recount of a week, or throws it away once it is ready.',
    errors: { 409: 'There is no recount of the week.' },
  })
  async throwAwayRecount(@Param('week') week: string, @Body() { reason }: ReasonRequest): Promise<void> {
    await this.recounts.throwAway(week, reason);
  }

  @Route('POST', ':week/reopen', {
    asksAgain: true,
    summary: 'Accepts the recount of a week: opens the week, and closes it with what was counted.',
    errors: {
      409: 'There is no recount that differs, an erasure has thrown it away, or the week was reopened meanwhile.',
    },
  })
  async reopenWeek(
    @Param('week') week: string,
    @Body() { closing, reason }: ReopenWeekRequest,
  ): Promise<void> {
    await this.recounts.accept(week, closing, reason);
  }
}
