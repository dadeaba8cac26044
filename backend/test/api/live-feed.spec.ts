import { ReadsWithTimeout } from '../../src/kernel/log-read-timeout.js';
import { LiveFeed, type Listener } from '../../src/api/live/live-feed.service.js';
import { reloadEvent, type LiveMessage } from '../../src/api/live/live-connection.js';
import type { ViewProgress } from '../../src/kernel/view-progress.js';
import { type EventLog, EventLogUnavailableError } from '../../src/kernel/event-log.js';
import type { Recorded } from '../../src/kernel/event.js';
import type { Consumer, LogReader } from '../../src/kernel/log/log-reader.js';
import type { LeaderboardReader } from '../../src/projections/leaderboard/leaderboard.reader.js';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import { Steps } from '../../src/kernel/steps.js';
import { expires } from '../support/expires.js';
import { TestTimer } from '../support/timer.js';
import { Noted } from '../support/waits.js';

const rated = (position: number, postId: string) =>
  ({ position, type: 'Rated', data: { postId } }) as unknown as Recorded;

/** A feed over a log and views that the test moves: one post with one rating per event. */
class FeedHarness {
  private deliver: Consumer['onBatch'] = () => Promise.resolve();
  private readonly timer = new TestTimer();
  private readonly steps = new Steps();
  private viewsAt = 0;
  private isLogLate = false;
  readonly sent = new Noted<LiveMessage>();
  readonly feed: LiveFeed;

  constructor(private readonly events: readonly Recorded[]) {
    const inTime = <Answer>(answer: Answer) =>
      this.isLogLate ? Promise.reject(new EventLogUnavailableError('late')) : Promise.resolve(answer);
    const log = { head: () => inTime(9), readAll: () => inTime(events) };
    const reader = {
      position: 0,
      start: () => Promise.resolve(),
      follow: ({ onBatch }: Consumer) => {
        this.deliver = onBatch;
        return { close: () => Promise.resolve() };
      },
    };
    const { timer } = this;
    const reached: ViewProgress['reached'] = (position, deadline) =>
      this.steps.until(
        () => this.viewsAt >= position,
        (expire) => timer.deadline(deadline, expire),
      );
    const live = (ids: readonly string[]) => Promise.resolve(ids.map((id) => this.postOf(id)));
    this.feed = new LiveFeed(
      new ReadsWithTimeout(log as unknown as EventLog, timer),
      reader as unknown as LogReader,
      { reached } as unknown as ViewProgress,
      { live } as unknown as LeaderboardReader,
      { now: () => new Date(0) },
      timer,
    );
  }

  async open(): Promise<void> {
    await this.feed.start();
    await this.join((text) =>
      this.sent.push(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}') as LiveMessage),
    );
  }

  /** Joins a listener who has seen nothing. */
  async join(listener: Listener): Promise<void> {
    await this.feed.join(listener, 0, () => false);
  }

  /** From now on the log answers no request in time. */
  delayLog(): void {
    this.isLogLate = true;
  }

  /** Delivers the event at this position. */
  async log(position: number): Promise<void> {
    const events = this.events.filter((event) => event.position === position);
    await this.deliver({ events, undecodable: [], to: position });
  }

  /** Resolves when the feed waits for the views. */
  waits(): Promise<void> {
    return this.timer.begun('views of live news');
  }

  /** Moves the views to this position. */
  views(position: number): void {
    this.viewsAt = position;
    this.steps.step();
  }

  /** Lets the wait for the views take too long. */
  async timeOut(): Promise<void> {
    await this.timer.advance(DEADLINES['views of live news'].ms);
  }

  private postOf(id: string) {
    const seen = this.events.filter(({ position }) => position <= this.viewsAt);
    const ratingsCount = seen.filter(({ data }) => (data as { postId: string }).postId === id).length;
    return { id, ratingsCount };
  }
}

describe('the live feed', () => {
  const openFeed = async () => {
    const made = new FeedHarness([rated(1, 'first'), rated(2, 'second')]);
    await made.open();
    return made;
  };
  const postsSent = ({ sent }: FeedHarness) => sent.map(({ posts }) => posts);

  it('sends an event only after the views have seen it, with the figures of that moment', async () => {
    const harness = await openFeed();
    await harness.log(1);
    await harness.waits();
    await harness.log(2);
    harness.views(1);
    await harness.waits();
    harness.views(2);
    await harness.sent.atLeast(2);
    expect(harness.feed.position).toBe(2);
    expect(postsSent(harness)).toEqual([
      [{ id: 'first', ratingsCount: 1 }],
      [{ id: 'second', ratingsCount: 1 }],
    ]);
    await harness.feed.onModuleDestroy();
  });

  expires('views of live news', async () => {
    const harness = await openFeed();
    await harness.log(1);
    await harness.waits();
    await harness.log(2);
    await harness.timeOut();
    await harness.waits();
    harness.views(2);
    await harness.sent.atLeast(1);
    expect(harness.feed.position).toBe(2);
    expect(postsSent(harness)).toEqual([
      [
        { id: 'first', ratingsCount: 1 },
        { id: 'second', ratingsCount: 1 },
      ],
    ]);
    await harness.feed.onModuleDestroy();
  });

  it('tells a reader to reload what the log does not read in time', async () => {
    const harness = await openFeed();
    await harness.log(1);
    harness.views(1);
    await harness.sent.atLeast(1);
    expect(harness.feed.position).toBe(1);
    expect(await harness.feed.knows(2)).toBe(true);
    harness.delayLog();
    expect([await harness.feed.knows(1), await harness.feed.knows(2)]).toEqual([true, false]);
    const heard = new Noted<string>();
    await harness.join((text) => heard.push(text));
    expect(heard).toEqual([reloadEvent(1)]);
    await harness.log(2);
    harness.views(2);
    await heard.atLeast(2);
    await harness.feed.onModuleDestroy();
  });
});
