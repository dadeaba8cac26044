import type { Recorded } from '../../src/kernel/event.js';
import type { LogReader } from '../../src/kernel/log/log-reader.js';
import type { ReactionHealth } from '../../src/kernel/reaction.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import type { Reaction } from '../../src/reactions/reaction.js';
import { TestClock } from './app.js';
import { METADATA, type TestKernel, readerOf, useKernel } from './test-kernel.js';
import { reactionContext, watchCheckpoints } from './reactions.js';
import { claim } from './tally.js';
import { Noted, waited } from './waits.js';

/** A {@link Greeter} for each test of a file. */
export function useGreeter(): Greeter {
  const greeter = new Greeter(useKernel());
  beforeEach(() => greeter.reset());
  afterEach(() => greeter.stop());
  return greeter;
}

/** A reactor on real storage, whose reaction `greet` greets each person who claims a username, or fails as the test says. */
class Greeter {
  clock = new TestClock();
  /** The greeted names, in order. */
  seen = new Noted<string>();
  /** The error that `greet` throws for a name. */
  readonly faults = new Map<string, Error>();
  /** The current reactor, or the last one. */
  declare reactor: Reactor;
  /** The errors of its log. */
  errors = new Noted<unknown>();
  /** Resolves when the stored checkpoint of a reaction is at a position, or beyond it. */
  declare stored: (reaction: string, position: number) => Promise<void>;
  /** What the process of the reactor does. */
  role = { isAlone: true, isActive: true };
  /** The reactions that another process has taken over. */
  halted = new Noted<string>();
  declare private reader: LogReader;

  constructor(readonly testKernel: TestKernel) {}

  reset(): void {
    this.clock = new TestClock();
    this.seen = new Noted();
    this.errors = new Noted();
    this.stored = watchCheckpoints(this.testKernel);
    this.faults.clear();
    this.role = { isAlone: true, isActive: true };
    this.halted = new Noted();
    this.reader = readerOf(this.testKernel.storage, this.testKernel.timer);
    this.reactor = this.make([]);
  }

  /** The reaction, with optional changes. */
  greet(other: Partial<Pick<Reaction, 'name' | 'sequence' | 'on'>> = {}): Reaction {
    const on: Reaction['on'] = {
      UsernameClaimed: async ({ data: { usernameHash } }) => {
        const fault = this.faults.get(usernameHash);
        if (fault) throw fault;
        this.seen.push(usernameHash);
      },
    };
    return { name: 'greet', on, ...other };
  }

  /** Creates a reactor, by default of `greet` alone, without starting it. */
  make(reactions: readonly Reaction[] = [this.greet()]): Reactor {
    const logger = { info: () => undefined, error: (error: unknown) => void this.errors.push(error) };
    const context = reactionContext(this.testKernel, this.reader, this.clock);
    const onHalted = ({ message }: Error) => void this.halted.push(message);
    this.reactor = new Reactor({ ...context, logger, role: this.role, onHalted }, reactions);
    return this.reactor;
  }

  async start(...reactions: Reaction[]): Promise<void> {
    await this.make(reactions.length > 0 ? reactions : undefined).start();
  }

  async restart(...reactions: Reaction[]): Promise<void> {
    await this.reactor.stop();
    await this.start(...reactions);
  }

  /** Appends the claim of a name to a stream, by default its own; returns its position. */
  claim(usernameHash: string, stream = usernameHash): Promise<number> {
    return claim(this.testKernel, usernameHash, stream);
  }

  /** Appends a claim of a version that this program does not know; returns its position. */
  async claimUndecodable(stream: string): Promise<number> {
    const metadata = { ...METADATA, at: this.clock.now().toISOString(), version: 99 };
    const event = { id: crypto.randomUUID(), type: 'UsernameClaimed', data: {}, metadata };
    return (await this.testKernel.storage.log.append(`username-${stream}`, 'any', [event])).position;
  }

  health(name = 'greet'): ReactionHealth {
    const health = this.reactor.health().find((reaction) => reaction.name === name);
    if (!health) throw new Error(`there is no reaction ${name}`);
    return health;
  }

  /** Resolves when a reaction has reached a position, and retries nothing. */
  handled(position: number, name = 'greet'): Promise<void> {
    return waited(`${name} to come to ${position}`, this.reactor.caughtUp(position, name));
  }

  checkpoint(name = 'greet'): Promise<number | null> {
    return this.testKernel.storage.kernel.checkpoint(`reaction-${name}`);
  }

  /** The recorded starts of `greet`. */
  async starts(): Promise<readonly Recorded[]> {
    const { codec, log } = this.testKernel.storage;
    return codec.decodeAll(await log.readStream('reaction-greet'));
  }

  async stop(): Promise<void> {
    await this.reactor.stop();
    await this.reader.close();
  }
}
