import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rebuildProcess } from '../../src/kernel/views/rebuild-process.js';
import { projections } from '../../src/projections/projections.js';
import { documentsOf, embedded, looseProjection, useKernel } from '../support/test-kernel.js';
import { randomHistory, writeHistory } from '../support/history.js';
import { amount } from '../support/scope.js';

const EVENTS = amount(2500, 10_000);

const testKernel = useKernel();

describe('a process that builds views', () => {
  it('builds the same documents as live updates, for every view over random events', async () => {
    const { log, codec } = testKernel.storage;
    const script = new URL('../../src/composition/rebuild.process.js', import.meta.url);
    const { projector } = testKernel.projector(
      projections,
      rebuildProcess(script, embedded(testKernel.dataDir)),
    );
    await projector.start();
    const written = await writeHistory(log, codec, randomHistory(20261123, EVENTS));
    expect(written).toBeGreaterThanOrEqual(EVENTS);
    expect(await projector.views.reached(await log.head(), 60_000)).toBe(true);
    const live = new Map(
      await Promise.all(
        projections.map(async (view) => [view.name, await documentsOf(testKernel, view)] as const),
      ),
    );
    await projector.rebuild(projections.map(({ name }) => name));
    for (const view of projections) {
      const rebuilt = await documentsOf(testKernel, view);
      expect({ view: view.name, isEmpty: rebuilt.size === 0 }).toEqual({ view: view.name, isEmpty: false });
      expect(rebuilt).toEqual(live.get(view.name));
    }
    expect(
      projector.health().every(({ generation, parked }) => generation?.endsWith('-2') && parked === 0),
    ).toBe(true);
    await projector.stop();
  }, 120_000);

  it.each([
    ['process.kill(process.pid, "SIGKILL")', 'the build process was killed by SIGKILL'],
    ['process.exit(3)', 'the build process ended with exit code 3'],
    [
      'console.error("out of room"); process.exitCode = 4; process.disconnect()',
      'the build process ended with exit code 4: out of room',
    ],
  ])('names its end when it runs %s', async (code, message) => {
    const script = path.join(testKernel.dataDir, 'build.mjs');
    await writeFile(script, code);
    const build = rebuildProcess(pathToFileURL(script), {});
    await expect(build([])).rejects.toThrow(new Error(message));
  });

  it('is killed when it is stopped', async () => {
    const script = path.join(testKernel.dataDir, 'build.mjs');
    await writeFile(script, 'process.send({ position: 1, events: 1 }); setInterval(() => undefined, 1000);');
    const stopping = new AbortController();
    const onProgress = () => stopping.abort(new Error('stopped by an owner'));
    const build = rebuildProcess(pathToFileURL(script), {});
    const watch = { onProgress, signal: stopping.signal };
    await expect(build([], watch)).rejects.toThrow('stopped by an owner');
    await expect(build([], watch)).rejects.toThrow('stopped by an owner');
  });

  it('reports why it failed', async () => {
    const script = new URL('../../src/composition/rebuild.process.js', import.meta.url);
    const build = rebuildProcess(script, embedded(testKernel.dataDir));
    const unheardOf = {
      projection: looseProjection({ name: 'unheard-of', version: 1, on: {} }),
      generation: 'v1-1',
    };
    await expect(build([unheardOf as never])).rejects.toThrow('there is no view named unheard-of');
  });
});
