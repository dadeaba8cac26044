import { once } from 'node:events';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ExecutionContext, type StreamableFile } from '@nestjs/common';
import { lastValueFrom, of } from 'rxjs';
import { cell, csvFile } from '../../../src/api/http/admin-list.js';
import { GeneratedFile, GeneratedFiles } from '../../../src/api/http/generated-files.js';
import { expires } from '../../support/expires.js';
import { TestTimer } from '../../support/timer.js';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const SECOND_MS = 1000;

/** What the server knows of a connection: its client takes as many bytes as it is allowed to. */
class Connection extends Writable {
  private waiting: { readonly bytes: number; readonly done: () => void } | null = null;

  constructor(private allowed = Infinity) {
    super({ highWaterMark: 16 * KILOBYTE });
  }

  resetAndDestroy(): void {
    this.destroy();
  }

  take(bytes: number): void {
    this.allowed += bytes;
    this.pass();
  }

  override _write({ length }: Buffer, _encoding: string, done: () => void): void {
    this.waiting = { bytes: length, done };
    this.pass();
  }

  private pass(): void {
    if (!this.waiting || this.waiting.bytes > this.allowed) return;
    const { bytes, done } = this.waiting;
    this.allowed -= bytes;
    this.waiting = null;
    done();
  }
}

interface Asked {
  readonly who?: string;
  readonly isAdmin?: boolean;
  readonly proven?: string;
  readonly method?: string;
  readonly raw?: Connection;
  /** Where it is not the end of `raw`. */
  readonly socket?: Connection;
}

