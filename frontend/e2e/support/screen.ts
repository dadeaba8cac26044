import { expect, test as base } from '@playwright/test';
import type { SuccessResponseJSON } from 'openapi-typescript-helpers';
import type { ErrorBody, LiveMessage } from '../../src/api/generated/schema.d.ts';
import {
  type Answer,
  type Call,
  cookiesFor,
  type Operation,
  type Operations,
  recording,
  type Reply,
  ScreenServer,
  type Viewer,
} from './screen-server.ts';
import { openSharedContext, type SharedContext, stopTime } from './shared-context.ts';
import { enter } from './visitor.ts';

/** The ids that the recorded answers are about. */
export const { known, now } = recording;

/** What an operation answers when it succeeds. */
export type BodyOf<O extends Operation> = {
  [M in 'get' | 'post' | 'put' | 'patch' | 'delete']: O extends `${Uppercase<M>} ${string}`
    ? M extends keyof Operations[O]
      ? SuccessResponseJSON<NonNullable<Operations[O][M]>>
      : never
    : never;
}['get' | 'post' | 'put' | 'patch' | 'delete'];

/** What a page of the test gets from the API: what is recorded for its viewer, except for what the test says. */
export class Api {
  private readonly server: ScreenServer;
  private readonly signIn: (viewer: Viewer) => Promise<void>;

  constructor(server: ScreenServer, signIn: (viewer: Viewer) => Promise<void>) {
    this.server = server;
    this.signIn = signIn;
  }

  /** Answers an operation from now on. A function gets what is recorded for the call, and may change it. */
  answer<O extends Operation>(
    operation: O,
    body: BodyOf<O> | ((recorded: BodyOf<O>, call: Call) => BodyOf<O>),
    { status, ...rest }: Partial<Answer> = {},
  ): void {
    this.on(operation, async (call, recorded) => {
      const make = body as (recorded: unknown, call: Call) => unknown;
      const made = typeof body === 'function' ? make(structuredClone(recorded?.body), call) : body;
      return { ...recorded, status: status ?? recorded?.status ?? 200, ...rest, body: made };
    });
  }

  /** Refuses an operation from now on. */
  refuse(
    operation: Operation,
    status: number,
    error: Partial<ErrorBody> = {},
    headers?: Record<string, string>,
  ): void {
    const body = { message: 'Refused.', code: 'refused', requestId: 'a-request', ...error };
    this.on(operation, async () => ({ status, body, ...(headers && { headers }) }));
  }

  /** Breaks the connection of each call from now on. */
  cut(operation: Operation): void {
    this.on(operation, async () => null);
  }

  /** Lets an operation wait from now on. Returns how to let all its calls go on. */
  hold(operation: Operation): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.on(operation, () => promise);
    return () => resolve(undefined);
  }

  /** Decides on each call: an answer, null to break the connection, or undefined for what would be answered otherwise. */
  on(operation: Operation, reply: Reply): void {
    this.server.replies.unshift({ operation, reply });
  }

  /** The calls of an operation so far. */
  calls(operation: Operation): readonly Call[] {
    return this.server.calls.filter((call) => call.operation === operation);
  }

  /** Sends live news to the pages. */
  tell(message: Partial<LiveMessage>): void {
    this.server.tell(message);
  }

  /** Tells the pages that the inbox of their person has changed. */
  tellInbox(): void {
    this.server.tellInbox();
  }

  /** Signs the browser in as this viewer. */
  become(viewer: Viewer): Promise<void> {
    return this.signIn(viewer);
  }
}

interface WorkerFixtures {
  server: ScreenServer;
  site: string;
  shared: { current?: SharedContext | undefined };
}

interface Fixtures {
  /** Who is signed in when the test begins. */
  viewer: Viewer;
  /** Whether `page` has passed the age gate. */
  isOfAge: boolean;
  api: Api;
}

/** Playwright's `test` for screens: the built site with recorded answers, without a server of Footnote. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern, and this fixture uses no other fixture.
    async ({}, use) => {
      const server = new ScreenServer();
      await use(server);
      server.close();
    },
    { scope: 'worker' },
  ],
  site: [async ({ server }, use) => use(await server.open()), { scope: 'worker' }],
  baseURL: ({ site }, use) => use(site),
  // oxlint-disable-next-line no-empty-pattern -- as above
  shared: [({}, use) => use({}), { scope: 'worker' }],
  context: async (
    { browser, site, shared, viewport, colorScheme, contextOptions, serviceWorkers },
    use,
    testInfo,
  ) => {
    const options = JSON.stringify([viewport, colorScheme, contextOptions, serviceWorkers]);
    if (shared.current?.options !== options) {
      await shared.current?.context.close();
      shared.current = await openSharedContext(browser, site, options);
      await stopTime(shared.current.context, now);
    }
    await use(shared.current.context);
    expect(shared.current.violations, 'violations of the content security policy').toEqual([]);
    if (testInfo.status !== testInfo.expectedStatus || (await shared.current.clear())) return;
    await shared.current.context.close();
    shared.current = undefined;
  },
  viewer: ['visitor', { option: true }],
  isOfAge: [true, { option: true }],
  api: [
    async ({ server, context, site, viewer }, use) => {
      const api = new Api(server, async (of) => {
        await context.clearCookies({ name: 'member' });
        await context.addCookies(cookiesFor(of, site).filter(({ value }) => value !== ''));
      });
      server.reset();
      await api.become(viewer);
      await use(api);
      expect(server.unanswered, 'calls without a recorded answer').toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page, isOfAge }, use) => {
    if (isOfAge) await enter(page);
    await use(page);
  },
});
