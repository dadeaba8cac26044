import { hash } from 'node:crypto';
import { enrolled, newAdmin, proofOf } from '../support/admins.js';
import { type OwnApp, startApp } from '../support/app.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { verified } from '../support/people.js';
import { PERMISSIONS } from '../support/permissions.js';
import { commentOn, publishPost } from '../support/posts.js';
import { settled } from '../support/settled.js';
import { EventLogUnavailableError } from '../../src/kernel/event-log.js';
import { States } from '../../src/kernel/states.js';

const READERS = ['visitor', 'verified', 'owner', 'moderator', 'finance', 'adminOwner'] as const;
type Reader = (typeof READERS)[number];

/** An export is complete or refused: it contains the person's events, which are in no view. */
const READ_THE_LOG: ReadonlySet<string> = new Set([
  'GET /api/user/export',
  'GET /api/user/timeline',
  'GET /api/posts/{id}/history',
  'GET /api/rtm-sys/audit',
  'GET /api/rtm-sys/audit/export',
  'GET /api/rtm-sys/as-of/person/{id}',
  'GET /api/rtm-sys/as-of/post/{id}',
  // For the notes about the person.
  'GET /api/rtm-sys/users/{id}',
]);

const reads = Object.keys(PERMISSIONS).filter((route) => route.startsWith('GET '));

describe('while the log is away', () => {
  let log: EventStoreStandIn;
  let app: OwnApp;
  const cookies = new Map<Reader, string>();
  const ids = { post: '', comment: '', session: '', owner: '' };

  beforeAll(async () => {
    log = await EventStoreStandIn.start();
    app = await startApp({
      storage: { env: { EVENTSTORE_URL: log.url }, stop: () => log.stop() },
      callLimits: { eventstore: { breakAfterMs: 0, leastClientMs: 0 } },
    });
    for (const reader of ['verified', 'owner'] as const) {
      const { user } = await verified(app, `${reader}@example.org`);
      await signIn(reader, user.id, false);
      if (reader === 'owner') ids.owner = user.id;
    }
    for (const [reader, role] of [
      ['moderator', 'moderator'],
      ['finance', 'finance'],
      ['adminOwner', 'owner'],
    ] as const) {
      const adminId = await newAdmin(app, reader, role);
      await enrolled(app, adminId);
      await signIn(reader, adminId, true);
    }
    ids.post = await publishPost(app, ids.owner, 7);
    ids.comment = await commentOn(app, ids.post, ids.owner);
    await settled(app);
  });
  afterAll(() => app.stop());

  const signIn = async (reader: Reader, accountId: string, isStaff: boolean) => {
    const { sessions, adminSessions } = app.adapters.storage;
    const token = app.adapters.ids.secret(32);
    const now = app.clock.now();
    await (isStaff ? adminSessions : sessions).add({
      tokenHash: hash('sha256', token),
      id: app.adapters.ids.uuid(),
      accountId,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + 600_000),
      userAgent: null,
      address: null,
      proof: isStaff ? proofOf({ hasApp: true }) : null,
    });
    cookies.set(reader, `${isStaff ? 'admin' : 'session'}=${token}`);
  };
  const world = {
    ownerId: '',
    post: async () => ids.post,
    comment: async () => ids.comment,
    session: async () => ids.session,
  };
  const read = async (route: string, reader: Reader) => {
    const { id, query = '' } = PERMISSIONS[route] ?? {};
    const path = (route.split(' ')[1] ?? '').replace(
      '{id}',
      id ? await id({ ...world, ownerId: ids.owner }) : '',
    );
    const cookie = cookies.get(reader);
    const response = await fetch(new URL(path + query, app.url), { headers: { ...(cookie && { cookie }) } });
    // Some responses are endless streams.
    await response.body?.cancel();
    return response.status;
  };
  const answers = async (route: string) => {
    const statuses: [string, number][] = [];
    for (const reader of READERS) statuses.push([reader, await read(route, reader)]);
    return Object.fromEntries(statuses);
  };
  /** What each reader gets while everything is there. */
  const usual = (route: string) =>
    Object.fromEntries(READERS.map((reader) => [reader, PERMISSIONS[route]?.expected[reader]]));

  it('reads are answered as usual, except for those that show the log itself', async () => {
    const before = Object.fromEntries(await inTurn(reads, answers));
    expect(before).toEqual(Object.fromEntries(reads.map((route) => [route, usual(route)])));
    await log.stop();
    await expect(app.adapters.storage.log.head()).rejects.toThrow(EventLogUnavailableError);
    const away = Object.fromEntries(await inTurn(reads, answers));
    const expected = Object.entries(before).map(([route, statuses]) => {
      // No event here is about a payment, so finance has no line to read.
      const readsLog = (who: string) => READ_THE_LOG.has(route) && who !== 'finance';
      const refused = ([who, was]: [string, number]) => [who, was === 200 && readsLog(who) ? 503 : was];
      return [route, Object.fromEntries(Object.entries(statuses).map(refused))];
    });
    expect(away).toEqual(Object.fromEntries(expected));
  });

  it('the page of a post for admins says what is missing', async () => {
    const cookie = cookies.get('adminOwner') ?? '';
    const response = await fetch(new URL(`/api/rtm-sys/posts/${ids.post}`, app.url), { headers: { cookie } });
    expect(await response.json()).toMatchObject({
      id: ids.post,
      commentsCount: 1,
      isLogAvailable: false,
      verdict: null,
      refusals: [],
    });
  });

  it('reads of the site are answered from the views alone', async () => {
    const failed: string[] = [];
    for (const route of reads.filter((one) => !one.includes('/rtm-sys/') && !READ_THE_LOG.has(one))) {
      for (const reader of ['visitor', 'verified', 'owner'] as const) {
        app.server.get(States).forgetAll();
        const status = await read(route, reader);
        if (status !== usual(route)[reader]) failed.push(`${route} ${reader} ${status}`);
      }
    }
    expect(failed).toEqual([]);
  });
});

async function inTurn<Result>(routes: readonly string[], work: (route: string) => Promise<Result>) {
  const results: [string, Result][] = [];
  for (const route of routes) results.push([route, await work(route)]);
  return results;
}
