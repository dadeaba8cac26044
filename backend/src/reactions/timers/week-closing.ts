import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval } from '@nestjs/schedule';
import { Calendar, boundsOf, weekOf, weeksEndedBy } from '../../domain/week/iso-week.js';
import { ClosingState, type ClosingStop } from '../../domain/week/closing-state.js';
import { closingsIn, commandsToClose } from '../../domain/week/closings.js';
import { Week, type Standing } from '../../domain/week/week.js';
import type { DomainEvents } from '../../domain/events.js';
import { Rejected } from '../../kernel/aggregate.js';
import { causedBy } from '../../kernel/causation.js';
import { Clock, Ids } from '../../kernel/clock.js';
import type { Actor } from '../../kernel/event.js';
import { History } from '../../kernel/history.js';
import { unlessUndecodable } from '../../kernel/undecodable.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import { EventLog, EventLogUnavailableError, type Position } from '../../kernel/event-log.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.js';
import { weekly } from '../../projections/weekly/weekly.js';
import { PastStandings } from '../../projections/weekly/final-standings.js';
import { WeeklyReader } from '../../projections/weekly/weekly.reader.js';
import { ClockWatch } from './clock-watch.js';
import { haveSeen, haveSeenAll } from '../seen-views.js';
import { OneAtATime } from './one-at-a-time.js';
import { ServerClocks } from './server-clocks.js';

const EVERY_MS = 60_000;
/** A clock that was just set may be set again. */
const STEADY_MS = 600_000;
/** How far in the future the last event may be dated, by another instance. */
const TOLERANCE_MS = 60_000;
/** How many weeks after one are looked at before its closing is undone. */
const LOOK_AHEAD = 520;
const SYSTEM: Actor = { kind: 'system', id: 'week-closing' };
/**
 * A post is dated before it is written: one from the last moments of Sunday may reach the log after midnight,
 * especially from another instance whose clock is slow. The delay covers that.
 */
export const CLOSING_DELAY_MS = 60_000;

/** So long after its end, a week waits for posts in check. Then it closes with them at their places. */
const CHECK_MS = 86_400_000;

type WeekFacts = Pick<DomainEvents['WeekClosed'], 'week' | 'startsAt' | 'endsAt'>;

/**
 * Closes weeks that have ended. The weeks come from the views, and the stream of a week accepts closing once, so
 * running twice, late or on several instances is safe.
 */
@Injectable()
export class WeekClosing {
  constructor(
    private readonly commands: CommandBus,
    private readonly reader: WeeklyReader,
    private readonly history: History,
    private readonly past: PastStandings,
    private readonly log: EventLog,
    private readonly views: ViewProgress,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly watch: ClockWatch,
    private readonly clocks: ServerClocks,
    private readonly state: ClosingState,
  ) {}

  /**
   * Closes every week that has ended and is still open, oldest first, starting at the first week with a post. Returns
   * the closed weeks. Closes nothing while the views are behind the log. A week that was reopened for a recount is counted
   * from the log, after all others. A week with an event in quarantine stays open, and keeps no other week from closing.
   */
  @OneAtATime()
  async close(actor: Actor = SYSTEM): Promise<readonly string[]> {
    const now = this.clock.now();
    const weeks = await this.weeksToClose(new Date(now.getTime() - CLOSING_DELAY_MS));
    if (weeks.length === 0) return [];
    // Read the end of the log now, after the weeks have ended.
    if (!(await haveSeenAll(this.views, [leaderboard, weekly], this.log))) return [];
    const closed: string[] = [];
    await this.causedBy(actor, async () => {
      const recounts: { facts: WeekFacts; before: Position }[] = [];
      for (const week of weeks) {
        const known = await unlessUndecodable(this.history.of(`week-${week}`), () => null);
        if (!known) continue;
        const { latest, before } = closingsIn(known);
        if (latest && before !== null) recounts.push({ facts: latest, before });
        // Later weeks wait: weeks close in order.
        else if (await this.waitsForCheck(week, now)) return;
        else if (!(await this.closeOne(this.factsOf(week), now, await this.reader.standings(week)))) return;
        else closed.push(week);
      }
      for (const { facts, before } of recounts) {
        const standings = await this.past.of(facts.week, before);
        if (await this.closeOne(facts, now, standings)) closed.push(facts.week);
      }
    });
    return closed;
  }

