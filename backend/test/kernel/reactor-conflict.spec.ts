import { eventually } from '../support/eventually.js';
import { useGreeter } from '../support/greeter.js';

const CHECKPOINT = 'reaction-greet';

const greeter = useGreeter();

describe('a checkpoint that another process has moved', () => {
  beforeEach(() => greeter.start());
  it('is detected and read again, and no event is handled twice', async () => {
    const { kernel } = greeter.testKernel.storage;
    const ada = await greeter.claim('ada');
    await eventually('ada is greeted', async () => (await greeter.checkpoint()) === ada);
    await kernel.moveCheckpoint(CHECKPOINT, ada, ada + 1);
    const move = kernel.moveCheckpoint.bind(kernel);
    const moves: boolean[] = [];
    kernel.moveCheckpoint = async (...to) => {
      const isMoved = await move(...to);
      moves.push(isMoved);
      return isMoved;
    };
    await greeter.claim('bob');
    const cleo = await greeter.claim('cleo');
    await eventually('cleo is greeted', async () => (await greeter.checkpoint()) === cleo);
    expect(moves.slice(0, 2)).toEqual([false, true]);
    expect(greeter.seen).toEqual(['ada', 'bob', 'cleo']);
    expect(greeter.health()).toMatchObject({ name: 'greet', position: cleo, error: null });
  });
});