describe('a generated file', () => {
  let timer: TestTimer;
  let files: GeneratedFiles;
  beforeEach(() => {
    timer = new TestTimer();
    files = new GeneratedFiles(timer);
  });

  const answered = (
    answer: unknown,
    { who = 'ann', isAdmin = false, proven = 'everything', method = 'GET', ...connection }: Asked = {},
  ): Promise<unknown> => {
    const { raw = new Connection(), socket = raw } = connection;
    const [admin, account] = isAdmin ? [{ id: who }, null] : [null, { id: who }];
    const context = {
      switchToHttp: () => ({
        getRequest: () => ({ admin, account, proven, method, raw: { socket } }),
        getResponse: () => ({ raw }),
      }),
    } as unknown as ExecutionContext;
    return lastValueFrom(files.intercept(context, { handle: () => of(answer) }));
  };
  const opened = async (...request: Parameters<typeof answered>) =>
    ((await answered(...request)) as StreamableFile).getStream();
  /** Sends a file to a client, which reads it unless another connection is given. */
  const sent = async (parts: GeneratedFile['parts'], options: Asked = {}) => {
    const raw = options.raw ?? new Connection();
    const stream = await opened(new GeneratedFile('a.csv', 'text/csv', parts), { ...options, raw });
    // As Fastify does.
    stream.on('error', () => raw.destroy()).pipe(raw);
    if (!raw.closed) await once(raw, 'close');
  };
  const enoughTurns = async () => {
    for (let turn = 0; turn < 1000; turn += 1) await nextTurn();
  };
  /** Parts of 1 kB, and how many have been made. */
  const counted = (count: number) => {
    const made = { count: 0 };
    const parts = (function* () {
      for (; made.count < count; made.count += 1) yield 'x'.repeat(KILOBYTE);
    })();
    return { made, parts };
  };
  /** A part that is made when the test says so. */
  const held = () => {
    const gate = { hasBegun: false, open: () => undefined as void };
    const isOpen = new Promise<void>((resolve) => (gate.open = resolve));
    const parts = (async function* () {
      gate.hasBegun = true;
      await isOpen;
      yield 'x';
    })();
    return { gate, parts };
  };

  it('is sent as it was made, with its name and type', async () => {
    const file = new GeneratedFile('a.csv', 'text/csv', ['Zoë,', Buffer.from('1\r\n')]);
    const answer = (await answered(file)) as StreamableFile;
    expect(answer.getHeaders()).toMatchObject({
      type: 'text/csv',
      disposition: 'attachment; filename="a.csv"',
    });
    expect((await buffer(answer.getStream())).toString()).toBe('Zoë,1\r\n');
  });

  it('lets others have their turn every 5 ms', async () => {
    let now = 0;
    timer.elapsed = () => now;
    const { parts } = counted(40);
    const slow = (function* () {
      for (const part of parts) {
        now += 1;
        yield part;
      }
    })();
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns += 1) await nextTurn();
    })();
    const pieces: number[] = [];
    for await (const piece of await opened(new GeneratedFile('a', 'text/csv', slow))) {
      pieces.push((piece as Buffer).length);
    }
    isOver = true;
    await others;
    expect(pieces).toEqual(Array.from({ length: 8 }, () => 5 * KILOBYTE));
    expect(turns).toBeGreaterThanOrEqual(7);
  });

  it('is at most 1 MB ahead of its reader, and lets other files go first while it waits', async () => {
    const unread = ['ann', 'bob', 'cat'].map((who) => ({ who, ...counted(4096), raw: new Connection(0) }));
    const waits = unread.map(({ parts, ...options }) => sent(parts, options));
    await enoughTurns();
    for (const { made } of unread) {
      expect(made.count * KILOBYTE).toBeGreaterThan(MEGABYTE / 4);
      expect(made.count * KILOBYTE).toBeLessThan(MEGABYTE);
    }
    await sent(counted(4096).parts, { who: 'dan' });
    for (const { raw } of unread) raw.take(Infinity);
    await Promise.all(waits);
    expect(unread.map(({ made }) => made.count)).toEqual([4096, 4096, 4096]);
  });

  it('waits while two others are made, of admins or of members', async () => {
    const [first, second, third] = [held(), held(), held()];
    const waits = [first, second, third].map(({ parts }, index) => sent(parts, { who: `member ${index}` }));
    await enoughTurns();
    expect([first, second, third].map(({ gate }) => gate.hasBegun)).toEqual([true, true, false]);
    await sent(['for an admin'], { who: 'olga', isAdmin: true });
    second.gate.open();
    await waits[1];
    await enoughTurns();
    expect(third.gate.hasBegun).toBe(true);
    first.gate.open();
    third.gate.open();
    await Promise.all(waits);
  });

  it('waits until the one before of the same person has been sent or given up; ten may wait', async () => {
    const raw = new Connection(0);
    const unread = sent(counted(4096).parts, { raw });
    await enoughTurns();
    const next = Array.from({ length: 10 }, held);
    const waits = next.map(({ parts }) => sent(parts));
    await enoughTurns();
    expect(next.some(({ gate }) => gate.hasBegun)).toBe(false);
    await expect(sent(['one more'])).rejects.toMatchObject({ status: 429 });
    await sent(['of another'], { who: 'bob' });

    raw.destroy();
    await unread;
    await enoughTurns();
    expect(next.map(({ gate }) => gate.hasBegun)).toEqual([true, ...Array<boolean>(9).fill(false)]);
    for (const { gate } of next) gate.open();
    await Promise.all(waits);
    await sent(['another']);
  });

  it('is refused while 100 people have one open', async () => {
    const open = Array.from({ length: 100 }, (_, index) => ({
      who: `member ${index}`,
      raw: new Connection(0),
    }));
    const waits = open.map((options) => sent(['a'], options));
    await enoughTurns();
    await expect(sent(['b'], { who: 'late' })).rejects.toMatchObject({ status: 503 });
    for (const { raw } of open) raw.take(1);
    await Promise.all(waits);
    await sent(['b'], { who: 'late' });
  });

  it('is cut if its reader takes less than 8 kB a second for 30 seconds', async () => {
    const raw = new Connection(0);
    const { made, parts } = counted(4096);
    const end = sent(parts, { raw });
    await enoughTurns();
    await timer.advance(30 * SECOND_MS);
    expect(raw.destroyed).toBe(false);
    await timer.advance(10 * SECOND_MS);
    expect(raw.destroyed).toBe(true);
    await end;
    expect(made.count).toBeLessThan(4096);
  });

  it('is not cut while its reader takes what the system has taken at once', async () => {
    const raw = new Connection(0);
    const end = sent(counted(4096).parts, { raw });
    await enoughTurns();
    raw.take(MEGABYTE);
    await timer.advance(150 * SECOND_MS);
    expect(raw.destroyed).toBe(false);
    await timer.advance(30 * SECOND_MS);
    expect(raw.destroyed).toBe(true);
    await end;
  });

  it('is not cut while its reader waits for the server', async () => {
    const { gate, parts } = held();
    const raw = new Connection();
    const end = sent(parts, { raw });
    await timer.advance(120 * SECOND_MS);
    expect(raw.destroyed).toBe(false);
    gate.open();
    await end;
  });

  it('is answered with an error if it fails at once, and broken off if it fails later', async () => {
    const failing = async function* (after: number) {
      for (let part = 0; part < after; part += 1) yield 'x'.repeat(64 * KILOBYTE);
      throw new Error('the log is away');
    };
    const raw = new Connection();
    await expect(sent(failing(0), { raw })).rejects.toThrow('the log is away');
    raw.end();
    await once(raw, 'close');
    const broken = new Connection();
    await sent(failing(1), { raw: broken });
    expect(broken.writableFinished).toBe(false);
    await sent(['the next one']);
  });

  it('is given up with its connection, also where Node does not close its answer', async () => {
    const socket = new Connection();
    const behindOthers = { socket, raw: new Connection(0) };
    await opened(new GeneratedFile('a', 'text/csv', counted(4096).parts), behindOthers);
    socket.destroy();
    await once(socket, 'close');
    await enoughTurns();
    await sent(['the next one']);
    expect(socket.listenerCount('close')).toBe(0);
  });

  it('ends a search that finds nothing when nobody waits for it any more', async () => {
    let looked = 0;
    const nothing = (async function* () {
      for (yield 'header'; ; looked += 1) {
        await timer.advance(1);
        yield '';
      }
    })();
    const raw = new Connection();
    const end = sent(nothing, { raw });
    await enoughTurns();
    raw.destroy();
    await end;
    await enoughTurns();
    const before = looked;
    await enoughTurns();
    expect(looked).toBe(before);
    await sent(['the next one']);
  });

  it('keeps no turn for a client that has gone', async () => {
    const { gate, parts } = held();
    const first = sent(parts);
    await enoughTurns();
    for (let count = 0; count < 20; count += 1) {
      const raw = new Connection();
      const refusal = sent(['a'], { raw }).catch((error: unknown) => error);
      raw.destroy();
      expect(await refusal).toMatchObject({ status: 429 });
    }
    const next = sent(['b']);
    gate.open();
    await Promise.all([first, next]);
  });

  expires('earlier file', async () => {
    const { gate, parts } = held();
    const first = sent(parts);
    await enoughTurns();
    const refusal = sent(['a']).catch((error: unknown) => error);
    await timer.advance(60 * SECOND_MS);
    expect(await refusal).toMatchObject({ status: 429 });
    gate.open();
    await first;
  });

  it('does not begin for a client that has gone', async () => {
    const raw = new Connection();
    raw.destroy();
    await once(raw, 'close');
    const { made, parts } = counted(4096);
    await answered(new GeneratedFile('a', 'text/csv', parts), { raw });
    await sent(['the next one']);
    expect(made.count).toBe(0);
  });

  it('is not made for a request of its headers', async () => {
    const { made, parts } = counted(3);
    const stream = await opened(new GeneratedFile('a', 'text/csv', parts), { method: 'HEAD' });
    expect(await buffer(stream)).toHaveLength(0);
    expect(made.count).toBe(0);
  });

  it('is not sent without a fresh sign-in, whatever its route says; other answers are', async () => {
    const file = new GeneratedFile('a', 'text/csv', ['a,b']);
    for (const proven of ['nothing', 'newApp']) {
      await expect(answered(file, { proven })).rejects.toMatchObject({ response: { code: 'sign_in_again' } });
    }
    expect(await answered({ a: 1 }, { proven: 'nothing' })).toEqual({ a: 1 });
  });
});

describe('a cell of a CSV file', () => {
  it.each([
    ['plain', 'plain'],
    ['one, two', '"one, two"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tcmd', "'\tcmd"],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    [' =1+1', "' =1+1"],
    ['\u00A0@SUM(A1)', "'\u00A0@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['﹦1', "'﹦1"],
    ['1=1', '1=1'],
    ['ann@example.org', 'ann@example.org'],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    [-1, '-1'],
    [-0.5, '-0.5'],
    [{ amount: 199, currency: 'usd' }, '1.99'],
    [{ amount: -50, currency: 'usd' }, '-0.50'],
    [{ amount: 100_000, currency: 'eur' }, '1000.00'],
    [{ amount: -199, currency: 'jpy' }, '-199'],
    [{ amount: 0, currency: 'usd' }, '0.00'],
    [true, 'true'],
    [null, ''],
  ])('of %j is %s', (value, text) => expect(cell(value)).toBe(text));
});

it('begins with a byte order mark, so that Excel reads its letters', async () => {
  let text = '';
  const { parts } = csvFile('names', { name: (name: string) => name }, [['Zoë']]);
  for await (const part of parts) text += String(part);
  expect(text).toBe('\uFEFFname\r\nZoë\r\n');
});
