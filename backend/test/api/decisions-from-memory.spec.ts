import { mock } from 'node:test';
import { useOwnApp } from '../support/app.js';
import { usePerson } from '../support/people.js';
import { publishPost } from '../support/posts.js';

describe('the calls to the log', () => {
  const app = useOwnApp('not shared yet');
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');

  /** The calls to the log for the streams that requests decide on, while `work` runs. */
  const callsOf = async (work: () => Promise<unknown>) => {
    const { log } = app.adapters.storage;
    const calls: string[] = [];
    for (const call of ['append', 'readStream', 'readLast'] as const) {
      const original = (log[call] as (stream: string, ...more: never[]) => unknown).bind(log);
      mock.method(log, call, (stream: string, ...more: never[]) => {
        const category = /^(?:account|post|like|rating)(?=-)/.exec(stream)?.[0];
        if (category) calls.push(`${call} ${category}`);
        return original(stream, ...more);
      });
    }
    await work();
    mock.restoreAll();
    return calls;
  };
  afterEach(() => mock.restoreAll());

  it('of a like by a person who is in memory, on a post that is in memory: one append and no read', async () => {
    const [first, second] = [await publishPost(app, ann.id, 7), await publishPost(app, ann.id, 7)];
    for (const post of [first, second]) await bob.get(`/api/posts/${post}/like`);
    await bob.like(first);
    expect(await callsOf(() => bob.like(second))).toEqual(['append like']);
    expect(await callsOf(() => bob.delete(`/api/posts/${second}/like`))).toEqual(['append like']);
    expect(await callsOf(() => bob.delete(`/api/posts/${second}/like`))).toEqual([]);
    expect(await callsOf(() => bob.rate(first, 3))).toEqual(['readStream rating', 'append rating']);
    expect(await callsOf(() => bob.rate(first, 4))).toEqual([]);
  });
});
