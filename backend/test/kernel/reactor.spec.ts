import { catalogue } from '../../src/domain/events.js';
import { currentCausation } from '../../src/kernel/causation.js';
import { PausingError } from '../../src/kernel/reaction.js';
import type { Reaction } from '../../src/reactions/reaction.js';
import { useGreeter } from '../support/greeter.js';
import { exampleData } from '../support/example-data.js';
import { METADATA } from '../support/test-kernel.js';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

const greeter = useGreeter();

describe('the reactor', () => {
  it('records itself as the actor and the event as the cause of what it does', async () => {
    let causation: unknown;
    await greeter.start({
      name: 'greet',
      on: {
        UsernameClaimed: async ({ id }) => {
          causation = { ...currentCausation(), isItsEvent: currentCausation().causationId === id };
        },
      },
    });
    await greeter.handled(await greeter.claim('ada'));
    expect(causation).toMatchObject({
      actor: { kind: 'system', id: 'greet' },
      correlationId: 'test',
      isItsEvent: true,
    });
  });

  it('retries due events every second, until it is stopped', async () => {
    const { timer } = greeter.testKernel;
    await greeter.start();
    let times = 0;
    greeter.reactor.retryDue = async () => void (times += 1);
    await timer.advance(999);
    expect(times).toBe(0);
    await timer.advance(1001);
    expect(times).toBe(2);
    await greeter.reactor.stop();
    await timer.advance(1000);
    expect(times).toBe(2);
  });

  it('moves the checkpoints past skipped events together', async () => {
    await greeter.start(greeter.greet(), { name: 'idle', on: {} });
    const ada = await greeter.claim('ada');
    await greeter.stored('greet', ada);
    // With the claim, 1,000 for the other one.
    const skipped = Array.from({ length: 999 }, () => ({
      id: crypto.randomUUID(),
      type: 'EmailClaimed',
      data: exampleData('EmailClaimed'),
      metadata: { ...METADATA, version: 1 },
    }));
    await greeter.testKernel.storage.log.append('skipped', 'noStream', skipped);
    await greeter.stored('idle', ada + 1);
    expect(await greeter.checkpoint()).toBeGreaterThan(ada);
  });

  describe('of one of several processes', () => {
    beforeEach(() => {
      greeter.role.isAlone = false;
    });

    it('moves the checkpoints past skipped events every five seconds, for the next active process', async () => {
      await greeter.start(greeter.greet(), { name: 'idle', on: {} });
      const ada = await greeter.claim('ada');
      await greeter.stored('greet', ada);
      const idle = () => greeter.testKernel.storage.kernel.checkpoint('reaction-idle');
      expect(await idle()).toBeLessThan(ada);
      await greeter.testKernel.timer.advance(5 * SECOND);
      await greeter.stored('idle', ada);
      expect(await idle()).toBe(ada);
    });

    it('begins nothing and moves no checkpoint while it may have lost the lease, and goes on when it has not', async () => {
      await greeter.start();
      const ada = await greeter.claim('ada');
      await greeter.stored('greet', ada);
      greeter.role.isActive = false;
      const bob = await greeter.claim('bob');
      await greeter.testKernel.timer.advance(10 * SECOND);
      expect([greeter.seen, await greeter.checkpoint()]).toEqual([['ada'], ada]);
      greeter.role.isActive = true;
      await greeter.testKernel.timer.advance(SECOND);
      await greeter.stored('greet', bob);
      expect(greeter.seen).toEqual(['ada', 'bob']);
    });

    it('tells when another process has moved a checkpoint, as that one has taken over', async () => {
      await greeter.start();
      const ada = await greeter.claim('ada');
      await greeter.stored('greet', ada);
      await greeter.testKernel.storage.kernel.moveCheckpoint('reaction-greet', ada, ada + 100);
      await greeter.claim('bob');
      await greeter.halted.atLeast(1);
      expect(greeter.halted).toEqual([expect.stringContaining('another process has moved reaction-greet')]);
    });
  });

  describe('a failure that every event would meet', () => {
    it('pauses only this reaction until it is over, in order', async () => {
      const others: string[] = [];
      const other: Reaction = {
        name: 'other',
        on: { UsernameClaimed: async ({ data }) => void others.push(data.usernameHash) },
      };
      await greeter.start(greeter.greet(), other);
      greeter.faults.set('bob', new PausingError('no line'));
      await greeter.claim('ada');
      const bob = await greeter.claim('bob');
      const last = await greeter.claim('cleo');
      await greeter.handled(last, 'other');
      await greeter.errors.atLeast(1, 'the pause');
      expect(greeter.health().error).toBe('no line');
      expect(greeter.health().position).toBeLessThan(bob);
      expect([greeter.seen, others]).toEqual([['ada'], ['ada', 'bob', 'cleo']]);
      greeter.faults.clear();
      await greeter.testKernel.timer.advance(250);
      await greeter.handled(last);
      expect(greeter.seen).toEqual(['ada', 'bob', 'cleo']);
      expect(greeter.health()).toMatchObject({ error: null, waiting: 0, parked: 0 });
    });

    it('does not delay the stop of the reaction, and occurs again after the next start', async () => {
      await greeter.start();
      greeter.faults.set('ada', new PausingError('no line'));
      await greeter.claim('ada');
      await greeter.errors.atLeast(1, 'the pause');
      expect(greeter.health().error).toBe('no line');
      await greeter.reactor.stop();
      greeter.faults.clear();
      await greeter.start();
      await greeter.handled(await greeter.claim('bob'));
      expect(greeter.seen).toEqual(['ada', 'bob']);
    });

    it('of the kernel store lets no event pass that is not recorded', async () => {
      const { kernel } = greeter.testKernel.storage;
      const put = kernel.put.bind(kernel);
      kernel.put = () => Promise.reject(new Error('the disk is full'));
      await greeter.start();
      greeter.faults.set('ada', new Error('poison'));
      const position = await greeter.claim('ada');
      await greeter.errors.atLeast(1, 'the pause');
      expect(greeter.health().error).toBe('the disk is full');
      expect(greeter.health().position).toBeLessThan(position);
      kernel.put = put;
      await greeter.testKernel.timer.advance(250);
      await greeter.handled(position);
      expect(greeter.health()).toMatchObject({ error: null, waiting: 1 });
    });
  });

  describe('an event that cannot be decoded', () => {
    it('is parked with the later events of its stream, and other events pass', async () => {
      await greeter.start();
      await greeter.claimUndecodable('s');
      await greeter.claim('ada', 's');
      await greeter.handled(await greeter.claim('bob'));
      expect(greeter.seen).toEqual(['bob']);
      expect(greeter.health()).toMatchObject({ error: null, waiting: 0, parked: 2 });
    });

    it('does not concern a reaction that does not listen to its type', async () => {
      await greeter.start(greeter.greet({ on: { EmailVerified: () => Promise.resolve() } }));
      await greeter.handled(await greeter.claimUndecodable('s'));
      expect(greeter.health()).toMatchObject({ parked: 0 });
    });

    it('is handled first after the start of a program that can decode it', async () => {
      await greeter.start();
      await greeter.claimUndecodable('s');
      await greeter.handled(await greeter.claim('bob', 's'));
      await greeter.restart();
      await greeter.reactor.retryDue();
      expect(greeter.health()).toMatchObject({ parked: 2 });

      await greeter.reactor.stop();
      const { codec } = greeter.testKernel.storage;
      const decode = codec.decode.bind(codec);
      codec.decode = async (events) =>
        decode(
          events.map((event) => {
            const { version } = event.metadata as { version: number };
            if (version !== 99) return event;
            const metadata = { ...(event.metadata as object), version: catalogue.UsernameClaimed.version };
            return { ...event, data: exampleData('UsernameClaimed', { usernameHash: 'ada' }), metadata };
          }),
        );
      await greeter.start();
      await greeter.reactor.retryDue();
      expect(greeter.seen).toEqual(['ada', 'bob']);
      expect(greeter.health()).toMatchObject({ waiting: 0, parked: 0 });
    });
  });

  describe('a retry by command', () => {
    const parkAll = async () => {
      await greeter.start(greeter.greet(), greeter.greet({ name: 'other' }));
      greeter.faults.set('ada', new Error('poison'));
      await greeter.claim('ada', 's');
      const last = await greeter.claim('bob', 's');
      await Promise.all([greeter.handled(last), greeter.handled(last, 'other')]);
      for (let tries = 1; tries < 5; tries += 1) {
        greeter.clock.advance(HOUR);
        await greeter.reactor.retryDue();
      }
      expect([greeter.health().parked, greeter.health('other').parked]).toEqual([2, 2]);
    };

    it('handles parked events of one reaction at once, in order', async () => {
      await parkAll();
      greeter.faults.clear();
      expect(await greeter.reactor.retry('greet')).toEqual({ handled: 2, left: 0 });
      expect(greeter.seen).toEqual(['ada', 'bob']);
      expect([greeter.health().parked, greeter.health('other').parked]).toEqual([0, 2]);
    });

    it('handles those of all reactions, with five new tries after a failure', async () => {
      await parkAll();
      expect(await greeter.reactor.retry()).toEqual({ handled: 0, left: 4 });
      expect(greeter.health()).toMatchObject({ waiting: 2, parked: 0 });
      greeter.faults.clear();
      greeter.clock.advance(10 * SECOND);
      await greeter.reactor.retryDue();
      expect(greeter.seen.toSorted()).toEqual(['ada', 'ada', 'bob', 'bob']);
    });

    it('handles waiting events too, before they are due', async () => {
      await greeter.start();
      greeter.faults.set('ada', new Error('poison'));
      await greeter.claim('ada', 's');
      await greeter.handled(await greeter.claim('bob', 's'));
      expect(greeter.health()).toMatchObject({ waiting: 2, parked: 0 });
      greeter.faults.clear();
      expect(await greeter.reactor.retry()).toEqual({ handled: 2, left: 0 });
      expect(greeter.seen).toEqual(['ada', 'bob']);
    });

    it('rejects an unknown name', async () => {
      await greeter.start();
      await expect(greeter.reactor.retry('greeting')).rejects.toThrow('there is no reaction named greeting');
    });
  });
});
