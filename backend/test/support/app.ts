import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { DestinationStream } from 'pino';
import { type Adapters, type Stand, openAdapters } from '../../src/composition/adapters.js';
import { readConfig } from '../../src/config.js';
import type { PasswordCost } from '../../src/api/auth/passwords.js';
import { ClientAddresses } from '../../src/api/http/client-addresses.js';
import { createLogger } from '../../src/api/http/logger.js';
import { Clock } from '../../src/kernel/clock.js';
import type { CallLimits } from '../../src/composition/storage.js';
import { createServer, listen } from '../../src/composition/server.js';
import { ADDRESS } from './browser.js';
import { Desk } from './desk.js';
import { PATIENT } from './eventstore/log-on-stand-in.js';
import { holdJobs } from './jobs.js';
import { watchChanges } from './left-changed.js';
import { textsIn, textsOf } from './leftovers.js';
import { watchMails } from './mails.js';
import { type TestStorage, freshStorage } from './pairing.js';
import { PatientTimer, TestTimer } from './timer.js';
import { Visitor } from './visitor.js';

/** A clock that only moves when a test moves it. */
export class TestClock extends Clock {
  constructor(private time = new Date('2026-11-21T12:00:00.000Z')) {
    super();
  }

  now(): Date {
    return new Date(this.time);
  }

  advance(milliseconds: number): void {
    this.time = new Date(this.time.getTime() + milliseconds);
  }
}

/** Limits that no busy machine reaches, for tests that do not wait for them. */
const PATIENT_CALLS: CallLimits = {
  eventstore: PATIENT,
  mongodb: { timeout: 20_000, breakAfterMs: Number.POSITIVE_INFINITY },
};

/** The least that Argon2id takes. */
const CHEAP_PASSWORDS: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The real server on the storage of `TEST_PAIRING`, in its own data folder, listening on a free port. */
export interface RunningApp {
  readonly url: string;
  readonly dataDir: string;
  readonly clock: TestClock;
  /** Moves the clock, too. */
  readonly timer: TestTimer;
  readonly adapters: Adapters;
  readonly server: NestFastifyApplication;
  /** All stored data as text: the files of the data folder, and the documents, wherever they are. */
  texts(): Promise<string[]>;
  /** A visitor with their own cookie jar and network address. */
  browser(): Visitor;
  /** An admin who has not signed in yet, with their own cookie jar and network address. */
  desk(): Desk;
}

