import { DEADLINES } from '../src/kernel/deadlines.js';
import { DocumentStoreUnavailableError } from '../src/kernel/document-store.js';
import { IndexClashError } from '../src/infrastructure/mongo/index-clash.js';
import { isOutage } from '../src/infrastructure/circuit-breaker/outage.js';
import { reasonOf } from '../src/process/refuse-to-start.js';
import { StartWithRetries, UnreachableServerError, reach } from '../src/process/startup.js';
import { expires } from './support/expires.js';
import { gate } from './support/gate.js';
import { TestTimer } from './support/timer.js';

const URL = 'mongodb://ann:secret@db.example:27017/footnote';
const away = new DocumentStoreUnavailableError('MongoDB did not answer within 2000 ms');

/** Work that fails so many times before it succeeds. */
function failing(times: number, error: Error = away): () => Promise<string> {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw error;
    return `done at try ${calls}`;
  };
}

describe('a start', () => {
  let told: string[];
  let timer: TestTimer;
  const patience = (seconds: number) => ({ seconds, tell: (line: string) => void told.push(line), timer });
  beforeEach(() => {
    told = [];
    timer = new TestTimer();
  });

  it('tries a server again, and says so once, without the password', async () => {
    const reached = reach('MongoDB', URL, patience(20), failing(2));
    await timer.advance(200 + 400);
    expect(await reached).toBe('done at try 3');
    expect(told).toEqual([
      `MongoDB at db.example:27017 can't be reached: MongoDB did not answer within 2000 ms; trying for 20 s`,
    ]);
  });

  it('gives up in one line when the time is over', async () => {
    await expect(reach('MongoDB', URL, patience(0), failing(9))).rejects.toMatchObject({
      name: UnreachableServerError.name,
      message: `MongoDB at db.example:27017 can't be reached: MongoDB did not answer within 2000 ms; gave up after 0 s`,
    });
  });

  it('names the server with an error that it does not know', async () => {
    const refused = Object.assign(new Error('user is not allowed to do this'), { code: 8000 });
    await expect(reach('MongoDB', URL, patience(0), failing(9, refused))).rejects.toThrow(
      `MongoDB at db.example:27017 can't be reached: user is not allowed to do this; gave up after 0 s`,
    );
  });

  it('ends at once when an index is in the way', async () => {
    const clash = new IndexClashError('sessions', 'expiry', new Error('An index exists'));
    const reached = reach('MongoDB', URL, patience(20), failing(1, clash), 'building indexes');
    await expect(reached).rejects.toBe(clash);
    expect(told).toEqual([]);
    expect(reasonOf(clash)).toBe(clash.message);
    expect(new IndexClashError('sessions', undefined, new Error('An index exists')).message).toBe(
      'MongoDB has an index of the collection "sessions" that differs from the one that Footnote needs: An index exists',
    );
  });

  expires('silent start', async () => {
    const { open: finish, opened: work } = gate();
    const reached = reach('MongoDB', URL, patience(60), () => work, 'building indexes');
    await timer.advance(DEADLINES['silent start'].ms);
    expect(told).toEqual(['waiting for MongoDB at db.example:27017: building indexes']);
    finish();
    await reached;
  });

  it('says how far a step is, every ten per cent once it takes long, and at once to those who ask', async () => {
    const asked: string[] = [];
    const onStep = (step: string) => void asked.push(step);
    const steps = new StartWithRetries({ ...patience(20), onStep }, isOutage);
    await steps.take('reading the log', async (onProgress) => {
      onProgress(0.301);
      await timer.advance(DEADLINES['silent start'].ms);
      for (const part of [0.31, 0.4, 0.41, 0.5]) onProgress(part);
    });
    const step = 'waiting for the start: reading the log';
    expect(told).toEqual([`${step}: 30 %`, `${step}: 40 %`, `${step}: 50 %`]);
    expect(asked).toEqual([step, ...[30, 31, 40, 41, 50].map((percent) => `${step}: ${percent} %`)]);
  });

  it('announces work that tells its progress sooner, unless it is done', async () => {
    const steps = new StartWithRetries(patience(20), isOutage);
    for (const [log, part] of [
      ['the log', 0.3],
      ['a short log', 1],
    ] as const) {
      await steps.take(`reading ${log}`, async (onProgress) => {
        await timer.advance(DEADLINES['silent start'].ms / 5);
        onProgress(part);
      });
    }
    expect(told).toEqual(['waiting for the start: reading the log: 30 %']);
  });

  it('repeats a step of the kernel while a server is away, but not after another error', async () => {
    const steps = new StartWithRetries(patience(20), isOutage);
    const taken = steps.take('opening the views', failing(1));
    await timer.advance(200);
    expect(await taken).toBe('done at try 2');
    expect(told).toEqual([
      'The start waits while opening the views: MongoDB did not answer within 2000 ms; trying for 20 s',
    ]);
    const ours = new Error('a mistake of ours');
    await expect(steps.take('opening the views', failing(1, ours))).rejects.toBe(ours);
  });

  it('gives up a step of the kernel in one line', async () => {
    const steps = new StartWithRetries(patience(0), isOutage);
    await expect(steps.take('taking the lease', failing(9))).rejects.toMatchObject({
      name: UnreachableServerError.name,
      message:
        'The start waits while taking the lease: MongoDB did not answer within 2000 ms; gave up after 0 s',
    });
  });
});
