import { DocumentStoreUnavailableError } from '../../src/kernel/document-store.js';
import { LeaseHeldError } from '../../src/kernel/lease.js';
import { ProcessWatch } from '../../src/kernel/leases/process-watch.js';
import { OtherProcessError, type ProcessRow, ProcessRows, type Role } from '../../src/kernel/processes.js';
import { TestClock } from '../support/app.js';
import { TestTimer } from '../support/timer.js';

/** The rows of a site in memory. */
class SiteRows extends ProcessRows {
  readonly rows = new Map<string, ProcessRow>();
  isAway = false;

  async put(row: ProcessRow): Promise<void> {
    this.answer();
    this.rows.set(row.id, row);
  }

  async all(): Promise<readonly ProcessRow[]> {
    this.answer();
    return [...this.rows.values()];
  }

  async remove(ids: readonly string[]): Promise<void> {
    this.answer();
    for (const id of ids) this.rows.delete(id);
  }

  private answer(): void {
    if (this.isAway) throw new DocumentStoreUnavailableError('MongoDB is away');
  }
}

/** The timer of a process that can be stopped: nothing fires then, and its monotonic clock goes on. */
class StoppedTimer extends TestTimer {
  stoppedMs = 0;

  override elapsed(): number {
    return super.elapsed() + this.stoppedMs;
  }
}

