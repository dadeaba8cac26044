import fc from 'fast-check';
import { boundsOf, weekOf } from '../../src/domain/week/iso-week.js';
import type { DomainEvents } from '../../src/domain/events.js';
import { CLOSING_DELAY_MS } from '../../src/reactions/timers/week-closing.js';
import { World } from '../support/closing-world.js';
import { amount } from '../support/scope.js';

const HOUR = 3_600_000;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'];

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
        const tooEarly: DomainEvents['WeekClosed'][] = [];
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
      { numRuns: amount(100, 400) },
    );
  });
});
