import type { CommandBus } from '@nestjs/cqrs';
import { type AnyAggregate, type Command, decide, evolveAll } from '../../src/kernel/aggregate.js';
import { ClosingState } from '../../src/domain/week/closing-state.js';
import { Calendar, weekOf } from '../../src/domain/week/iso-week.js';
import type { DomainEvents } from '../../src/domain/events.js';
import { Week } from '../../src/domain/week/week.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import type { History } from '../../src/kernel/history.js';
import type { ViewProgress } from '../../src/kernel/view-progress.js';
import type { EventLog } from '../../src/kernel/event-log.js';
import { UndecodableError } from '../../src/kernel/undecodable.js';
import type { PastStandings } from '../../src/projections/weekly/final-standings.js';
import type { WeeklyReader } from '../../src/projections/weekly/weekly.reader.js';
import { ClockWatch } from '../../src/reactions/timers/clock-watch.js';
import { ServerClocks } from '../../src/reactions/timers/server-clocks.js';
import { WeekClosing } from '../../src/reactions/timers/week-closing.js';
import { TestClock } from './app.js';

/** A closed week with the standings that were recorded for its closing. */
export type ClosedWeek = DomainEvents['WeekClosed'] & Pick<DomainEvents['WeekRanked'], 'standings'>;

export interface Published {
  readonly postId: string;
  readonly at: Date;
  readonly week: string;
}

/** A board in memory, the real rules of a week's stream, and the requested number of instances of the service. */
export class World {
  readonly clock: TestClock;
  readonly posts: Published[] = [];
  /** What the stopwatch shows; it stands still while the clock is moved. */
  elapsed = 0;
  /** What operators were told about closing. */
  readonly told: (string | null)[] = [];
  readonly state = new ClosingState((stop) => this.told.push(stop?.because ?? null));
  readonly stopwatch = { elapsed: () => this.elapsed };
  /** How far the clock of the log's server is ahead, in milliseconds; null if the log is in files. */
  serverAhead: number | null = null;
  /** Why the clock of the server cannot be read; null if it can. */
  serverError: Error | null = null;
  /** Why the views cannot be read; null if they can. */
  viewError: Error | null = null;
  /** The time of the last event, or the current time if the log is empty. */
  lastAt: string | null = null;
  /** The week whose stream has an event in quarantine; null for none. */
  quarantined: string | null = null;
  /** The closed weeks with their standings. */
  readonly closings: ClosedWeek[] = [];
  private readonly streams = new Map<string, { type: string; data: object }[]>();

  constructor(
    start: Date,
    private readonly timeZone: string,
  ) {
    this.clock = new TestClock(start);
  }

  publish(): void {
    const at = this.clock.now();
    this.posts.push({ postId: `p${this.posts.length}`, at, week: weekOf(at, this.timeZone) });
  }

  /** @param seen whether views have seen a position of the log */
  instance(seen: ViewProgress['seen'] = async () => true): WeekClosing {
    const log = {
      head: async () => this.posts.length,
      readAt: async () => ({ metadata: { at: this.lastAt ?? this.clock.now().toISOString() } }),
    } as unknown as EventLog;
    const views: ViewProgress = { reached: async () => true, seen };
    const commands = {
      execute: async (command: ReturnType<typeof Week.CloseWeek> | ReturnType<typeof Week.RankWeek>) =>
        this.run(command),
    } as unknown as CommandBus;
    const calendar = new Calendar(this.timeZone);
    const watch = new ClockWatch(this.clock, this.stopwatch);
    return new WeekClosing(
      commands,
      this.reader,
      this.history,
      // No week of a world is reopened for a recount.
      {} as PastStandings,
      log,
      views,
      calendar,
      this.clock,
      new RandomIds(),
      watch,
      new ServerClocks(this.clock, [
        { name: 'the event log', serverTime: () => this.serverTime() },
        { name: 'the document store', serverTime: async () => null },
      ]),
      this.state,
    );
  }

  private async serverTime(): Promise<Date | null> {
    if (this.serverError) throw this.serverError;
    return this.serverAhead === null ? null : new Date(this.clock.now().getTime() + this.serverAhead);
  }

  private run(command: ReturnType<typeof Week.CloseWeek> | ReturnType<typeof Week.RankWeek>): void {
    const table = Week as unknown as AnyAggregate;
    const { week } = command.data;
    const stream = this.streams.get(week) ?? [];
    this.streams.set(week, stream);
    const history = stream.map((event) => ({ ...event, metadata: { at: '' } }));
    const state = evolveAll(table, table.initial, history);
    for (const { type, data } of decide(table, command as unknown as Command<object>, state)) {
      stream.push({ type, data });
      if (type === 'WeekClosed') this.closings.push(this.withStandings(data as DomainEvents['WeekClosed']));
    }
  }

  private withStandings(closed: DomainEvents['WeekClosed']): ClosedWeek {
    const parts = this.partsOf(closed.week).filter(({ closing }) => closing === closed.closing);
    return { ...closed, standings: parts.flatMap(({ standings }) => standings) };
  }

  partsOf(week: string): DomainEvents['WeekRanked'][] {
    const events = this.streams.get(week) ?? [];
    return events
      .filter(({ type }) => type === 'WeekRanked')
      .map(({ data }) => data as DomainEvents['WeekRanked']);
  }

  private readonly history = {
    of: async (stream: string) => {
      if (stream === `week-${this.quarantined}`) {
        const event = { id: 'e', stream, position: 1, type: 'WeekFramed', reason: 'it is new' };
        throw new UndecodableError(event);
      }
      return (this.streams.get(stream.replace('week-', '')) ?? []).map((event, position) => ({
        ...event,
        position,
      }));
    },
  } as unknown as History;

  private readonly reader = {
    firstWeek: async () => {
      if (this.viewError) throw this.viewError;
      return this.posts.map(({ week }) => week).toSorted()[0] ?? null;
    },
    standings: async (closing: string) =>
      this.posts
        .filter(({ week }) => week === closing)
        .map(({ postId }, index) => ({
          rank: index + 1,
          postId,
          ownerId: 'ann',
          scoreTenths: 0,
          scoreCount: 0,
        })),
    hasCheck: async () => false,
    closedAmong: async () => new Set(this.closings.map(({ week }) => week)),
  } as unknown as WeeklyReader;
}
