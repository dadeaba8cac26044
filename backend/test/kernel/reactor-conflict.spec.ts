import type { LogReader } from '../../src/kernel/log/log-reader.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import type { Reaction } from '../../src/reactions/reaction.js';
import { TestClock } from '../support/app.js';
import { type EngineUnderTest, makeEngine, readerOf } from '../support/engine.js';
import { eventually } from '../support/eventually.js';
import { quarantiningReader, reactionEngine } from '../support/reactions.js';

const CHECKPOINT = 'reaction-greet';

describe('a checkpoint that another process has moved', () => {
  let engine: EngineUnderTest;
  let reader: LogReader;
  let reactor: Reactor;
  let seen: string[];
  beforeEach(async () => {
    engine = await makeEngine();
    seen = [];
    const greet: Reaction = {
      name: 'greet',
      on: { UsernameClaimed: async ({ data }) => void seen.push(data.usernameHash) },
    };
    const clock = new TestClock();
    reader = await quarantiningReader(engine, clock);
    reactor = new Reactor(reactionEngine(engine, reader, clock), [greet]);
    await reactor.start();
  });
  afterEach(async () => {
    await reactor.stop();
    await reader.close();
    await engine.destroy();
  });

  const claim = (usernameHash: string) =>
    engine.write(`username-${usernameHash}`, 'UsernameClaimed', { usernameHash, accountId: 'somebody' });
  const checkpoint = () => engine.engines.kernel.checkpoint(CHECKPOINT);

  it('is told, read again, and moved on from there, and no event is handled twice', async () => {
    const ada = await claim('ada');
    await eventually('ada is greeted', async () => (await checkpoint()) === ada);
    await engine.engines.kernel.moveCheckpoint(CHECKPOINT, ada, ada + 1);
    const move = engine.engines.kernel.moveCheckpoint.bind(engine.engines.kernel);
    const moves: boolean[] = [];
    engine.engines.kernel.moveCheckpoint = async (...to) => {
      const isMoved = await move(...to);
      moves.push(isMoved);
      return isMoved;
    };
    await claim('bob');
    const cleo = await claim('cleo');
    await eventually('cleo is greeted', async () => (await checkpoint()) === cleo);
    expect(moves.slice(0, 2)).toEqual([false, true]);
    expect(seen).toEqual(['ada', 'bob', 'cleo']);
    expect(reactor.health()).toMatchObject([{ name: 'greet', position: cleo, error: null }]);
  });
});
