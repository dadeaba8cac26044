import path from 'node:path';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { Greeter } from '../support/greeter.js';

describe('the start of a reaction', () => {
  let greeter: Greeter;
  beforeEach(async () => {
    greeter = await Greeter.make();
  });
  afterEach(() => greeter.destroy());

  it('is the end of the log for a new reaction, and is recorded in the log', async () => {
    const after = await greeter.claim('past');
    await greeter.start();
    await greeter.handled(await greeter.claim('present'));
    expect(greeter.seen).toEqual(['present']);
    expect((await greeter.starts()).map(({ type, data }) => [type, data])).toEqual([
      ['ReactionStarted', { name: 'greet', after }],
    ]);
  });

  it('is where it stopped, with what happened meanwhile, and nothing is repeated', async () => {
    await greeter.start();
    await greeter.handled(await greeter.claim('ada'));
    await greeter.reactor.stop();
    await greeter.claim('bob');
    await greeter.start();
    await greeter.handled(await greeter.claim('cleo'));
    expect(greeter.seen).toEqual(['ada', 'bob', 'cleo']);
    expect(await greeter.starts()).toHaveLength(1);
  });

  it('is the recorded one when the checkpoint was lost: no event since is lost', async () => {
    await greeter.claim('past');
    await greeter.start();
    await greeter.reactor.stop();
    await greeter.claim('ada');
    // As a power cut does.
    const file = openSqlite(path.join(greeter.engine.dataDir, 'kernel.db'), { durability: 'full' });
    file.exec('DELETE FROM checkpoints');
    file.close();
    await greeter.start();
    await greeter.handled(await greeter.claim('bob'));
    expect(greeter.seen).toEqual(['ada', 'bob']);
  });

  it('is recorded for a reaction of an earlier program where its checkpoint stands', async () => {
    const before = await greeter.claim('ada');
    await greeter.claim('bob');
    await greeter.engine.engines.kernel.moveCheckpoint('reaction-greet', null, before);
    await greeter.start();
    await greeter.handled(await greeter.claim('cleo'));
    expect(greeter.seen).toEqual(['bob', 'cleo']);
    expect((await greeter.starts()).map(({ data }) => data)).toEqual([{ name: 'greet', after: before }]);
  });

  it("passes over a history that is nobody's news", async () => {
    await greeter.claim('ada');
    greeter.make();
    await greeter.reactor.skip();
    await greeter.start();
    await greeter.handled(await greeter.claim('bob'));
    await greeter.claim('cleo');
    await greeter.reactor.stop();
    greeter.seen = [];
    greeter.make();
    await greeter.claim('dora');
    await greeter.reactor.skip();
    await greeter.start();
    await greeter.handled(await greeter.claim('eve'));
    expect(greeter.seen).toEqual(['eve']);
  });
});
