import fc from 'fast-check';
import type { CommandBus } from '@nestjs/cqrs';
import { type AnyAggregate, type Command, decide, evolveAll } from '../../src/kernel/aggregate.js';
import { ClosingState } from '../../src/domain/week/closing-state.js';
import { Calendar } from '../../src/domain/week/calendar.js';
import { boundsOf, weekOf } from '../../src/domain/week/iso-week.js';
import type { CloseWeek, RankWeek } from '../../src/domain/week/week.commands.js';
import type { WeekEvents } from '../../src/domain/week/week.events.js';
import { week as weekAggregate } from '../../src/domain/week/week.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import type { ViewProgress } from '../../src/kernel/view-progress.js';
import type { EventLog } from '../../src/kernel/event-log.js';
import type { WeeklyReader } from '../../src/projections/weekly/weekly.reader.js';
import { ClockWatch } from '../../src/reactions/clock-watch.js';
import { CLOSING_DELAY_MS, WeekClosing } from '../../src/reactions/week-closing.js';
import { TestClock } from '../support/app.js';
import { amount } from '../support/scope.js';

const HOUR = 3_600_000;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'];

interface Published {
  readonly postId: string;
  readonly at: Date;
  readonly week: string;
}

/** A board in memory, the real rules of a week's stream, and the requested number of instances of the service. */
class World {
  readonly clock: TestClock;
  readonly posts: Published[] = [];
  /** What the stopwatch shows; it stands still while the clock is moved. */
  elapsed = 0;
  readonly state = new ClosingState();
  readonly stopwatch = { elapsed: () => this.elapsed };
  /** The time of the last event, or the current time if the log is empty. */
  lastAt: string | null = null;
  /** The closed weeks with their standings. */
  readonly closings: WeekEvents['WeekClosed'][] = [];
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
      execute: async (command: CloseWeek | RankWeek) => this.run(command),
    } as unknown as CommandBus;
    const calendar = new Calendar(this.timeZone);
    const watch = new ClockWatch(this.clock, this.stopwatch);
    return new WeekClosing(
      commands,
      this.reader,
      log,
      views,
      calendar,
      this.clock,
      new RandomIds(),
      watch,
      this.state,
    );
  }

  private run(command: CloseWeek | RankWeek): void {
    const table = weekAggregate as unknown as AnyAggregate;
    const { week } = command.data;
    const stream = this.streams.get(week) ?? [];
    this.streams.set(week, stream);
    const history = stream.map((event) => ({ ...event, metadata: { at: '' } }));
    const state = evolveAll(table, table.initial, history);
    for (const { type, data } of decide(table, command as unknown as Command<object>, state)) {
      stream.push({ type, data });
      if (type === 'WeekClosed') this.closings.push(this.withStandings(data as WeekEvents['WeekClosed']));
    }
  }

  private withStandings(closed: WeekEvents['WeekClosed']): WeekEvents['WeekClosed'] {
    const parts = this.partsOf(closed.week).filter(({ closing }) => closing === closed.closing);
    return { ...closed, standings: parts.flatMap(({ standings }) => standings) };
  }

  partsOf(week: string): WeekEvents['WeekRanked'][] {
    const events = this.streams.get(week) ?? [];
    return events
      .filter(({ type }) => type === 'WeekRanked')
      .map(({ data }) => data as WeekEvents['WeekRanked']);
  }

  private readonly reader = {
    firstWeek: async () => this.posts.map(({ week }) => week).toSorted()[0] ?? null,
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
    closedAmong: async () => new Set(this.closings.map(({ week }) => week)),
  } as unknown as WeeklyReader;
}

/** The steps: a person publishes, time moves forwards or back, an instance closes due weeks. */
const steps = fc.array(
  fc.oneof(
    fc.constant('publish' as const),
    fc.constant('close' as const),
    fc.record({ hours: fc.integer({ min: 1, max: 24 * 16 }), milliseconds: fc.integer({ min: -2, max: 2 }) }),
    fc.record({ hours: fc.integer({ min: -24 * 10, max: -1 }), milliseconds: fc.constant(0) }),
    fc.constant('monday' as const),
  ),
  { minLength: 4, maxLength: 14 },
);

/** Moves to the first moments around the end of the current week. */
function toMonday(world: World, timeZone: string, offset: number): void {
  const { endsAt } = boundsOf(weekOf(world.clock.now(), timeZone), timeZone);
  world.clock.advance(endsAt.getTime() - world.clock.now().getTime() + offset);
}

describe('closing a week whose last post is not on the board yet', () => {
  it('waits until the board has seen the head of the log, which is read after the week’s end', async () => {
    const world = new World(new Date('2026-11-22T23:59:59.999Z'), 'UTC');
    world.publish();
    world.clock.advance(CLOSING_DELAY_MS + 1);
    let seen = 0;
    const instance = world.instance(
      async (views, position) => views.includes('leaderboard') && seen >= position,
    );
    expect(await instance.close()).toEqual([]);
    expect(world.closings).toEqual([]);
    seen = 1;
    expect(await instance.close()).toEqual(['2026-W47']);
    expect(world.closings).toMatchObject([{ week: '2026-W47', standings: [{ postId: 'p0' }] }]);
  });

  it('waits one minute, because a post is dated before it is written', async () => {
    const world = new World(new Date('2026-11-22T23:59:59.999Z'), 'UTC');
    world.publish();
    world.clock.advance(CLOSING_DELAY_MS);
    expect(await world.instance().close()).toEqual([]);
    world.clock.advance(1);
    expect(await world.instance().close()).toEqual(['2026-W47']);
  });
});

