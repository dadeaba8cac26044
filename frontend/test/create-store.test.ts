import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStore } from '../src/lib/create-store.ts';

describe('a store', () => {
  it('starts with its initial state and keeps what is written', () => {
    const store = createStore('light');
    assert.equal(store.read(), 'light');
    store.write('dark');
    assert.equal(store.read(), 'dark');
  });

  it('tells every subscriber of a write, until it unsubscribes', () => {
    const store = createStore(0);
    const seen: string[] = [];
    const stopOne = store.subscribe(() => seen.push(`one ${store.read()}`));
    store.subscribe(() => seen.push(`two ${store.read()}`));
    store.write(1);
    stopOne();
    store.write(2);
    assert.deepEqual(seen, ['one 1', 'two 1', 'two 2']);
  });
});

describe('a store that follows a source', () => {
  const aSource = () => {
    const source = { now: 0, started: 0, stopped: 0, tick: (_: number) => {} };
    const store = createStore(source.now, {
      follow: (write) => {
        source.started += 1;
        source.tick = write;
        return () => {
          source.stopped += 1;
        };
      },
      peek: (last) => (source.now - last >= 10 ? source.now : last),
    });
    return { source, store };
  };

  it('follows it once for all subscribers, and stops after the last one', () => {
    const { source, store } = aSource();
    const stopOne = store.subscribe(() => {});
    const stopTwo = store.subscribe(() => {});
    source.tick(5);
    assert.equal(store.read(), 5);
    stopOne();
    assert.deepEqual([source.started, source.stopped], [1, 0]);
    stopTwo();
    assert.deepEqual([source.started, source.stopped], [1, 1]);
    store.subscribe(() => {});
    assert.equal(source.started, 2);
  });

  it('reads a fresh state only without subscribers, and only if the last one is outdated', () => {
    const { source, store } = aSource();
    source.now = 9;
    assert.equal(store.read(), 0);
    source.now = 10;
    assert.equal(store.read(), 10);
    store.subscribe(() => {});
    source.now = 99;
    assert.equal(store.read(), 10);
  });

  it('is up to date for its first subscriber, which may not have read it', () => {
    const { source, store } = aSource();
    source.now = 10;
    store.subscribe(() => {});
    assert.equal(store.read(), 10);
    assert.equal(store.first, 0);
  });
});
