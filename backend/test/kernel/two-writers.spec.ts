import { Account } from '../../src/domain/account/account.js';
import { Boosts } from '../../src/domain/boosts/boosts.js';
import { Like } from '../../src/domain/like/like.js';
import { Rating, UNRECORDED } from '../../src/domain/rating/rating.js';
import { type AnyAggregate, type Command, Rejected } from '../../src/kernel/aggregate.js';
import { causedBy, systemRun } from '../../src/kernel/causation.js';
import { AggregateRepository } from '../../src/kernel/commands/aggregate-repository.js';
import { CommandRunner } from '../../src/kernel/commands/command-runner.js';
import { AggregateCache } from '../../src/kernel/commands/aggregate-cache.js';
import type { Recorded } from '../../src/kernel/event.js';
import {
  type Appended,
  type EventLog,
  type ExpectedRevision,
  type LoggedEvent,
  type NewEvent,
  WrongExpectedRevisionError,
} from '../../src/kernel/event-log.js';
import { Lease, LeaseHeldError, LeaseLostError } from '../../src/kernel/lease.js';
import { LeaseHeartbeat } from '../../src/kernel/leases/lease-heartbeat.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import { exampleData } from '../support/example-data.js';
import { amount } from '../support/scope.js';
import { Steps, nextAfter } from '../support/steps.js';
import { SUSPENSION, suspensionFor } from '../support/suspensions.js';
import { METADATA } from '../support/test-kernel.js';

const LIFE_MS = 15_000;

/** The log that two processes write to, and the clock of both. */
class World {
  now = 0;
  readonly events: (LoggedEvent & { readonly by: string; readonly committedAt: number })[] = [];
  lease: { holder: string; seenAt: number } | null = null;

  constructor(readonly steps: Steps) {}

  stream(stream: string): LoggedEvent[] {
    return this.events.filter((event) => event.stream === stream);
  }

  commit(by: string, stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Appended {
    const revision = this.stream(stream).length - 1;
    if (expected !== (revision === -1 ? 'noStream' : revision)) {
      throw new WrongExpectedRevisionError(stream, expected, revision);
    }
    for (const [index, event] of events.entries()) {
      const position = this.events.length + 1;
      const committedAt = this.now;
      this.events.push({ ...event, stream, revision: revision + 1 + index, position, by, committedAt });
    }
    return { revision: revision + events.length, position: this.events.length };
  }
}

/** The lease of the two, by the clock of the world; each call happens at a step. */
class WorldLease extends Lease {
  readonly lifeMs = LIFE_MS;

  constructor(
    private readonly world: World,
    private readonly holder: string,
  ) {
    super();
  }

  async acquire(): Promise<number> {
    // The first to come has it from the start.
    if (this.world.lease) await this.world.steps.turn(this.holder, 'acquires');
    const { lease, now } = this.world;
    if (lease && now - lease.seenAt < LIFE_MS) throw new LeaseHeldError(lease.holder, 0, 0);
    this.world.lease = { holder: this.holder, seenAt: now };
    return 1;
  }

  async renew(): Promise<void> {
    await this.world.steps.turn(this.holder, 'renews');
    if (this.world.lease?.holder !== this.holder) throw new LeaseLostError();
    this.world.lease.seenAt = this.world.now;
  }

  async release(): Promise<void> {}
}

/** What a process answered, and when it last made sure of it: its append was sent, or it answered without one. */
interface Answer {
  readonly events: number | null;
  readonly at: number;
}

/** One process: the kernel's own parts over the log of the world. */
class Process {
  readonly lease: LeaseHeartbeat;
  readonly states: AggregateRepository;
  private readonly runner: CommandRunner;
  private readonly known: AggregateCache;
  private sentAt: number | null = null;
  answer: Answer | null = null;
  isSlow = false;

