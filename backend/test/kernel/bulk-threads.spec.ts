import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BulkThreads } from '../../src/kernel/views/bulk-threads.js';
import { buildViews } from '../../src/kernel/views/build-views.js';
import { pack, unpack } from '../../src/kernel/views/packed-documents.js';
import { embedded, useKernel } from '../support/test-kernel.js';
import { claim, tally } from '../support/tally.js';
import { useFolder } from '../support/folder.js';

const WRITER = new URL('../../src/composition/rebuild-writer.thread.js', import.meta.url);

const testKernel = useKernel();
const folder = useFolder();

describe('worker threads that build views', () => {
  const running: BulkThreads[] = [];

  afterEach(() => Promise.all(running.splice(0).map((threads) => threads.close())));

  const threadsOf = (script: URL, count: number) => {
    const threads = new BulkThreads(script, embedded(testKernel.dataDir), count);
    running.push(threads);
    return threads;
  };
  const build = async (threads: BulkThreads, names: readonly string[], cacheBytes = 0) => {
    const { log, codec } = testKernel.storage;
    const builds = names.map((name) => ({ projection: tally({ name }), generation: 'v1-1' }));
    await buildViews({ log, codec, store: threads }, builds, () => undefined, { cacheBytes });
  };
  const script = async (text: string) => {
    const file = path.join(folder, 'thread.mjs');
    await writeFile(file, text);
    return pathToFileURL(file);
  };

  it('build more views than there are threads', async () => {
    for (const name of ['ada', 'bob', 'ada']) await claim(testKernel, name);
    const names = ['one', 'two', 'three'];
    await build(threadsOf(WRITER, 2), names);
    for (const name of names) {
      const view = await testKernel.storage.store.open({ name, generation: 'v1-1', indexes: [] });
      expect(await view.find({ sort: { _id: 1 }, limit: 9 })).toEqual([
        { _id: 'ada', _position: 3, count: 2 },
        { _id: 'bob', _position: 2, count: 1 },
      ]);
      expect(await view.checkpoint()).toBe(3);
    }
  });

  it('balance the views by the number of documents and index entries to write', async () => {
    // Reports the thread of a view by failing with its number.
    const telling = await script(`
      import { parentPort, threadId } from 'node:worker_threads';
      const answer = ({ id, call }) => (call === 'finish' ? { id, error: 'thread ' + threadId } : { id });
      parentPort.on('message', (requests) => parentPort.postMessage(requests.map(answer)));
    `);
    const threads = threadsOf(telling, 2);
    const threadOf = async (indexes: number, isLarge = false) => {
      const fields = Array.from(
        { length: indexes },
        (_, index) => ({ fields: { [`f${index}`]: 1 } }) as const,
      );
      const view = await threads.build({ name: 'one', generation: 'v1-1', indexes: fields, isLarge });
      const end = { checkpoint: 0, origin: null, parked: [] };
      return view.finish(end).catch((error: unknown) => (error as Error).message);
    };
    const heavy = await threadOf(3);
    const light = await threadOf(0);
    expect(light).not.toBe(heavy);
    expect([await threadOf(1), await threadOf(0), await threadOf(0), await threadOf(0)]).toEqual([
      light,
      light,
      heavy,
      light,
    ]);
    expect(await threadOf(1, true)).toBe(heavy);
    expect([await threadOf(9), await threadOf(3)]).toEqual([light, light]);
  });

  it.each([
    ['exits', 'process.exit(7)', 'ended with 7'],
    ['throws', "throw new Error('out of order')", 'out of order'],
  ])('fail the build when one of them %s midway', async (_, action, message) => {
    await claim(testKernel, 'ada');
    const dying = await script(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', (requests) => {
        if (requests.some(({ call }) => call === 'write')) ${action};
        parentPort.postMessage(requests.map(({ id }) => ({ id })));
      });
    `);
    const threads = threadsOf(dying, 1);
    await expect(build(threads, ['one'])).rejects.toThrow(message);
    await expect(build(threads, ['one'])).rejects.toThrow(message);
  });

  it('cannot number zero', async () => {
    await claim(testKernel, 'ada');
    await expect(build(threadsOf(WRITER, 0), ['one'])).rejects.toThrow(RangeError);
  });

  it('pass on the error of a call', async () => {
    await expect(build(threadsOf(WRITER, 1), ['No Such Name'])).rejects.toThrow('invalid name of a view');
  });

  it('pass documents between threads unchanged', () => {
    const documents = [
      { id: 'ada', position: 2 ** 40, body: '{"name":"Åsa 👣"}', isNew: true },
      { id: '👣', position: 1, body: null, isNew: false },
      { id: 'bob', position: 7, body: '{}', isNew: false },
    ];
    expect(unpack(structuredClone(pack(documents)))).toEqual(documents);
    expect(unpack(pack([]))).toEqual([]);
  });
});