describe('the processes of a site', () => {
  let site: SiteRows;
  /** Why processes were ended. */
  let ends: string[];
  let log: string[];
  let endExpired: () => Promise<void>;
  beforeEach(() => {
    site = new SiteRows();
    ends = [];
    log = [];
    endExpired = async () => undefined;
  });

  /** A process with a clock of its own, which stands still while it does. */
  const processOf = (
    role: Role,
    folder = `/${role}`,
    { reads = { Rated: 1 }, writes = { Rated: 1 } } = {},
  ) => {
    const timer = new StoppedTimer();
    const [clock, id] = [new TestClock(), crypto.randomUUID()];
    const self = {
      id,
      holder: folder,
      role,
      place: `${folder} on a host`,
      version: '1',
      views: { board: 3 },
      reads,
    };
    const watch = new ProcessWatch({
      rows: site,
      lease: { endExpired: () => endExpired() },
      self,
      writes,
      isActive: () => role !== 'web',
      clock,
      timer,
      logger: {
        info: (_, message) => log.push(message),
        error: (error) => log.push((error as Error).message),
      },
      onOther: () => ends.push(folder),
    });
    return { id, watch, timer };
  };
  type TestProcess = ReturnType<typeof processOf>;

  /** Lets time pass for these. */
  const pass = async (seconds: number, ...all: readonly TestProcess[]) => {
    for (let half = 0; half < 2 * seconds; half += 1) {
      for (const { timer } of all) await timer.advance(500);
    }
  };
  const joined = async (role: Role, folder?: string) => {
    const process = processOf(role, folder);
    await process.watch.join();
    return process;
  };
  /** What comes of a start beside these, within so many seconds. */
  const start = async (process: TestProcess, seconds: number, ...beside: readonly TestProcess[]) => {
    let outcome = 'waits';
    const joining = process.watch
      .join()
      .then(
        () => 'runs',
        (error: unknown) => String(error),
      )
      .then((end) => (outcome = end));
    await pass(seconds, process, ...beside);
    if (outcome !== 'waits') await joining;
    return outcome;
  };

  it.each<[Role, Role]>([
    ['worker', 'worker'],
    ['web', 'worker'],
    ['worker', 'web'],
    // The lease keeps these apart.
    ['all', 'all'],
  ])('a %s starts at once beside a %s', async (role, other) => {
    await joined(other, '/first');
    const process = await joined(role, '/second');
    expect(process.watch.known().map(({ place, isLive }) => [place, isLive])).toEqual([
      ['/second on a host', true],
      ['/first on a host', true],
    ]);
  });

  it.each<[Role, Role, string]>([
    ['all', 'worker', 'This process must be the only one'],
    ['all', 'web', 'This process must be the only one'],
    ['worker', 'all', 'ROLE is worker'],
    ['web', 'all', 'ROLE is web'],
  ])(
    'a %s refuses beside a %s as soon as it sees it move, and does not end it',
    async (role, other, words) => {
      const first = await joined(other);
      const late = processOf(role);
      const outcome = await start(late, 3, first);
      expect(outcome).toContain(OtherProcessError.name);
      expect(outcome).toContain(words);
      expect(outcome).toContain(`ROLE=${other}, version 1, of /${other} on a host. Stop that one first`);
      await pass(4, first);
      expect(ends).toEqual([]);
    },
  );

  it('a start refuses beside a process that cannot read what it writes', async () => {
    const first = await joined('worker', '/first');
    const newer = { Rated: 2, Liked: 1 };
    const late = processOf('web', '/second', { reads: newer, writes: newer });
    const outcome = await start(late, 3, first);
    expect(outcome).toContain(
      'This program writes Rated 2 and 1 more events, and another Footnote process runs',
    );
    expect(outcome).toContain('Upgrade to a release first that reads it, or stop all of them');
    // The release between them reads what it does not write yet.
    const between = processOf('web', '/third', { reads: newer, writes: { Rated: 1 } });
    expect(await start(between, 3, first)).toBe('runs');
    await first.watch.leave();
    expect(await start(processOf('web', '/fourth', { reads: newer, writes: newer }), 3, between)).toBe(
      'runs',
    );
  });

  it('a start watches what does not move for 6 s, and runs then', async () => {
    await joined('worker');
    const late = processOf('all');
    expect(await start(late, 5.5)).toBe('waits');
    await pass(0.5, late);
    expect(site.rows.get(late.id)?.beat).toBe(13);
    expect(late.watch.known().map(({ role, isLive }) => [role, isLive])).toContainEqual(['worker', false]);
  });

  it('at least one of two that start at the same moment refuses', async () => {
    const [alone, worker] = [processOf('all'), processOf('worker')];
    const refused: string[] = [];
    for (const { watch, id } of [alone, worker]) void watch.join().catch(() => refused.push(id));
    await pass(2, alone, worker);
    expect(refused).not.toEqual([]);
  });

  it('a clean stop leaves nothing to watch', async () => {
    await (await joined('worker')).watch.leave();
    expect(site.rows.size).toBe(0);
    await joined('all');
  });

  it('the next process of a folder does not wait for the killed one', async () => {
    await joined('worker', '/data');
    const next = await joined('all', '/data');
    expect([...site.rows.keys()]).toEqual([next.id]);
  });

  it('one that has stood still for a minute is seen as ended after 10 s, and its row is deleted then', async () => {
    const [first, second] = [await joined('worker', '/first'), await joined('worker', '/second')];
    await pass(4, first, second);
    const isLive = () => second.watch.known().find(({ id }) => id === first.id)?.isLive;
    await pass(9, second);
    expect(isLive()).toBe(true);
    await pass(4, second);
    expect(isLive()).toBe(false);
    await pass(60, second);
    expect([...site.rows.keys()]).toEqual([second.id]);
    await pass(4, first, second);
    expect(isLive()).toBe(true);
  });

  it('an outage makes no process seem dead', async () => {
    const both = [await joined('worker', '/first'), await joined('worker', '/second')] as const;
    await pass(4, ...both);
    site.isAway = true;
    await pass(120, ...both);
    site.isAway = false;
    await pass(2, ...both);
    for (const { watch } of both) expect(watch.known().map(({ isLive }) => isLive)).toEqual([true, true]);
    expect(ends).toEqual([]);
  });

  it('one that stood still gives way to another that has started meanwhile, and goes on if there is none', async () => {
    const worker = await joined('worker');
    await pass(4, worker);
    worker.timer.stoppedMs += 8000;
    await pass(6, worker);
    expect(ends).toEqual([]);
    const alone = processOf('all');
    expect(await start(alone, 6)).toBe('runs');
    worker.timer.stoppedMs += 8000;
    await pass(4, worker, alone);
    expect(ends).toEqual(['/worker']);
  });

  it('a worker ends the lease of a process that was alone, and refuses while it is held', async () => {
    endExpired = async () => {
      throw new LeaseHeldError('/all on a host', 3, 12);
    };
    await expect(processOf('web').watch.join()).rejects.toBeInstanceOf(LeaseHeldError);
    site.rows.clear();
    // Its own lease tells that.
    await joined('all');
  });

  it('a web without a worker says so, and goes on', async () => {
    const web = await joined('web');
    expect(web.watch.problem).toContain('no process with ROLE=worker runs');
    const worker = await joined('worker');
    await pass(2, web, worker);
    expect(web.watch.problem).toBeNull();
    await worker.watch.leave();
    await pass(2, web);
    expect(web.watch.problem).toContain('no process with ROLE=worker runs');
    expect(log).toEqual([
      expect.stringContaining('no process with ROLE=worker runs'),
      'a process with ROLE=worker runs again',
      expect.stringContaining('no process with ROLE=worker runs'),
    ]);
    expect(worker.watch.problem).toBeNull();
  });
});