  /**
   * The same while the clock can be trusted: it has run for 10 minutes without a jump, the clocks of the servers agree
   * within a minute, and no event is in its future.
   */
  @Interval('week-closing', EVERY_MS)
  async closeWithTrust(): Promise<readonly string[]> {
    try {
      this.state.set(await this.reasonToStop());
      return this.state.stopped === null ? await this.close() : [];
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      // In the next minute the view may be built, and the server back.
      this.state.set({ because: 'unavailable', reason: error.message });
      return [];
    }
  }

  /**
   * Undoes the closing of a week, the latest one first. A week that has ended is then closed again.
   * @throws Rejected (conflict) if it is not closed, or a later week is
   */
  async undo(week: string, actor: Actor): Promise<void> {
    await haveSeen(this.views, [weekly], await this.log.head());
    const closed = await this.reader.closedAmong([week, ...this.weeksAfter(week)]);
    if (!closed.has(week)) throw new Rejected('conflict', `The week ${week} is not closed.`);
    const latest = [...closed].toSorted().at(-1);
    if (latest !== week) throw new Rejected('conflict', `The week ${latest} is closed, too: undo it first.`);
    await this.causedBy(actor, () => this.commands.execute(Week.ReopenWeek({ week })));
  }

  private weeksAfter(week: string): readonly string[] {
    const weeks: string[] = [];
    for (let last = week; weeks.length < LOOK_AHEAD; weeks.push(last)) {
      last = weekOf(boundsOf(last, this.calendar.timeZone).endsAt, this.calendar.timeZone);
    }
    return weeks;
  }

  private async reasonToStop(): Promise<ClosingStop | null> {
    if (this.watch.steadyFor() < STEADY_MS) {
      return this.watch.hasJumped
        ? { because: 'clock was set', reason: 'the clock of this server was set within the last 10 minutes' }
        : { because: 'started', reason: 'the server started within the last 10 minutes' };
    }
    const difference = await this.clocks.disagreement();
    if (difference !== null) return { because: 'clocks differ', reason: difference };
    const last = await this.log.readAt(await this.log.head());
    const { at } = Object(last?.metadata) as { at?: unknown };
    const isAhead = Date.parse(String(at)) > this.clock.now().getTime() + TOLERANCE_MS;
    return isAhead
      ? { because: 'future event', reason: `the last event is dated ${String(at)}, in the future` }
      : null;
  }

  private causedBy<Result>(actor: Actor, act: () => Promise<Result>): Promise<Result> {
    const run = this.ids.uuid();
    return causedBy({ actor, requestId: null, correlationId: run, causationId: run }, act);
  }

  private async weeksToClose(instant: Date): Promise<readonly string[]> {
    const first = await this.reader.firstWeek();
    if (first === null) return [];
    const ended = weeksEndedBy(instant, first, this.calendar.timeZone);
    const closed = await this.reader.closedAmong(ended);
    return ended.filter((week) => !closed.has(week));
  }

  private async waitsForCheck(week: string, now: Date): Promise<boolean> {
    const { endsAt } = boundsOf(week, this.calendar.timeZone);
    return now.getTime() - endsAt.getTime() < CHECK_MS && (await this.reader.hasCheck(week));
  }

  private factsOf(week: string): WeekFacts {
    const { startsAt, endsAt } = boundsOf(week, this.calendar.timeZone);
    return { week, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
  }

  /** Returns false if another instance is closing the week. */
  private async closeOne(
    { week, startsAt, endsAt }: WeekFacts,
    now: Date,
    standings: readonly Standing[],
  ): Promise<boolean> {
    const facts = { week, startsAt, endsAt, closing: this.ids.uuid(), now: now.toISOString() };
    try {
      for (const command of commandsToClose(facts, standings)) await this.commands.execute(command);
      return true;
    } catch (error) {
      if (error instanceof Rejected) return false;
      throw error;
    }
  }
}

function isUnavailable(error: unknown): error is Error {
  return error instanceof DocumentStoreUnavailableError || error instanceof EventLogUnavailableError;
}
