import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WeeklyBoard } from '../../src/api/leaderboard/leaderboard.controller.js';
import { Projector } from '../../src/kernel/views/projector.js';
import { projections } from '../../src/projections/projections.js';
import type { PostRank } from '../../src/projections/weekly/rank.reader.js';
import { weekly } from '../../src/projections/weekly/weekly.js';
import { useOwnApp } from '../support/app.js';
import { verified } from '../support/people.js';
import { commentOn, publishPost, rate } from '../support/posts.js';
import { settled } from '../support/settled.js';
import { allDocuments } from '../support/test-kernel.js';

describe('views that are built again', () => {
  const app = useOwnApp('not shared yet');
  const projector = () => app.server.get(Projector, { strict: false });

  const documents = async () => {
    const { store } = app.adapters.storage;
    const all = new Map<string, object>();
    for (const view of projections) {
      all.set(view.name, await allDocuments(store, view, (await store.current(view.name)) ?? ''));
    }
    return all;
  };

  it('fail no read and lose no write: each is compared, switched to and rolled back under load', async () => {
    const ownerId = (await verified(app, 'ann@example.org')).user.id;
    const posts = await Promise.all([9, 7, 5].map((score) => publishPost(app, ownerId, score)));
    const acknowledged = new Map(posts.map((postId) => [postId, 0]));
    const reads = new Map<number, number>();
    let isOver = false;

    const write = async (): Promise<void> => {
      for (let turn = 0; !isOver; turn += 1) {
        const postId = posts[turn % posts.length] ?? '';
        await rate(app, postId, ownerId, turn % 11);
        acknowledged.set(postId, (acknowledged.get(postId) ?? 0) + 1);
        if (turn % 5 === 0) await commentOn(app, postId, ownerId);
        await nextTurn();
      }
    };
    const read = async (): Promise<void> => {
      const browser = app.browser();
      const pages = [
        '/api/posts',
        '/api/leaderboard/weekly',
        '/api/leaderboard/weeks',
        `/api/posts/${posts[0]}/rank`,
      ];
      for (let turn = 0; !isOver; turn += 1) {
        const { status } = await browser.get(pages[turn % pages.length] ?? '');
        reads.set(status, (reads.get(status) ?? 0) + 1);
      }
    };
    const load = Promise.all([write(), write(), read(), read()]);
    try {
      const { trials } = projector();
      for (const { name } of projections) {
        trials.begin(name);
        await trials.settled(name);
        expect({ name, trial: trials.of(name) }).toMatchObject({
          name,
          trial: { state: 'ready', error: null, comparison: { differences: 0 } },
        });
        await trials.accept(name);
        await trials.rollBack(name);
      }
      await projector().rebuild(projections.map(({ name }) => name));
    } finally {
      isOver = true;
      await load;
    }
    expect([...reads.keys()]).toEqual([200]);

    await settled(app);
    for (const [postId, ratings] of acknowledged) {
      const { body } = await app.browser().get<PostRank>(`/api/posts/${postId}/rank`);
      expect([ratings > 0, body.ratingsCount]).toEqual([true, ratings]);
    }
    const before = await documents();
    await projector().rebuild(projections.map(({ name }) => name));
    expect(await documents()).toEqual(before);
  });

  it('are rolled back at once: the next read sees the generation before', async () => {
    const { store } = app.adapters.storage;
    const { name, indexes } = weekly;
    const live = await store.open({ name, generation: (await store.current(name)) ?? '', indexes });
    const at = await live.checkpoint();
    // A document that no event explains, as a fold with a fault would write it.
    const closed = { week: '2020-W01', startsAt: '', endsAt: '', closing: 'x', ranks: 0, hasWinners: false };
    const documentsOf = [{ id: '2020-W01', position: at + 1, document: closed }];
    await live.commit({ from: at, to: at, documents: documentsOf, parked: [] });
    await live.close();
    const isClosed = async () =>
      (await app.browser().get<WeeklyBoard>('/api/leaderboard/weekly?week=2020-W01')).body.isClosed;
    expect(await isClosed()).toBe(true);

    const { trials } = projector();
    trials.begin(name);
    await trials.settled(name);
    expect(trials.of(name)?.comparison).toMatchObject({ differences: 1, listed: [{ id: '2020-W01' }] });
    await trials.accept(name);
    expect(await isClosed()).not.toBe(true);
    await trials.rollBack(name);
    expect(await isClosed()).toBe(true);
    await trials.rollBack(name);
    expect(await isClosed()).not.toBe(true);
  });
});
