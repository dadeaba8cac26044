import { LiveFeed } from '../../src/api/live/live-feed.service.js';
import type { LiveMessage } from '../../src/api/live/live.requests.js';
import type { ViewProgress } from '../../src/kernel/view-progress.js';
import type { EventLog } from '../../src/kernel/event-log.js';
import type { Recorded } from '../../src/kernel/event.js';
import type { Consumer, LogReader } from '../../src/kernel/log/log-reader.js';
import type { LeaderboardReader } from '../../src/projections/leaderboard/leaderboard.reader.js';
import { eventually } from '../support/eventually.js';

const rated = (position: number, postId: string) =>
  ({ position, type: 'Rated', data: { postId } }) as unknown as Recorded;

/** A feed over a log and views that move when the test says so: one post with one rating an event. */
class Stage {
  private handOn: Consumer['onBatch'] = () => Promise.resolve();
  private readonly waiting = new Set<{ readonly position: number; readonly settle: (is: boolean) => void }>();
  private viewsAt = 0;
  readonly told: LiveMessage[] = [];
  readonly feed: LiveFeed;

  constructor(private readonly events: readonly Recorded[]) {
    const log = { head: () => Promise.resolve(0) };
    const reader = {
      position: 0,
      start: () => Promise.resolve(),
      follow: ({ onBatch }: Consumer) => {
        this.handOn = onBatch;
        return { close: () => Promise.resolve() };
      },
    };
    const reached = (position: number) =>
      this.viewsAt >= position
        ? Promise.resolve(true)
        : new Promise<boolean>((settle) => this.waiting.add({ position, settle }));
    const live = (ids: readonly string[]) => Promise.resolve(ids.map((id) => this.postOf(id)));
    this.feed = new LiveFeed(
      log as unknown as EventLog,
      reader as unknown as LogReader,
      { reached } as unknown as ViewProgress,
      { live } as unknown as LeaderboardReader,
    );
  }

  async open(): Promise<void> {
    await this.feed.start();
    await this.feed.join(
      (text) => this.told.push(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}') as LiveMessage),
      0,
      () => false,
    );
  }

  /** The log hands on the event at this position. */
  async log(position: number): Promise<void> {
    const events = this.events.filter((event) => event.position === position);
    await this.handOn({ events, undecodable: [], to: position });
  }

  /** How many wait for the views. */
  get waits(): number {
    return this.waiting.size;
  }

  /** The views come this far. */
  views(position: number): void {
    this.viewsAt = position;
    for (const one of this.waiting) {
      if (one.position > position) continue;
      this.waiting.delete(one);
      one.settle(true);
    }
  }

  /** Whoever waits for the views has waited long enough. */
  giveUp(): void {
    for (const { settle } of this.waiting) settle(false);
    this.waiting.clear();
  }

  private postOf(id: string) {
    const seen = this.events.filter(({ position }) => position <= this.viewsAt);
    const ratingsCount = seen.filter(({ data }) => (data as { postId: string }).postId === id).length;
    return { id, ratingsCount };
  }
}

describe('the live feed', () => {
  const stage = async () => {
    const made = new Stage([rated(1, 'first'), rated(2, 'second')]);
    await made.open();
    return made;
  };
  const toldOf = ({ told }: Stage) => told.map(({ posts }) => posts);

  it('tells what comes while it waits for the views by what they have seen of it, and not before', async () => {
    const there = await stage();
    await there.log(1);
    await eventually('it waits for the views', async () => there.waits === 1);
    await there.log(2);
    there.views(1);
    await eventually('it waits for the views once more', async () => there.waits === 1);
    there.views(2);
    await eventually('everything is told', async () => there.feed.position === 2);
    expect(toldOf(there)).toEqual([[{ id: 'first', ratingsCount: 1 }], [{ id: 'second', ratingsCount: 1 }]]);
    await there.feed.onModuleDestroy();
  });

  it('loses nothing when the views take too long', async () => {
    const there = await stage();
    await there.log(1);
    await eventually('it waits for the views', async () => there.waits === 1);
    await there.log(2);
    there.giveUp();
    await eventually('it waits for the views once more', async () => there.waits === 1);
    there.views(2);
    await eventually('everything is told', async () => there.feed.position === 2);
    expect(toldOf(there)).toEqual([
      [
        { id: 'first', ratingsCount: 1 },
        { id: 'second', ratingsCount: 1 },
      ],
    ]);
    await there.feed.onModuleDestroy();
  });
});
