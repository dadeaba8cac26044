import path from 'node:path';
import { catalogue } from '../../src/domain/events.js';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { currentCausation } from '../../src/kernel/causation.js';
import type { LogReader } from '../../src/kernel/log/log-reader.js';
import { NotYetKnownError, PausingError } from '../../src/kernel/reaction.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import type { Reaction } from '../../src/reactions/reaction.js';
import { TestClock } from '../support/app.js';
import { type EngineUnderTest, makeEngine } from '../support/engine.js';
import { eventually } from '../support/eventually.js';
import { quarantiningReader, reactionEngine } from '../support/reactions.js';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

describe('the reactor', () => {
  let engine: EngineUnderTest;
  let clock: TestClock;
  let reader: LogReader;
  let reactor: Reactor;
  /** What `greet` has done, in order. */
  let seen: string[];
  /** What `greet` throws for a name. */
  let faults: Map<string, Error>;
  beforeEach(async () => {
    engine = await makeEngine();
    clock = new TestClock();
    reader = await quarantiningReader(engine, clock);
    seen = [];
    faults = new Map();
  });
  afterEach(async () => {
    await reactor.stop();
    await reader.close();
    await engine.destroy();
  });

  /** Appends the claim of a name to a stream, by default one of its own. */
  const claim = (usernameHash: string, stream = usernameHash) =>
    engine.write(`username-${stream}`, 'UsernameClaimed', { usernameHash, accountId: 'somebody' });
  /** Appends a claim of a version that this program does not know. */
  const claimUndecodable = async (stream: string) => {
    const metadata = { at: clock.now().toISOString(), version: 99 };
    const event = { id: crypto.randomUUID(), type: 'UsernameClaimed', data: {}, metadata };
    return (await engine.engines.log.append(`username-${stream}`, 'any', [event])).position;
  };
  const greet = (sequence?: Reaction['sequence']): Reaction => ({
    name: 'greet',
    ...(sequence && { sequence }),
    on: {
      UsernameClaimed: async ({ data: { usernameHash } }) => {
        const fault = faults.get(usernameHash);
        if (fault) throw fault;
        seen.push(usernameHash);
      },
    },
  });
  const start = async (...reactions: Reaction[]) => {
    reactor = new Reactor(reactionEngine(engine, reader, clock), reactions);
    await reactor.start();
  };
  const restart = async (...reactions: Reaction[]) => {
    await reactor.stop();
    await start(...reactions);
  };
  const healthOf = (name = 'greet') => {
    const health = reactor.health().find((reaction) => reaction.name === name);
    if (!health) throw new Error(`there is no reaction ${name}`);
    return health;
  };
  const handled = (position: number, name = 'greet') =>
    eventually(`${name} has come to ${position}`, async () => healthOf(name).position >= position);
  const checkpoint = () => engine.engines.kernel.checkpoint('reaction-greet');
  const starts = async () =>
    engine.engines.codec.decodeAll(await engine.engines.log.readStream('reaction-greet'));

  describe('its start', () => {
    it('is the end of the log for a new reaction, and is recorded in the log', async () => {
      const after = await claim('past');
      await start(greet());
      await handled(await claim('present'));
      expect(seen).toEqual(['present']);
      expect((await starts()).map(({ type, data }) => [type, data])).toEqual([
        ['ReactionStarted', { name: 'greet', after }],
      ]);
    });

    it('is where it stopped, with what happened meanwhile, and nothing is repeated', async () => {
      await start(greet());
      await handled(await claim('ada'));
      await reactor.stop();
      await claim('bob');
      await start(greet());
      await handled(await claim('cleo'));
      expect(seen).toEqual(['ada', 'bob', 'cleo']);
      expect(await starts()).toHaveLength(1);
    });

    it('is the recorded one when the checkpoint was lost: no event since is lost', async () => {
      await claim('past');
      await start(greet());
      await reactor.stop();
      await claim('ada');
      // As a power cut does.
      const file = openSqlite(path.join(engine.dataDir, 'kernel.db'), { durability: 'full' });
      file.exec('DELETE FROM checkpoints');
      file.close();
      await start(greet());
      await handled(await claim('bob'));
      expect(seen).toEqual(['ada', 'bob']);
    });

    it('is recorded for a reaction of an earlier program where its checkpoint stands', async () => {
      const before = await claim('ada');
      await claim('bob');
      await engine.engines.kernel.moveCheckpoint('reaction-greet', null, before);
      await start(greet());
      await handled(await claim('cleo'));
      expect(seen).toEqual(['bob', 'cleo']);
      expect((await starts()).map(({ data }) => data)).toEqual([{ name: 'greet', after: before }]);
    });

    it("passes over a history that is nobody's news", async () => {
      await claim('ada');
      reactor = new Reactor(reactionEngine(engine, reader, clock), [greet()]);
      await reactor.skip();
      await start(greet());
      await handled(await claim('bob'));
      await claim('cleo');
      await reactor.stop();
      seen = [];
      reactor = new Reactor(reactionEngine(engine, reader, clock), [greet()]);
      await claim('dora');
      await reactor.skip();
      await start(greet());
      await handled(await claim('eve'));
      expect(seen).toEqual(['eve']);
    });
  });

  it('puts what it does down to itself and to the event that led to it', async () => {
    let causation: unknown;
    await start({
      name: 'greet',
      on: {
        UsernameClaimed: async ({ id }) => {
          causation = { ...currentCausation(), isItsEvent: currentCausation().causationId === id };
        },
      },
    });
    await handled(await claim('ada'));
    expect(causation).toMatchObject({
      actor: { kind: 'system', id: 'greet' },
      correlationId: 'test',
      isItsEvent: true,
    });
  });

  describe('a failure that every event would meet', () => {
    it('pauses the reaction until it is over, in order, and nothing else', async () => {
      const others: string[] = [];
      const other: Reaction = {
        name: 'other',
        on: { UsernameClaimed: async ({ data }) => void others.push(data.usernameHash) },
      };
      await start(greet(), other);
      faults.set('bob', new PausingError('no line'));
      await claim('ada');
      const bob = await claim('bob');
      const last = await claim('cleo');
      await handled(last, 'other');
      await eventually('it pauses', async () => healthOf().error === 'no line');
      expect(healthOf().position).toBeLessThan(bob);
      expect([seen, others]).toEqual([['ada'], ['ada', 'bob', 'cleo']]);
      faults.clear();
      await handled(last);
      expect(seen).toEqual(['ada', 'bob', 'cleo']);
      expect(healthOf()).toMatchObject({ error: null, waiting: 0, parked: 0 });
    });

    it('does not keep the reaction from stopping, and is met again after the next start', async () => {
      await start(greet());
      faults.set('ada', new PausingError('no line'));
      await claim('ada');
      await eventually('it pauses', async () => healthOf().error === 'no line');
      await reactor.stop();
      faults.clear();
      await start(greet());
      await handled(await claim('bob'));
      expect(seen).toEqual(['ada', 'bob']);
    });

    it('of the store of the kernel lets no event pass that is not recorded', async () => {
      const { kernel } = engine.engines;
      const put = kernel.put.bind(kernel);
      kernel.put = () => Promise.reject(new Error('the disk is full'));
      await start(greet());
      faults.set('ada', new Error('poison'));
      const position = await claim('ada');
      await eventually('it pauses', async () => healthOf().error === 'the disk is full');
      expect(healthOf().position).toBeLessThan(position);
      kernel.put = put;
      await handled(position);
      expect(healthOf()).toMatchObject({ error: null, waiting: 1 });
    });
  });

  describe('a failure of one event', () => {
    it('lets all others pass but those of its sequence, which queue behind it in order', async () => {
      await start(greet());
      faults.set('ada', new Error('poison'));
      await claim('ada', 's');
      await claim('bob', 's');
      await claim('cleo', 's');
      await handled(await claim('dora'));
      expect(seen).toEqual(['dora']);
      expect(healthOf()).toMatchObject({ error: null, waiting: 3, parked: 0 });
      faults.clear();
      clock.advance(10 * SECOND - 1);
      await reactor.retryDue();
      expect(seen).toEqual(['dora']);
      clock.advance(1);
      await reactor.retryDue();
      expect(seen).toEqual(['dora', 'ada', 'bob', 'cleo']);
      expect(healthOf()).toMatchObject({ waiting: 0, parked: 0 });
      await handled(await claim('eve', 's'));
      expect(seen.at(-1)).toBe('eve');
    });

    it('keeps back what the reaction declares as its sequence, and not its stream', async () => {
      await start(greet(({ data }) => (data as { usernameHash: string }).usernameHash.slice(0, 1)));
      faults.set('ada', new Error('poison'));
      await claim('ada', 's');
      await claim('bob', 's');
      await handled(await claim('anna', 't'));
      expect(seen).toEqual(['bob']);
      expect(healthOf().waiting).toBe(2);
    });

    it('is tried five times, with pauses that grow, and then parked with what queues behind it', async () => {
      let tries = 0;
      await start({
        name: 'greet',
        on: {
          UsernameClaimed: async () => {
            tries += 1;
            throw new Error('poison');
          },
        },
      });
      await claim('ada', 's');
      await handled(await claim('bob', 's'));
      const after = [];
      for (const pause of [10 * SECOND, 60 * SECOND, 600 * SECOND, HOUR]) {
        clock.advance(pause - 1);
        await reactor.retryDue();
        after.push(tries);
        clock.advance(1);
        await reactor.retryDue();
        after.push(tries);
      }
      expect(after).toEqual([1, 2, 2, 3, 3, 4, 4, 5]);
      expect(healthOf()).toMatchObject({ waiting: 0, parked: 2 });
      clock.advance(1000 * HOUR);
      await reactor.retryDue();
      expect(tries).toBe(5);
    });

    it('is tried for 72 hours when it refers to what is not known yet', async () => {
      await start(greet());
      faults.set('ada', new NotYetKnownError('which payment?'));
      await handled(await claim('ada'));
      for (let hours = 0; hours < 71; hours += 1) {
        clock.advance(HOUR);
        await reactor.retryDue();
      }
      expect(healthOf()).toMatchObject({ waiting: 1, parked: 0 });
      clock.advance(HOUR);
      await reactor.retryDue();
      expect(healthOf()).toMatchObject({ waiting: 0, parked: 1 });
    });

    it('is not forgotten over a restart, nor met twice', async () => {
      await start(greet());
      faults.set('ada', new Error('poison'));
      await claim('ada', 's');
      await handled(await claim('bob', 's'));
      await restart(greet());
      expect(healthOf().waiting).toBe(2);
      faults.clear();
      await handled(await claim('cleo', 's'));
      expect(seen).toEqual([]);
      clock.advance(10 * SECOND);
      await reactor.retryDue();
      expect(seen).toEqual(['ada', 'bob', 'cleo']);
    });

    it('is met once when a kill came before the checkpoint', async () => {
      await start(greet());
      const before = await checkpoint();
      faults.set('ada', new Error('poison'));
      await claim('ada', 's');
      const last = await claim('bob', 's');
      await handled(last);
      await reactor.stop();
      const { kernel } = engine.engines;
      await kernel.moveCheckpoint('reaction-greet', await checkpoint(), before ?? 0);
      await start(greet());
      await handled(last);
      expect(healthOf()).toMatchObject({ waiting: 2 });
      faults.clear();
      clock.advance(10 * SECOND);
      await reactor.retryDue();
      expect(seen).toEqual(['ada', 'bob']);
    });

    it('that meets an outage when it is retried keeps its turn', async () => {
      await start(greet());
      faults.set('ada', new Error('poison'));
      await handled(await claim('ada'));
      faults.set('ada', new PausingError('no line'));
      clock.advance(10 * SECOND);
      await reactor.retryDue();
      expect(healthOf()).toMatchObject({ error: 'no line', waiting: 1, parked: 0 });
      faults.clear();
      clock.advance(SECOND);
      await reactor.retryDue();
      expect(seen).toEqual(['ada']);
      expect(healthOf()).toMatchObject({ error: null, waiting: 0 });
    });

    it("does not stop the reaction when the sequence of the event can't be told", async () => {
      await start(
        greet(() => {
          throw new Error('no sequence');
        }),
      );
      await handled(await claim('ada'));
      expect(seen).toEqual(['ada']);
    });
  });

  describe("an event that can't be decoded", () => {
    it('is parked with the later ones of its stream, and the others pass', async () => {
      await start(greet());
      await claimUndecodable('s');
      await claim('ada', 's');
      await handled(await claim('bob'));
      expect(seen).toEqual(['bob']);
      expect(healthOf()).toMatchObject({ error: null, waiting: 0, parked: 2 });
    });

    it('is nothing to a reaction that does not listen to its type', async () => {
      await start({ name: 'greet', on: { EmailVerified: () => Promise.resolve() } });
      await handled(await claimUndecodable('s'));
      expect(healthOf()).toMatchObject({ parked: 0 });
    });

    it('is handled first after a start of a program that can decode it', async () => {
      await start(greet());
      await claimUndecodable('s');
      await handled(await claim('bob', 's'));
      await restart(greet());
      await reactor.retryDue();
      expect(healthOf()).toMatchObject({ parked: 2 });

      await reactor.stop();
      const { codec } = engine.engines;
      const decode = codec.decode.bind(codec);
      codec.decode = async (events) =>
        decode(
          events.map((event) => {
            const { version } = event.metadata as { version: number };
            if (version !== 99) return event;
            const metadata = { ...(event.metadata as object), version: catalogue.UsernameClaimed.version };
            return { ...event, data: { usernameHash: 'ada' }, metadata };
          }),
        );
      await start(greet());
      await reactor.retryDue();
      expect(seen).toEqual(['ada', 'bob']);
      expect(healthOf()).toMatchObject({ waiting: 0, parked: 0 });
    });
  });

  describe('a retry by command', () => {
    const parkAll = async () => {
      await start(greet(), { ...greet(), name: 'other' });
      faults.set('ada', new Error('poison'));
      await claim('ada', 's');
      const last = await claim('bob', 's');
      await Promise.all([handled(last), handled(last, 'other')]);
      for (let tries = 1; tries < 5; tries += 1) {
        clock.advance(HOUR);
        await reactor.retryDue();
      }
      expect([healthOf().parked, healthOf('other').parked]).toEqual([2, 2]);
    };

    it('handles parked events of one reaction at once, in order', async () => {
      await parkAll();
      faults.clear();
      expect(await reactor.retry('greet')).toEqual({ handled: 2, left: 0 });
      expect(seen).toEqual(['ada', 'bob']);
      expect([healthOf().parked, healthOf('other').parked]).toEqual([0, 2]);
    });

    it('handles those of all, and begins with five tries where it fails again', async () => {
      await parkAll();
      expect(await reactor.retry()).toEqual({ handled: 0, left: 4 });
      expect(healthOf()).toMatchObject({ waiting: 2, parked: 0 });
      faults.clear();
      clock.advance(10 * SECOND);
      await reactor.retryDue();
      expect(seen.toSorted()).toEqual(['ada', 'ada', 'bob', 'bob']);
    });

    it('refuses a name that no reaction has', async () => {
      await start(greet());
      await expect(reactor.retry('greeting')).rejects.toThrow('there is no reaction named greeting');
    });
  });
});