  constructor(
    private readonly world: World,
    private readonly name: string,
  ) {
    const lost = () => world.steps.stop(name);
    const quiet = { info: () => undefined, error: () => undefined };
    this.lease = new LeaseHeartbeat(new WorldLease(world, name), quiet, lost, {
      elapsed: () => world.now,
      every: () => () => undefined,
    });
    const reader = { isFollowing: true, position: 0 };
    this.known = new AggregateCache(
      { isAlone: true, lease: this.lease, reader, quarantine: new Set(), mayShow: () => false },
      10,
    );
    const log: Pick<EventLog, 'append' | 'readStream' | 'readLast'> = {
      append: async (...to) => {
        this.sentAt = world.now;
        await world.steps.turn(name, 'appends');
        return world.commit(name, ...to);
      },
      readStream: async (stream, from = 0) => this.read(world.stream(stream).slice(from)),
      readLast: async (stream) => this.read(world.stream(stream).at(-1) ?? null),
    };
    const codec = {
      encode: async (events: readonly object[]) => events as NewEvent[],
      decodeAll: async (events: readonly LoggedEvent[]) => events as unknown as Recorded[],
    };
    this.states = new AggregateRepository(log, codec, this.known);
    const clock = { now: () => new Date('2026-11-21T12:00:00.000Z') };
    this.runner = new CommandRunner(
      log,
      codec,
      this.states,
      clock,
      new RandomIds(),
      { reached: async () => true },
      { rest: async () => undefined },
    );
  }

  /** Where a read takes its turn, its answer is late. */
  private async read<Found>(found: Found): Promise<Found> {
    if (this.isSlow) await this.world.steps.turn(this.name, 'gets the answer of a read');
    return found;
  }

  /** What the reader of the log delivers until now. */
  see(): void {
    this.known.see(this.world.events);
  }

