import { CheckpointConflictError } from '../../src/kernel/document-store.js';
import type { Projection } from '../../src/projections/view.js';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import type { ViewFold } from '../../src/kernel/views/view-fold.js';
import { expires } from '../support/expires.js';
import { holdUp } from '../support/frozen-view.js';
import { gate } from '../support/gate.js';
import { messages, openedIn, useKernel } from '../support/test-kernel.js';
import { type Tally, claim, tally } from '../support/tally.js';

const testKernel = useKernel();

describe('the projector', () => {
  beforeEach(() => {
    messages.length = 0;
  });

  it('shows events from before its start and from after it', async () => {
    await claim(testKernel, 'ada');
    const { projector, views } = testKernel.projector([tally()]);
    await projector.start();
    const position = await claim(testKernel, 'ada');
    expect(await projector.views.reached(position, 'gathered view')).toBe(true);
    expect(await views.of(tally()).get('ada')).toEqual({ count: 2, _id: 'ada', _position: position });
    await projector.stop();
  });

  it('does not make a write wait for views that do not subscribe to its events', async () => {
    const { projector } = testKernel.projector([tally()]);
    await projector.start();
    expect(await projector.views.reached(10_000, 'views of a command', ['EmailVerified'])).toBe(true);
    const waiting = projector.views.reached(10_000, 'views of a command', ['UsernameClaimed']);
    expect(await testKernel.timer.inVain(waiting)).toBe(false);
    await projector.stop();
  });

  it('lets no second write wait for a view for which the first waited in vain', async () => {
    const { projector } = testKernel.projector([tally()]);
    await projector.start();
    const first = projector.views.reached(10_000, 'gathered view');
    expect(await testKernel.timer.inVain(first)).toBe(false);
    let answer: boolean | undefined;
    void projector.views.reached(10_000, 'gathered view').then((isReached) => {
      answer = isReached;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(answer).toBe(false);
    await projector.stop();
  });

  it('gathers the events of a view that few people read, until somebody reads it', async () => {
    const gathered: Projection<object> = { ...tally({ name: 'gathered' }), isGathered: true };
    // A rest that is not cut short never ends.
    const { timer } = testKernel;
    timer.rest = timer.pause;
    const { projector, views } = testKernel.projector([tally(), gathered]);
    await projector.start();
    const first = await claim(testKernel, 'ada');
    expect(await projector.views.reached(first, 'gathered view')).toBe(true);
    await claim(testKernel, 'ada');
    const last = await claim(testKernel, 'ada');
    // A command does not wait for it.
    expect(await projector.views.reached(last, 'gathered view', ['UsernameClaimed'])).toBe(true);
    expect(projector.health().map(({ position }) => position)).toEqual([last, first]);
    expect(await views.of(gathered).get('ada')).toMatchObject({ count: 3 });
    await projector.stop();
  });

  expires('gathered view', async () => {
    const gathered: Projection<object> = { ...tally({ name: 'gathered' }), isGathered: true };
    const { projector, views } = testKernel.projector([gathered]);
    await projector.start();
    const held = holdUp(projector.views.get('gathered')?.fold as ViewFold);
    await claim(testKernel, 'ada');
    await held.reached;
    const read = views.of(gathered).get('ada');
    await testKernel.timer.begun('gathered view');
    await testKernel.timer.advance(DEADLINES['gathered view'].ms);
    expect(await read).toBeNull();
    held[Symbol.dispose]();
    await projector.stop();
  });

  it('continues where it stopped, and counts nothing twice', async () => {
    for (let run = 1; run <= 3; run += 1) {
      const { projector, views } = testKernel.projector([tally()]);
      await projector.start();
      await projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
      expect((await views.of(tally()).get('ada')) as Tally | null).toMatchObject({ count: run });
      await projector.stop();
    }
  });

  it('reports that a position was not reached in time', async () => {
    const { projector } = testKernel.projector([tally()]);
    await projector.start();
    expect(await testKernel.timer.inVain(projector.views.reached(999, 'gathered view'))).toBe(false);
    await projector.stop();
  });

  it('parks a document whose fold throws, with all its later events, and nothing else', async () => {
    const picky = tally({
      name: 'picky',
      check: ({ usernameHash }, before) => {
        if (usernameHash === 'bob' && before?.count === 1) throw new Error('bob is too much');
      },
    });
    const { projector, views } = testKernel.projector([picky, tally()]);
    await projector.start();
    for (const name of ['ada', 'bob', 'bob', 'bob', 'ada']) await claim(testKernel, name);
    await projector.views.reached(await claim(testKernel, 'cleo'), 'gathered view');
    const counts = async (name: string) => (await views.of(picky).get(name)) as Tally | null;
    expect(await counts('bob')).toMatchObject({ count: 1 });
    expect(await counts('ada')).toMatchObject({ count: 2 });
    expect(await counts('cleo')).toMatchObject({ count: 1 });
    expect(await views.of(tally()).get('bob')).toMatchObject({ count: 3 });
    expect(projector.health().map(({ name, parked }) => ({ name, parked }))).toEqual([
      { name: 'picky', parked: 1 },
      { name: 'tally', parked: 0 },
    ]);
    await projector.stop();

    const again = testKernel.projector([picky, tally()]);
    await again.projector.start();
    expect(again.projector.health()[0]).toMatchObject({ parked: 1 });
    await again.projector.stop();
  });

  it('rejects a second projector that writes the same view', async () => {
    const one = testKernel.projector([tally()]);
    await one.projector.start();
    await one.projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
    const generation = await testKernel.storage.store.current('tally');
    const view = await testKernel.storage.store.open<Tally>({
      name: 'tally',
      generation: String(generation),
      indexes: [],
    });
    const stale = {
      from: 0,
      to: 99,
      documents: [{ id: 'ada', position: 99, document: { count: 99 } }],
      parked: [],
    };
    await expect(view.commit(stale)).rejects.toBeInstanceOf(CheckpointConflictError);
    expect(await view.get('ada')).toMatchObject({ count: 1 });
    await one.projector.stop();
  });

  describe('rebuilding', () => {
    const readable = async (
      definition: Projection<object>,
      build?: Parameters<typeof testKernel.projector>[1],
    ) => {
      const started = testKernel.projector([definition], build);
      await started.projector.start();
      return started;
    };

    it('builds beside the live view, serves the old one until then, and switches when it has caught up', async () => {
      for (let index = 0; index < 10; index += 1) await claim(testKernel, 'ada');
      const first = await readable(tally());
      await first.projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
      await first.projector.stop();

      const { open, opened } = gate();
      const { buildViews } = await import('../../src/kernel/views/build-views.js');
      const { projector, views } = await readable(tally({ version: 2, step: 10 }), async (builds) => {
        await buildViews(testKernel.storage, builds, () => undefined);
        await opened;
      });
      expect(await views.of(tally({ version: 2 })).get('ada')).toMatchObject({ count: 11 });
      expect(projector.health()).toMatchObject([{ state: 'building', generation: 'v1-1' }]);
      const meanwhile = await claim(testKernel, 'ada');
      expect(await projector.views.seen(['tally'], meanwhile)).toBe(false);
      const seen = projector.views.seen(['tally'], meanwhile, 'gathered view');
      open();
      expect(await seen).toBe(true);
      await projector.rebuild([]);
      expect(await views.of(tally({ version: 2 })).get('ada')).toMatchObject({ count: 120 });
      expect(projector.health()).toMatchObject([{ state: 'live', generation: 'v2-1' }]);
      expect(await projector.views.reached(await claim(testKernel, 'ada'), 'gathered view')).toBe(true);
      expect(await views.of(tally({ version: 2 })).get('ada')).toMatchObject({ count: 130 });
      expect((await testKernel.storage.store.generations('tally')).toSorted()).toEqual(['v1-1', 'v2-1']);
      await projector.stop();
    });

    it('has seen nothing in a frozen view, while the other views continue', async () => {
      const likes = () => tally({ name: 'likes' });
      const before = testKernel.projector([tally(), likes()]);
      await before.projector.start();
      await before.projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
      await before.projector.stop();

      const never = new Promise<void>(() => undefined);
      const { projector, views } = testKernel.projector([tally({ version: 2 }), likes()], () => never);
      await projector.start();
      const meanwhile = await claim(testKernel, 'ada');
      expect(await projector.views.reached(meanwhile, 'gathered view')).toBe(true);
      expect(await projector.views.seen(['likes'], meanwhile, 'gathered view')).toBe(true);
      expect(await projector.views.seen(['likes', 'tally'], meanwhile)).toBe(false);
      expect(await views.of(tally({ version: 2 })).get('ada')).toMatchObject({ count: 1 });
      await projector.stop();
    });

    it('rolls back to its own generation at once when the previous program is started again', async () => {
      await claim(testKernel, 'ada');
      const before = await readable(tally());
      await before.projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
      await before.projector.stop();
      const after = await readable(tally({ version: 2, step: 10 }));
      await after.projector.rebuild([]);
      await after.projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
      expect(await after.views.of(tally({ version: 2 })).get('ada')).toMatchObject({ count: 30 });
      await after.projector.stop();

      const again = await readable(tally(), () => Promise.reject(new Error('nothing is to be built')));
      expect(again.projector.health()).toMatchObject([{ state: 'live', generation: 'v1-1' }]);
      await again.projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
      expect(await again.views.of(tally()).get('ada')).toMatchObject({ count: 4 });
      await again.projector.stop();
    });

    it('keeps the old generation when a build fails, and reports the failure', async () => {
      await claim(testKernel, 'ada');
      const { projector, views } = await readable(tally(), () => Promise.reject(new Error('no room')));
      await expect(projector.rebuild(['tally'])).rejects.toThrow('no room');
      expect(projector.health()).toMatchObject([{ state: 'failed', generation: 'v1-1' }]);
      expect(await projector.views.reached(await claim(testKernel, 'ada'), 'gathered view')).toBe(true);
      expect(await views.of(tally()).get('ada')).toMatchObject({ count: 2 });
      await projector.stop();
    });

    it('keeps the old generation of a view that fails to join, reports it, and leaves none of the new ones open', async () => {
      const likes = () => tally({ name: 'likes' });
      const open = openedIn(testKernel.storage.store);
      await claim(testKernel, 'ada');
      const { projector, views } = testKernel.projector([tally(), likes()]);
      await projector.start();
      const { store } = testKernel.storage;
      const flip = store.flip.bind(store);
      store.flip = async (name, ...pointers) => name !== 'likes' && flip(name, ...pointers);
      await expect(projector.rebuild(['tally', 'likes'])).rejects.toThrow(
        'another process has switched likes',
      );
      expect(projector.health()).toMatchObject([
        { name: 'tally', state: 'live', generation: 'v1-2' },
        { name: 'likes', state: 'failed', generation: 'v1-1' },
      ]);
      expect(open()).toEqual(['likes v1-1', 'tally v1-2']);
      await projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
      expect(await views.of(likes()).get('ada')).toMatchObject({ count: 2 });

      store.flip = flip;
      await projector.rebuild(['likes']);
      expect(projector.health()).toMatchObject([{ state: 'live' }, { state: 'live', generation: 'v1-3' }]);
      await projector.stop();
      expect(open()).toEqual([]);
    });

    it('reports a failed build whose generation could not even be named or opened', async () => {
      await claim(testKernel, 'ada');
      const { projector } = await readable(tally());
      const { store } = testKernel.storage;
      const open = openedIn(store);
      const generations = store.generations.bind(store);
      store.generations = () => Promise.reject(new Error('no answer'));
      await expect(projector.rebuild(['tally'])).rejects.toThrow('no answer');
      expect(projector.health()).toMatchObject([{ state: 'failed', generation: 'v1-1' }]);
      store.generations = generations;

      const opening = store.open.bind(store);
      store.open = async (options) => {
        const view = await opening<never>(options);
        view.checkpoint = () => Promise.reject(new Error('no checkpoint'));
        return view;
      };
      await expect(projector.rebuild(['tally'])).rejects.toThrow('no checkpoint');
      expect(projector.health()).toMatchObject([{ state: 'failed', generation: 'v1-1' }]);
      expect(open()).toEqual([]);
      await projector.stop();
    });

    it('removes the second-last generation', async () => {
      await claim(testKernel, 'ada');
      const { projector } = await readable(tally());
      await projector.rebuild(['tally']);
      await projector.rebuild(['tally']);
      expect((await testKernel.storage.store.generations('tally')).toSorted()).toEqual(['v1-2', 'v1-3']);
      await projector.stop();
    });

    it('does not know a view of another name', async () => {
      const { projector } = await readable(tally());
      await expect(projector.rebuild(['tall'])).rejects.toThrow('there is no view named tall');
      await projector.stop();
    });
  });
});
