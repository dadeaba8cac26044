import { catalogue } from '../../src/domain/events.js';
import type { Recorded } from '../../src/kernel/event.js';
import type { LogReader } from '../../src/kernel/log/log-reader.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import type { Reaction } from '../../src/reactions/reaction.js';
import { reactions } from '../../src/reactions/reactions.js';
import { TestClock } from '../support/app.js';
import { METADATA, readerOf, useKernel } from '../support/test-kernel.js';
import { exampleData } from '../support/example-data.js';
import { made } from '../support/made.js';
import { reactionContext } from '../support/reactions.js';
import { sweep } from '../support/scope.js';
import { waited } from '../support/waits.js';

const REACTIONS = reactions.map((type) => made(type));
/** Mails never wait for each other. */
const WITHOUT_ORDER = new Set([
  'account-mails',
  'activity-mails',
  'decision-mails',
  'digest-mails',
  'admin-mails',
  'proposal-mails',
  'payment-mails',
  'verification-mail',
]);

/** An event of a type that a reaction listens to, identified by a word. Streams share no ids, so they share no sequence. */
const eventOf = (type: string, stream: string, word: string, version: number) => {
  const ofStream = ([name, value]: [string, unknown]) => [
    name,
    name.endsWith('Id') ? `${name} of ${stream}` : value,
  ];
  return {
    id: crypto.randomUUID(),
    type,
    data: { ...Object.fromEntries(Object.entries(exampleData(type)).map(ofStream)), word },
    metadata: { ...METADATA, version },
  };
};

const testKernel = useKernel();

describe.each(REACTIONS.map(({ name }) => name))('a poison event for %s', (name) => {
  let clock: TestClock;
  let reader: LogReader;
  let reactor: Reactor;
  /** The words that each reaction has met, in order. */
  let met: Map<string, string[]>;
  let isPoisonous: boolean;
  beforeEach(async () => {
    clock = new TestClock();
    reader = readerOf(testKernel.storage, testKernel.timer);
    met = new Map(REACTIONS.map((reaction) => [reaction.name, []]));
    isPoisonous = true;
    reactor = new Reactor(reactionContext(testKernel, reader, clock), REACTIONS.map(observed));
    await reactor.start();
  });
  afterEach(async () => {
    await reactor.stop();
    await reader.close();
  });

  /** The same reaction for the same events, which records what it meets and fails on poison. */
  const observed = (reaction: Reaction): Reaction => {
    const act = async ({ data }: Recorded): Promise<void> => {
      const { word } = data as { word: string };
      if (word === 'poison' && isPoisonous && reaction.name === name) throw new Error('poison');
      met.get(reaction.name)?.push(word);
    };
    return { ...reaction, on: Object.fromEntries(Object.keys(reaction.on).map((type) => [type, act])) };
  };
  const ALL_TYPES = Object.keys(REACTIONS.find((reaction) => reaction.name === name)?.on ?? {});
  const TYPES = sweep(ALL_TYPES, String, ALL_TYPES.slice(0, 1));
  const listeners = (type: string) =>
    REACTIONS.filter(({ on }) => type in on).map((reaction) => reaction.name);
  const append = async (type: string, stream: string, word: string, version?: number) => {
    const known = catalogue[type as keyof typeof catalogue].version;
    const event = eventOf(type, stream, word, version ?? known);
    return (await testKernel.storage.log.append(`${stream}-${type}`, 'any', [event])).position;
  };
  const handled = (position: number) => waited('every reaction to pass it', reactor.caughtUp(position));
  const healthOf = (of: string) => reactor.health().find((reaction) => reaction.name === of);

  it.each(TYPES)(
    'of type %s: later events of its sequence wait in order, all others continue',
    async (type) => {
      await append(type, 'this', 'poison');
      await append(type, 'this', 'later');
      await handled(await append(type, 'other', 'elsewhere'));
      const behind = WITHOUT_ORDER.has(name) ? [] : ['later'];
      const passed = ['later', 'elsewhere'].filter((word) => !behind.includes(word));
      for (const listener of listeners(type)) {
        expect([listener, met.get(listener)]).toEqual([
          listener,
          listener === name ? passed : ['poison', 'later', 'elsewhere'],
        ]);
      }
      const waiting = 1 + behind.length;
      expect(reactor.health().filter((reaction) => reaction.waiting + reaction.parked > 0)).toEqual([
        expect.objectContaining({ name, error: null, waiting, parked: 0 }),
      ]);
      isPoisonous = false;
      clock.advance(10_000);
      await reactor.retryDue();
      expect(met.get(name)).toEqual([...passed, 'poison', ...behind]);
    },
  );

  it.each(TYPES)('of type %s that cannot be decoded is parked, and all others continue', async (type) => {
    await append(type, 'this', 'poison', 99);
    await handled(await append(type, 'other', 'elsewhere'));
    for (const listener of listeners(type)) {
      expect(met.get(listener)).toEqual(['elsewhere']);
      expect(healthOf(listener)).toMatchObject({ error: null, waiting: 0, parked: 1 });
    }
  });
});
