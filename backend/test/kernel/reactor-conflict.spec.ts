import { useGreeter } from '../support/greeter.js';

const greeter = useGreeter();

describe('a checkpoint that another process has moved', () => {
  it('ends the reaction, and no event is handled twice', async () => {
    await greeter.start();
    const { kernel } = greeter.testKernel.storage;
    const ada = await greeter.claim('ada');
    await greeter.stored('greet', ada);
    await kernel.moveCheckpoint('reaction-greet', ada, ada + 1);
    await greeter.claim('bob');
    await greeter.errors.atLeast(1, 'the end of the reaction');
    await greeter.claim('cleo');
    expect(greeter.health().error).toBe(`another process has moved reaction-greet to ${ada + 1}`);
    await greeter.restart();
    await greeter.handled(await greeter.claim('dora'));
    expect(greeter.seen).toEqual(['ada', 'bob', 'cleo', 'dora']);
    expect(greeter.health().error).toBeNull();
  });
});