  /** Asks the facts, then runs the command, and notes the answer. */
  async request(ask: Request): Promise<void> {
    await causedBy(systemRun('test', '1'), async () => {
      try {
        const { aggregate, command } = await ask(this.states);
        await this.world.steps.turn(this.name, 'decides');
        const { events } = await this.runner.run(aggregate, command);
        this.answer = { events, at: (events > 0 ? this.sentAt : null) ?? this.world.now };
      } catch (error) {
        if (error instanceof LeaseLostError) return;
        if (!(error instanceof Rejected)) throw error;
        this.answer = { events: null, at: this.world.now };
      }
    });
  }
}

type Request = (
  states: AggregateRepository,
) => Promise<{ aggregate: AnyAggregate; command: Command<object> }>;

const post = { postId: 'p', ownerId: 'bob', isPublic: true };
const own = (postId: string) => ({ postId, ownerId: 'ann', isPublic: true });
const event = (type: string, data: object = {}) => ({
  id: crypto.randomUUID(),
  type,
  data: exampleData(type, { ...data }),
  metadata: { ...METADATA, version: 1 },
});

/** A person who is not suspended likes a post. */
const likes: Request = async (states) => {
  const { suspensions } = await states.of(Account, 'ann');
  if (suspensions.length > 0) throw new Rejected('forbidden', 'You are suspended.');
  return { aggregate: Like, command: Like.LikePost({ post, userId: 'ann' }) };
};
const unlikes: Request = async () => ({
  aggregate: Like,
  command: Like.UnlikePost({ post, userId: 'ann' }),
});
const rates =
  (score: number): Request =>
  async () => ({
    aggregate: Rating,
    command: Rating.RatePost({ post, userId: 'ann', score, ...UNRECORDED }),
  });
const boostsPost =
  (postId: string): Request =>
  async () => ({
    aggregate: Boosts,
    command: Boosts.ApplyBoost({
      userId: 'ann',
      boostId: null,
      post: own(postId),
      rank: { before: null, after: null },
      now: '2026-11-21T12:00:00.000Z',
    }),
  });
const suspends: Request = async () => ({
  aggregate: Account as AnyAggregate,
  command: Account.SuspendAccount({ accountId: 'ann', ...suspensionFor('spam', SUSPENSION) }),
});

interface Story {
  readonly before?: Readonly<Record<string, readonly NewEvent[]>>;
  /** What the process asks that has the lease at first, and what the other one asks. */
  readonly first: Request;
  readonly second: Request;
  /** What the stream may look like in the end, as types of its events. */
  readonly stream: string;
  readonly ends: readonly (readonly string[])[];
  /** Whether the answer of the first process takes what the second one wrote as not written. */
  readonly isStale?: (answer: Answer) => boolean;
}

const registered = { 'account-ann': [event('AccountRegistered', { accountId: 'ann' })] };

const STORIES: Readonly<Record<string, Story>> = {
  'a like that both write': {
    before: registered,
    first: likes,
    second: likes,
    stream: 'like-p-ann',
    ends: [['Liked']],
  },
  'a like that one takes back': {
    before: { ...registered, 'like-p-ann': [event('Liked', { postId: 'p', userId: 'ann' })] },
    first: likes,
    second: unlikes,
    stream: 'like-p-ann',
    ends: [['Liked'], ['Liked', 'Unliked'], ['Liked', 'Unliked', 'Liked']],
    isStale: ({ events }) => events === 0,
  },
  'a rating': {
    first: rates(3),
    second: rates(8),
    stream: 'rating-p-ann',
    ends: [['Rated']],
  },
  'a boost': {
    before: { 'boosts-ann': [event('BoostPurchased', { userId: 'ann', boostId: 'b1' })] },
    first: boostsPost('p'),
    second: boostsPost('q'),
    stream: 'boosts-ann',
    ends: [['BoostPurchased', 'BoostApplied']],
  },
  'a suspension that both write': {
    before: registered,
    first: suspends,
    second: suspends,
    stream: 'account-ann',
    ends: [['AccountRegistered', 'AccountSuspended']],
  },
  'a like of a person whom the other one suspends': {
    before: registered,
    first: likes,
    second: suspends,
    stream: 'like-p-ann',
    ends: [[], ['Liked']],
    isStale: ({ events }) => events === 1,
  },
};

interface Run {
  readonly steps: Steps;
  readonly world: World;
  readonly answers: Readonly<Record<'first' | 'second', Answer | null>>;
}

/** The two processes, in one order of their steps. */
async function tell(story: Story, isWarm: boolean, choices: readonly number[]): Promise<Run> {
  const steps = new Steps(choices);
  const world = new World(steps);
  for (const [stream, events] of Object.entries(story.before ?? {})) {
    world.commit('setup', stream, 'noStream', events);
  }
  const [first, second] = [new Process(world, 'first'), new Process(world, 'second')];
  await first.lease.acquire();
  if (isWarm) await causedBy(systemRun('test', '1'), () => warm(first));
  first.isSlow = true;
  steps.begin(() => first.request(story.first));
  for (let time = 0; time < amount(0, 1); time += 1) {
    steps.begin(async () => {
      await steps.turn('first', 'sees');
      first.see();
    });
  }
  steps.begin(() => first.lease.renew());
  steps.begin(async () => {
    try {
      await second.lease.acquire();
    } catch (error) {
      if (error instanceof LeaseHeldError) return;
      throw error;
    }
    await second.request(story.second);
  });
  steps.begin(async () => {
    for (let time = 0; time < 2; time += 1) {
      await steps.turn('time', 'goes on');
      world.now += LIFE_MS;
    }
  });
  await steps.run();
  await first.lease.release();
  await second.lease.release();
  return { steps, world, answers: { first: first.answer, second: second.answer } };
}

/** Has all streams of the stories in memory. */
async function warm({ states }: Process): Promise<void> {
  await states.of(Account, 'ann');
  await states.of(Like, 'p-ann');
  await states.of(Rating, 'p-ann');
  await states.of(Boosts, 'ann');
}

describe.each(Object.keys(STORIES))('two processes that write to one log: %s', (name) => {
  const story = STORIES[name] as Story;
  it.each([
    ['with the streams in memory', true],
    ['without', false],
  ])(
    'keep every rule of a stream, and never answer from what is older than the lease: %s',
    async (_, isWarm) => {
      let runs = 0;
      let both = 0;
      for (let choices: readonly number[] | null = []; choices;) {
        const { steps, world, answers } = await tell(story, isWarm, choices);
        const order = steps.taken.map((step) => step.name).join(', ');
        const types = world.stream(story.stream).map(({ type }) => type);
        expect({ order, ends: story.ends }).toEqual({ order, ends: expect.arrayContaining([types]) });
        const written = world.events.find(({ by }) => by === 'second');
        if (answers.first && answers.second) both += 1;
        const isStale = answers.first !== null && story.isStale?.(answers.first) === true;
        const age = isStale && written ? (answers.first?.at ?? 0) - written.committedAt : 0;
        expect({ order, isOld: age >= LIFE_MS }).toEqual({ order, isOld: false });
        runs += 1;
        choices = nextAfter(steps.taken);
      }
      // The search has covered what it is about.
      expect(runs).toBeGreaterThan(100);
      expect(both).toBeGreaterThan(0);
    },
  );
});