describe('closing weeks by the timer', () => {
  const MINUTE = 60_000;
  /** Lets time pass: the stopwatch and the clock move together. */
  const pass = (world: World, time: number) => {
    world.elapsed += time;
    world.clock.advance(time);
  };
  const sunday = () => {
    const world = new World(new Date('2026-11-22T12:00:00.000Z'), 'UTC');
    world.publish();
    return world;
  };

  it('waits for 10 minutes after the start', async () => {
    const world = sunday();
    world.clock.advance(24 * HOUR);
    const instance = world.instance();
    pass(world, 10 * MINUTE - 1);
    expect(await instance.closeWithTrust()).toEqual([]);
    expect(world.state.stopped).toBe('the server started or its clock was set within 10 minutes');
    pass(world, 1);
    expect(await instance.closeWithTrust()).toEqual(['2026-W47']);
    expect(world.state.stopped).toBeNull();
  });

  it('closes nothing while the clock is 8 days ahead for some seconds, and everything in its time', async () => {
    const world = sunday();
    const instance = world.instance();
    pass(world, 10 * MINUTE);
    world.clock.advance(8 * 24 * HOUR);
    expect(await instance.closeWithTrust()).toEqual([]);
    pass(world, 10_000);
    expect(await instance.closeWithTrust()).toEqual([]);
    world.clock.advance(-8 * 24 * HOUR);
    expect(await instance.closeWithTrust()).toEqual([]);
    pass(world, 9 * 24 * HOUR);
    expect(await instance.closeWithTrust()).toEqual(['2026-W47', '2026-W48']);
  });

  it('stops while the last event is dated in the future, and an operator can still close', async () => {
    const world = sunday();
    const instance = world.instance();
    pass(world, 24 * HOUR);
    world.lastAt = '2026-12-01T00:00:00.000Z';
    expect(await instance.closeWithTrust()).toEqual([]);
    expect(world.state.stopped).toBe('the last event is dated 2026-12-01T00:00:00.000Z, in the future');
    expect(await instance.close({ kind: 'admin', id: 'ann' })).toEqual(['2026-W47']);
  });
});

describe('closing a week with many posts', () => {
  it('records 1,000 ranks an event, then the closing with their number', async () => {
    const world = new World(new Date('2026-11-22T12:00:00.000Z'), 'UTC');
    for (let count = 0; count < 2001; count += 1) world.publish();
    world.clock.advance(24 * HOUR);
    expect(await world.instance().close()).toEqual(['2026-W47']);
    expect(world.partsOf('2026-W47').map(({ standings }) => standings.length)).toEqual([1000, 1000, 1]);
    expect(world.closings).toMatchObject([{ ranks: 2001 }]);
    expect(world.closings[0]?.standings.map(({ rank }) => rank)).toEqual(
      Array.from({ length: 2001 }, (_, index) => index + 1),
    );
  });
});

describe.each(ZONES)('closing weeks in %s', (timeZone) => {
  it('assigns every post to the right week, with any clock, over generated histories', async () => {
    const starts = fc.date({
      min: new Date('2010-12-20'),
      max: new Date('2031-01-10'),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(starts, steps, fc.integer({ min: -1, max: 1 }), async (start, generated, offset) => {
        const world = new World(start, timeZone);
        const instances = [world.instance(), world.instance()];
        let latest = start;
        let calls = 0;
        const tooEarly: WeekEvents['WeekClosed'][] = [];
        for (const step of generated) {
          if (step === 'publish') world.publish();
          else if (step === 'monday') toMonday(world, timeZone, offset);
          else if (step === 'close') {
            calls += 1;
            const now = world.clock.now();
            const due = new Date(now.getTime() - CLOSING_DELAY_MS);
            const before = world.closings.length;
            await instances[calls % 2]?.close();
            const fresh = world.closings.slice(before);
            tooEarly.push(
              ...fresh.filter(
                ({ week, endsAt }) => Date.parse(endsAt) > due.getTime() || week >= weekOf(now, timeZone),
              ),
            );
          } else world.clock.advance(step.hours * HOUR + step.milliseconds);
          if (world.clock.now() > latest) latest = world.clock.now();
        }
        // In the end all past weeks are over, and both instances look at once.
        world.clock.advance(latest.getTime() - world.clock.now().getTime() + 8 * 24 * HOUR);
        const late = world.posts.filter(({ week }) => world.closings.some((closed) => closed.week === week));
        const filedBefore = new Set(
          world.closings.flatMap(({ standings }) => standings.map(({ postId }) => postId)),
        );
        await Promise.all([...instances, world.instance()].map((instance) => instance.close()));

        expect(tooEarly).toEqual([]);
        const weeks = world.closings.map(({ week }) => week);
        expect(new Set(weeks).size).toBe(weeks.length);
        const filed = new Map(
          world.closings.flatMap(({ week, standings }) =>
            standings.map(({ postId }) => [postId, week] as const),
          ),
        );
        for (const { postId, at, week } of world.posts) {
          const closing = world.closings.find((closed) => closed.week === week);
          expect(closing).toBeDefined();
          expect(Date.parse(closing?.startsAt ?? '')).toBeLessThanOrEqual(at.getTime());
          expect(Date.parse(closing?.endsAt ?? '')).toBeGreaterThan(at.getTime());
          // The standings miss only posts that were published after their week had closed, by a clock set back.
          const cameLate = late.some((post) => post.postId === postId) && !filedBefore.has(postId);
          expect(filed.get(postId)).toBe(cameLate ? undefined : week);
        }
      }),
      { seed: 47, numRuns: amount(100, 400) },
    );
  });
});
