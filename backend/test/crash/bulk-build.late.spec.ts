import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SqliteDocumentStore } from '../../src/infrastructure/document-store/sqlite-document-store.js';
import { useFolder } from '../support/folder.js';
import { DEADLINE_MS } from '../support/deadline.js';

const MODULE = new URL('../../src/infrastructure/document-store/sqlite-document-store.js', import.meta.url)
  .href;

/** Fills a generation without end, and reports each batch. */
const BUILDER = `
  import { writeSync } from 'node:fs';
  import { SqliteDocumentStore } from '${MODULE}';
  const store = new SqliteDocumentStore(process.argv[1]);
  const view = await store.build({ name: 'tally', generation: 'v2-1', indexes: [] });
  for (let from = 0; ; from += 2000) {
    const documents = Array.from({ length: 2000 }, (_, index) => ({
      id: crypto.randomUUID(),
      position: from + index + 1,
      body: JSON.stringify({ text: 'x'.repeat(500) }),
      isNew: true,
    }));
    await view.write(documents);
    writeSync(1, 'batch ');
  }
`;

const folder = useFolder();

it('a killed build leaves the live generation unchanged, and does not block a new build', async () => {
  const indexes = [{ fields: { text: 1 } }] as const;
  let store = new SqliteDocumentStore(folder);
  try {
    const live = await store.open<{ text: string }>({
      name: 'tally',
      generation: 'v1-1',
      indexes,
      create: true,
    });
    const documents = [{ id: 'ada', position: 1, document: { text: 'kept' } }];
    await live.commit({ from: 0, to: 1, documents, parked: [] });
    await store.flip('tally', null, 'v1-1');
    await store.close();

    const builder = spawn(process.execPath, ['--input-type=module', '--eval', BUILDER, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL',
    });
    const closed = once(builder, 'close');
    let batches = 0;
    builder.stdout.on('data', (said: Buffer) => {
      batches += said.toString().split(' ').length - 1;
      if (batches >= 5) builder.kill('SIGKILL');
    });
    await closed;
    expect(batches).toBeGreaterThanOrEqual(5);

    store = new SqliteDocumentStore(folder);
    expect(await store.current('tally')).toBe('v1-1');
    expect((await store.generations('tally')).toSorted()).toEqual(['v1-1', 'v2-1']);
    const again = await store.open<{ text: string }>({ name: 'tally', generation: 'v1-1', indexes });
    expect(await again.get('ada')).toEqual({ text: 'kept', _id: 'ada', _position: 1 });

    const next = await store.build({ name: 'tally', generation: 'v2-1', indexes });
    await next.write([{ id: 'ada', position: 1, body: '{"text":"kept"}', isNew: true }]);
    await next.finish({ checkpoint: 1, origin: null, parked: [] });
    await next.close();
    const built = await store.open<{ text: string }>({ name: 'tally', generation: 'v2-1', indexes });
    expect(await built.checkpoint()).toBe(1);
    expect(await built.count({})).toBe(1);
    expect(await built.find({ where: { text: 'kept' }, limit: 1 })).toHaveLength(1);
  } finally {
    await store.close();
  }
});
