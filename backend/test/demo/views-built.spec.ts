import { viewsBuilt } from '../../src/demo/views-built.js';
import type { ViewHealth } from '../../src/kernel/views/running-view.js';

const view = (name: string, state: ViewHealth['state'], error: string | null = null) =>
  ({ name, state, error }) as ViewHealth;

describe('the wait for the views', () => {
  const rounds = (...healths: ViewHealth[][]) => {
    const lines: string[] = [];
    let round = 0;
    const wait = viewsBuilt(
      () => healths[round] ?? [],
      (line) => lines.push(line),
      {
        pause: async () => {
          round += 1;
        },
      },
    );
    return { wait, lines, asked: () => round };
  };

  it('says nothing when all are built', async () => {
    const { wait, lines } = rounds([view('names', 'live')]);
    await wait;
    expect(lines).toEqual([]);
  });

  it('ends when the last one is built, and tells once for each step what is missing', async () => {
    const { wait, lines, asked } = rounds(
      [view('names', 'building'), view('likes', 'building')],
      [view('names', 'building'), view('likes', 'building')],
      [view('names', 'live'), view('likes', 'building')],
      [view('names', 'live'), view('likes', 'live')],
    );
    await wait;
    expect(asked()).toBe(3);
    expect(lines).toEqual([
      'Building views from the log: names, likes',
      'Building views from the log: likes',
    ]);
  });

  it('fails with the reason when one could not be built', async () => {
    const { wait } = rounds(
      [view('names', 'building'), view('likes', 'building')],
      [view('names', 'failed', 'no space left'), view('likes', 'building')],
    );
    await expect(wait).rejects.toThrow('The view names could not be built: no space left');
  });
});
