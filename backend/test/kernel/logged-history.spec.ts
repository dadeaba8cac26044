import { LoggedHistory } from '../../src/kernel/log/logged-history.js';
import { UndecodableError } from '../../src/kernel/undecodable.js';
import { type EngineUnderTest, makeEngine } from '../support/engine.js';
import { claim } from '../support/tally.js';

describe('the history of a stream', () => {
  let engine: EngineUnderTest;
  beforeEach(async () => {
    engine = await makeEngine();
  });
  afterEach(() => engine.destroy());

  const history = () => new LoggedHistory(engine.engines.log, engine.engines.codec);

  it('is every event of it, decoded', async () => {
    await claim(engine, 'ada', 's');
    await claim(engine, 'bob');
    await claim(engine, 'cleo', 's');
    const events = await history().of('username-s');
    expect(events.map(({ data }) => data)).toMatchObject([{ usernameHash: 'ada' }, { usernameHash: 'cleo' }]);
    expect(await history().of('username-nobody')).toEqual([]);
  });

  it('is refused where an event of it can not be decoded', async () => {
    const event = { id: crypto.randomUUID(), type: 'FromTomorrow', data: {}, metadata: { version: 1 } };
    await engine.engines.log.append('odd', 'noStream', [event]);
    await expect(history().of('odd')).rejects.toThrow(UndecodableError);
  });
});