/** A server that one test or file may stop. */
export interface OwnApp extends RunningApp, AsyncDisposable {
  /** Stops the server as a signal would, and restarts it on the same data. */
  restart(): Promise<OwnApp>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

export interface AppOptions extends Stand {
  readonly clock?: TestClock;
  readonly timer?: TestTimer;
  readonly dataDir?: string;
  readonly storage?: TestStorage;
  /** Whether scheduled jobs run when the timer is advanced; else only when a test calls them. */
  readonly hasJobs?: boolean;
  /** Receives the program's log, down to debug level; by default it is dropped. */
  readonly log?: DestinationStream;
  /** Environment variables, in addition to those that tests need. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts the server. Only the clock, the timer and the cost of passwords are replaced and, if a test asks for it, the judge. Time
 * stands still, so nothing is too late.
 */
export async function startApp(options: AppOptions = {}): Promise<OwnApp> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'footnote-api-')));
  const clock = options.clock ?? new TestClock();
  const timer = options.timer ?? new TestTimer(clock);
  const storage = options.storage ?? (await freshStorage());
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATA_DIR: dataDir,
    // The clock stands still, so the counters of a limit would never expire.
    RATE_LIMITS: 'off',
    // The tests use all cores, so a process with a low priority would hardly run.
    REBUILD_PRIORITY: 'normal',
    ...storage.env,
    ...options.env,
  });
  const callLimits = options.callLimits ?? PATIENT_CALLS;
  // The server has another clock than the test, and would delete what is expired by its own.
  const mongodb = { ...callLimits.mongodb, expires: false };
  const adapters = await openAdapters(config, {
    passwordCost: CHEAP_PASSWORDS,
    // What waits for a server tries again by real time.
    ...((config.eventstoreUrl ?? config.mongodbUrl) && { storageTimer: new PatientTimer() }),
    ...options,
    clock,
    timer,
    callLimits: { ...callLimits, mongodb },
  });
  if (adapters.mailBox) await watchMails(adapters.mailBox);
  const logger = options.log && createLogger('debug', options.log);
  const { hasJobs = false } = options;
  const server = await createServer(config, adapters, { logger, timers: hasJobs });
  if (hasJobs) holdJobs(server.get(SchedulerRegistry, { strict: false }), timer, clock);
  const url = await listen(server, config);
  const stop = async () => {
    await server.close();
    await storage.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    url,
    dataDir,
    clock,
    timer,
    adapters,
    server,
    texts: async () => {
      const documents = (await storage.documents?.()) ?? [];
      return [...(await textsIn(dataDir)), ...documents.flatMap(textsOf)];
    },
    browser: () => new Visitor({ url }),
    desk: () => new Desk({ url }),
    restart: async () => {
      await server.close();
      return startApp({ ...options, clock, timer, dataDir, storage });
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The server of the tests: each property is that of the server that runs now. */
export interface AppInUse extends RunningApp {
  /** Runs `setUp` whenever a server has started, or this file begins to use the shared one. */
  onStart(setUp: () => Promise<void>): void;
}

/**
 * The server that all files of a thread share. A test makes people and posts of its own, with names that no other file has
 * ({@link unique}), and asserts only about what it made. The clock stands still; a method that a test has replaced and left so,
 * or a changed environment variable, makes it fail.
 */
export function useApp(): AppInUse {
  const { app, setUps, use } = inUse();
  let before: readonly string[];
  beforeAll(async () => {
    shared ??= startShared();
    use(await shared);
    for (const setUp of setUps) await setUp();
  });
  beforeEach(() => {
    before = changes();
  });
  afterEach(() => {
    expect(changes().filter((name) => !before.includes(name))).toEqual([]);
  });
  if (IS_SHARED_BY_FILE)
    afterAll(async () => {
      await (await shared)?.stop();
      shared = undefined;
    });
  return app;
}

export interface UseOwnAppOptions extends AppOptions {
  /**
   * Who has a server: all tests of a file or `describe` together (`file`, as by default), each test (`test`), or the tests
   * that call `start` (`start`).
   */
  readonly per?: 'file' | 'test' | 'start';
  /** Options that depend on what earlier hooks have started. */
  later?(): AppOptions;
}

/** A server of {@link useOwnApp}. */
export interface OwnAppInUse extends OwnApp, AppInUse {
  /** Starts the server of a test, with these options in addition; only with `per: 'start'`. */
  start(options?: AppOptions): Promise<void>;
}

/**
 * A server that hooks start before the tests and stop after them. A test may restart it, or stop it earlier.
 * @param _why why the tests cannot share one: a start takes half a second. `npm test -- --own-apps` lists the reasons
 */
export function useOwnApp(
  _why: string,
  { per = 'file', later, ...options }: UseOwnAppOptions = {},
): OwnAppInUse {
  const { app, setUps, use, current } = inUse<OwnApp>();
  const start = async (more: AppOptions = {}) => {
    use(await startApp({ ...options, ...later?.(), ...more }));
    for (const setUp of setUps) await setUp();
  };
  const stop = async () => {
    await use(null)?.stop();
  };

  if (per === 'file') beforeAll(() => start());
  if (per === 'test') beforeEach(() => start());
  if (per === 'file') afterAll(stop);
  else afterEach(stop);

  const restart = async () => {
    const restarted = await current().restart();
    use(restarted);
    return restarted;
  };
  return Object.assign(app, { start, restart, stop, [Symbol.asyncDispose]: stop });
}

/** A server that hooks start later. */
function inUse<App extends RunningApp>() {
  let running: App | null = null;
  const setUps: (() => Promise<void>)[] = [];
  const current = (): App => {
    if (!running) throw new Error('the server does not run: hooks start it');
    return running;
  };
  const app: AppInUse = {
    get url() {
      return current().url;
    },
    get dataDir() {
      return current().dataDir;
    },
    get clock() {
      return current().clock;
    },
    get timer() {
      return current().timer;
    },
    get adapters() {
      return current().adapters;
    },
    get server() {
      return current().server;
    },
    texts: () => current().texts(),
    browser: () => new Visitor(app),
    desk: () => new Desk(app),
    onStart: (setUp) => void setUps.push(setUp),
  };
  /** Returns the last one. */
  const use = (next: App | null): App | null => {
    const last = running;
    running = next;
    return last;
  };
  return { app, setUps, use, current };
}

let shared: Promise<OwnApp> | undefined;
let changes: () => readonly string[];

/** Each mutant needs a server that has started with it. */
const IS_SHARED_BY_FILE = process.env['TEST_SHARED_BY'] === 'file';

/** Each browser has a network address of its own, so that none meets a limit that another has reached. */
async function startShared(): Promise<OwnApp> {
  const app = await startApp({ clock: new StandingClock(), env: { RATE_LIMITS: 'on' } });
  const addresses = app.server.get(ClientAddresses, { strict: false });
  const seen = addresses.of.bind(addresses);
  addresses.of = (request) => request.headers[ADDRESS]?.toString() ?? seen(request);
  changes = watchChanges(app);
  return app;
}

/** Files that run one after the other share a server, so its time must not depend on their order. */
class StandingClock extends TestClock {
  override advance(milliseconds: number): void {
    if (milliseconds !== 0)
      throw new Error('the clock of the shared server stands still: useOwnApp() has its own');
  }
}

let names = 0;

/** A name, or the beginning of an email address, that no other test uses in this thread. */
export function unique(name: string): string {
  names += 1;
  return `${name}${names}`;
}
