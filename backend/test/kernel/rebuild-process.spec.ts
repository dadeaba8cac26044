import { rebuildProcess } from '../../src/kernel/views/rebuild-process.js';
import { projections } from '../../src/projections/projections.js';
import {
  type EngineUnderTest,
  documentsOf,
  embedded,
  looseProjection,
  makeEngine,
} from '../support/engine.js';
import { randomHistory, writeHistory } from '../support/history.js';
import { amount } from '../support/scope.js';

const EVENTS = amount(2000, 10_000);

describe('a process that builds views', () => {
  let engine: EngineUnderTest;
  beforeEach(async () => {
    engine = await makeEngine();
  });
  afterEach(() => engine.destroy());

  it('gives the very documents that grew live, for every view over random events', async () => {
    const { log, codec } = engine.engines;
    const script = new URL('../../src/rebuild.process.js', import.meta.url);
    const { projector } = engine.projector(projections, rebuildProcess(script, embedded(engine.dataDir)));
    await projector.start();
    const written = await writeHistory(log, codec, randomHistory(20261121, EVENTS));
    expect(written).toBeGreaterThanOrEqual(EVENTS);
    expect(await projector.reached(await log.head(), 60_000)).toBe(true);
    const live = new Map(
      await Promise.all(
        projections.map(async (view) => [view.name, await documentsOf(engine, view)] as const),
      ),
    );
    await projector.rebuild(projections.map(({ name }) => name));
    for (const view of projections) {
      const rebuilt = await documentsOf(engine, view);
      expect(rebuilt.size).toBeGreaterThan(0);
      expect(rebuilt).toEqual(live.get(view.name));
    }
    expect(
      projector.health().every(({ generation, parked }) => generation?.endsWith('-2') && parked === 0),
    ).toBe(true);
    await projector.stop();
  }, 120_000);

  it('tells why it has failed', async () => {
    const script = new URL('../../src/rebuild.process.js', import.meta.url);
    const build = rebuildProcess(script, embedded(engine.dataDir));
    const unheardOf = {
      projection: looseProjection({ name: 'unheard-of', version: 1, on: {} }),
      generation: 'v1-1',
    };
    await expect(build([unheardOf as never])).rejects.toThrow('there is no view named unheard-of');
  });
});
