import { hash } from 'node:crypto';
import { LIMITED } from '../../../src/api/http/limits.js';
import { openApiOf } from '../../../src/api/http/openapi.js';
import { newAdmin, proofOf } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import { verified } from '../../support/people.js';
import { routesOf } from '../../support/routes.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const STALE = 10 * 60_000 + 1;
/** What a page shows, some of it line by line: no file that somebody takes along. */
const SHOWN = /^(?:application\/json|application\/x-ndjson|image\/.*|text\/event-stream|text\/html)$/;

const app = useOwnApp('moves the clock');

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

/** The calls that disclose something or answer with a file, as the contract and the limits say. */
const calls = () => {
  const { paths } = openApiOf(app.server);
  return routesOf(app).flatMap(({ call, method, path, handler }) => {
    const documented = paths[path.replaceAll(/:(\w+)/g, '{$1}')] as Record<string, Operation> | undefined;
    const operation = documented?.[method.toLowerCase()];
    const types = Object.entries(operation?.responses ?? {}).flatMap(([status, { content = {} }]) =>
      status.startsWith('2') ? Object.keys(content) : [],
    );
    const isList = operation?.parameters?.some(({ name }) => name === 'format') ?? false;
    const isFile = types.some((type) => !SHOWN.test(type));
    const isDisclosure = Reflect.getMetadata(LIMITED, handler) === 'disclosure';
    if (!isList && !isFile && !isDisclosure) return [];
    return [{ call, method, address: `${path.replaceAll(/:\w+/g, NOBODY)}${isList ? '?format=csv' : ''}` }];
  });
};

const signedIn = async (accountId: string, isStaff: boolean) => {
  const { sessions, adminSessions } = app.adapters.storage;
  const token = app.adapters.ids.secret(32);
  const now = app.clock.now();
  await (isStaff ? adminSessions : sessions).add({
    tokenHash: hash('sha256', token),
    id: app.adapters.ids.uuid(),
    accountId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + 60 * 60_000),
    userAgent: null,
    address: null,
    proof: isStaff ? proofOf({ hasApp: false }) : null,
  });
  return `${isStaff ? 'admin' : 'session'}=${token}`;
};

describe('a call that discloses something or makes a file', () => {
  let staff = '';
  let member = '';

  beforeAll(async () => {
    staff = await newAdmin(app, 'olga', 'owner');
    member = (await verified(app, 'ann@example.org')).user.id;
  });

  const answers = async (wait: number) => {
    const cookies = { staff: await signedIn(staff, true), member: await signedIn(member, false) };
    app.clock.advance(wait);
    const found: [string, boolean][] = [];
    for (const { call, method, address } of calls()) {
      const cookie = address.startsWith('/api/rtm-sys/') ? cookies.staff : cookies.member;
      const headers = { cookie, origin: app.url };
      const response = await fetch(new URL(address, app.url), { method, headers });
      const body = await response.text();
      found.push([call, response.status === 403 && body.includes('"sign_in_again"')]);
    }
    return Object.fromEntries(found);
  };

  it('is known as such', () => {
    expect(calls().map(({ call }) => call)).toEqual(
      expect.arrayContaining([
        'POST /api/rtm-sys/users/:id/email',
        'POST /api/rtm-sys/admins/:id/email',
        'POST /api/rtm-sys/admins/invitations/:id/email',
        'POST /api/rtm-sys/audit/:id/look',
        'GET /api/rtm-sys/audit/export',
        'GET /api/rtm-sys/payments/bookkeeping',
        'GET /api/rtm-sys/payments/:id/evidence',
        'GET /api/rtm-sys/payments/parked-events',
        'GET /api/rtm-sys/statistics',
        'GET /api/rtm-sys/users',
        'GET /api/user/export',
      ]),
    );
  });

  it('asks again over 10 minutes after the sign-in, and not before', async () => {
    const every = (asks: boolean) => Object.fromEntries(calls().map(({ call }) => [call, asks]));
    expect(await answers(0)).toEqual(every(false));
    expect(await answers(STALE)).toEqual(every(true));
  });

  it('discloses nothing before it has asked: there is no act', async () => {
    const cookie = await signedIn(staff, true);
    app.clock.advance(STALE);
    const before = await app.adapters.storage.log.head();
    for (const path of [`users/${member}/email`, `admins/${staff}/email`, 'users?format=csv']) {
      const method = path.includes('?') ? 'GET' : 'POST';
      const response = await fetch(new URL(`/api/rtm-sys/${path}`, app.url), {
        method,
        headers: { cookie, origin: app.url },
      });
      expect(response.status).toBe(403);
    }
    expect(await app.adapters.storage.log.head()).toEqual(before);
  });
});
