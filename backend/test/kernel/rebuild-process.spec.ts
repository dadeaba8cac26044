import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import { startAhead } from '../../src/kernel/views/build-process.js';
import { rebuildProcess } from '../../src/kernel/views/rebuild-process.js';
import type { BuildProgress } from '../../src/kernel/views/build-views.js';
import { projections } from '../../src/projections/projections.js';
import { documentsOf, embedded, looseProjection, useKernel } from '../support/test-kernel.js';
import { randomHistory, writeHistory } from '../support/history.js';
import { expires } from '../support/expires.js';
import { until } from '../crash/server-process.js';
import { amount } from '../support/scope.js';

const EVENTS = amount(2500, 10_000);

const testKernel = useKernel();

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

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
    expect(await projector.views.reached(await log.head(), 'gathered view')).toBe(true);
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
  });

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

  it('may be started before its order is known; the next build takes it, and another one if it is gone', async () => {
    const script = path.join(testKernel.dataDir, 'build.mjs');
    const mark = path.join(testKernel.dataDir, 'started');
    await writeFile(
      script,
      `import { appendFileSync } from 'node:fs';
       process.once('message', ({ before }) => {
         process.send({ position: before, events: process.pid });
         process.disconnect();
       });
       appendFileSync(${JSON.stringify(mark)}, process.pid + ' ');`,
    );
    const pids = async () => (await readFile(mark, 'utf8').catch(() => '')).trim().split(' ');
    const started = async (count: number) => {
      startAhead(pathToFileURL(script), testKernel.timer);
      await until('it waits', async () => (await pids()).filter(Boolean).length === count);
      return (await pids()).at(-1);
    };
    const waiting = await started(1);
    const build = rebuildProcess(pathToFileURL(script), {});
    const heard: (string | number)[] = [];
    const onProgress = ({ position, events }: BuildProgress) => void heard.push(position, String(events));
    await build([], { onProgress }, 7);
    expect(heard).toEqual([7, waiting]);
    const gone = Number(await started(2));
    process.kill(gone, 'SIGKILL');
    await until('it is gone', async () => !isAlive(gone));
    await build([], { onProgress }, 8);
    expect(heard).toEqual([7, waiting, 8, (await pids())[2]]);
  });

  expires('unneeded build process', async () => {
    const script = path.join(testKernel.dataDir, 'build.mjs');
    const mark = path.join(testKernel.dataDir, 'started');
    await writeFile(
      script,
      `import { writeFileSync } from 'node:fs';
       writeFileSync(${JSON.stringify(mark)}, String(process.pid));
       setInterval(() => undefined, 1000);`,
    );
    startAhead(pathToFileURL(script), testKernel.timer);
    const pid = async () => Number(await readFile(mark, 'utf8').catch(() => ''));
    await until('it waits', async () => (await pid()) > 0);
    await testKernel.timer.advance(DEADLINES['unneeded build process'].ms);
    await until('it is ended', async () => !isAlive(await pid()));
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
