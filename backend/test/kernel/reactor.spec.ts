import { Reactor } from '../../src/kernel/reactions/reactor.js';
import { currentCausation } from '../../src/kernel/causation.js';
import type { Reaction } from '../../src/reactions/reaction.js';
import { type EngineUnderTest, makeEngine } from '../support/engine.js';

const quiet = { info: () => undefined, error: () => undefined };

describe('the reactor', () => {
  let engine: EngineUnderTest;
  let seen: string[];
  beforeEach(async () => {
    engine = await makeEngine();
    seen = [];
  });
  afterEach(() => engine.destroy());

  const claim = (username: string) =>
    engine.write(`username-${username}`, 'UsernameClaimed', {
      usernameHash: username,
      accountId: 'somebody',
    });
  const greet = (before: (name: string) => void = () => undefined): Reaction => ({
    name: 'greet',
    on: {
      UsernameClaimed: async ({ data }) => {
        before(data.usernameHash);
        seen.push(data.usernameHash);
      },
    },
  });
  const started = async (reaction: Reaction) => {
    const reactor = new Reactor(engine.engines, [reaction], quiet);
    await reactor.start();
    return reactor;
  };
  const until = async (condition: () => boolean) => {
    while (!condition()) {
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    }
  };

  it('begins at the end of the log when it is new: what is past is not done again', async () => {
    await claim('past');
    const reactor = await started(greet());
    await claim('present');
    await until(() => seen.length > 0);
    await reactor.stop();
    expect(seen).toEqual(['present']);
  });

  it('goes on where it stopped, with what happened meanwhile, and repeats nothing', async () => {
    let reactor = await started(greet());
    await claim('ada');
    await until(() => seen.length === 1);
    await reactor.stop();
    await claim('bob');
    reactor = await started(greet());
    await until(() => seen.length === 2);
    await claim('cleo');
    await until(() => seen.length === 3);
    await reactor.stop();
    expect(seen).toEqual(['ada', 'bob', 'cleo']);
  });

  it('tries again what failed, before anything later, and says so meanwhile', async () => {
    let failures = 0;
    const reactor = await started(
      greet((name) => {
        if (name === 'bob' && failures < 2) {
          failures += 1;
          throw new Error('no line');
        }
      }),
    );
    await claim('ada');
    await claim('bob');
    await claim('cleo');
    await until(() => failures === 1);
    await until(() => reactor.health()[0]?.error === 'no line' || seen.length === 3);
    await until(() => seen.length === 3);
    await until(() => reactor.health()[0]?.error === null);
    await reactor.stop();
    expect(seen).toEqual(['ada', 'bob', 'cleo']);
  });

  it('puts what it does down to itself and to the event that led to it', async () => {
    let causation: unknown;
    const reactor = await started({
      name: 'watch',
      on: {
        UsernameClaimed: async ({ id }) => {
          causation = { ...currentCausation(), isItsEvent: currentCausation().causationId === id };
        },
      },
    });
    await claim('ada');
    await until(() => causation !== undefined);
    await reactor.stop();
    expect(causation).toMatchObject({
      actor: { kind: 'system', id: 'watch' },
      correlationId: 'test',
      isItsEvent: true,
    });
  });
});
