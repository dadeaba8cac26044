import { GaveUpError, Waiting } from '../../src/demo/waiting.js';

const MINUTE_MS = 60_000;

describe('a bulk writer that waits for its server', () => {
  /** Each pause takes `pauseMs` on the clock of the test. */
  const waitingOn = (pauseMs: number) => {
    const lines: string[] = [];
    let now = 0;
    const waiting = new Waiting({
      server: 'EventStoreDB',
      isAway: (error) => (error as Error).message === 'away',
      tell: (line) => lines.push(line),
      timer: {
        elapsed: () => now,
        pause: async () => {
          now += pauseMs;
        },
      },
    });
    return { waiting, lines };
  };
  const failing = (times: number, error = new Error('away')) => {
    let calls = 0;
    const work = async () => {
      calls += 1;
      if (calls <= times) throw error;
      return calls;
    };
    return work;
  };

  it('repeats its work, and tells once that it waits and once that it goes on', async () => {
    const { waiting, lines } = waitingOn(4000);
    expect(await waiting.through(failing(3))).toBe(4);
    expect(lines).toEqual(['Waiting for EventStoreDB: away', 'EventStoreDB answers again after 12 s']);
    expect(await waiting.through(failing(0))).toBe(1);
    expect(lines).toHaveLength(2);
  });

  it('tells once for all work that waits at the same time', async () => {
    const { waiting, lines } = waitingOn(1000);
    const both = [waiting.through(failing(2)), waiting.through(failing(2))];
    expect(await Promise.all(both)).toEqual([3, 3]);
    expect(lines.filter((line) => line.startsWith('Waiting'))).toHaveLength(1);
  });

  it('does not repeat what fails for another reason', async () => {
    const { waiting, lines } = waitingOn(1000);
    await expect(waiting.through(failing(1, new Error('a bug')))).rejects.toThrow('a bug');
    expect(lines).toEqual([]);
  });

  it('gives up after ten minutes, and says how to continue', async () => {
    const { waiting } = waitingOn(MINUTE_MS);
    const error: unknown = await waiting
      .through(failing(Number.POSITIVE_INFINITY))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GaveUpError);
    expect((error as Error).message).toBe(
      'EventStoreDB has not answered for 10 minutes: away. Run the same command again to continue.',
    );
  });
});
