import { hash } from 'node:crypto';
import { openApiOf } from '../../../src/api/http/openapi.js';
import { Account } from '../../../src/domain/account/account.js';
import { enrolled, newAdmin, proofOf } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import { registered, verified } from '../../support/people.js';
import { OPEN_TO_SUSPENDED, ROLES, type Role, STAFF, type World } from '../../support/permission-rules.js';
import { PERMISSIONS } from '../../support/permissions.js';
import { commentOn, publishPost, send } from '../../support/posts.js';
import { suspensionFor } from '../../support/suspensions.js';

describe('permissions', () => {
  const app = useOwnApp('asks admins for a second factor', { env: { ADMIN_REQUIRE_TOTP: 'on' } });
  let world: World;
  const accounts = new Map<Role, string>();

  beforeAll(async () => {
    accounts.set('unverified', (await registered(app, 'newcomer@example.org')).user.id);
    for (const role of ['verified', 'owner', 'suspended', 'admin'] as const) {
      accounts.set(role, (await verified(app, `${role}@example.org`)).user.id);
    }
    await send(app, Account.SuspendAccount({ accountId: idOf('suspended'), ...suspensionFor('Spam.') }));
    await send(app, Account.GrantAdminRights({ accountId: idOf('admin') }));
    for (const role of STAFF) {
      accounts.set(
        role,
        await newAdmin(app, role, role === 'adminOwner' || role === 'noTotp' ? 'owner' : role),
      );
      if (role !== 'noTotp') await enrolled(app, idOf(role));
    }
    const ownerId = idOf('owner');
    world = {
      ownerId,
      post: () => publishPost(app, ownerId, 7),
      comment: async () => commentOn(app, await publishPost(app, ownerId, 7), ownerId),
      session: async () => (await signIn(ownerId)).id,
    };
  });
  const idOf = (role: Role) => accounts.get(role) ?? '';
  /** Starts a session for each call, because some calls end theirs. */
  const signIn = async (accountId: string, isStaff = false, hasApp = true) => {
    const { sessions, adminSessions } = app.adapters.storage;
    const token = app.adapters.ids.secret(32);
    const id = app.adapters.ids.uuid();
    const now = app.clock.now();
    await (isStaff ? adminSessions : sessions).add({
      tokenHash: hash('sha256', token),
      id,
      accountId,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
      userAgent: null,
      address: null,
      proof: isStaff ? proofOf({ hasApp }) : null,
    });
    return { id, cookie: `${isStaff ? 'admin' : 'session'}=${token}` };
  };
  const call = async (route: string, role: Role) => {
    const { id, query = '', body } = PERMISSIONS[route] ?? {};
    const [method = '', path = ''] = route.split(' ');
    const address = path.replace('{id}', id ? await id(world) : '') + query;
    const response = await fetch(new URL(address, app.url), {
      method,
      headers: {
        origin: app.url,
        ...(role !== 'visitor' && {
          cookie: (
            await signIn(
              idOf(role),
              STAFF.some((one) => one === role),
              role !== 'noTotp',
            )
          ).cookie,
        }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    // Some responses are endless streams.
    await response.body?.cancel();
    return response.status;
  };

  it('are declared for every route of the contract, and for no other (V8.1.1)', () => {
    const routes = Object.entries(openApiOf(app.server).paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(Object.keys(PERMISSIONS).toSorted()).toEqual(routes.toSorted());
  });

  it.each(Object.keys(PERMISSIONS))('%s (V8.2.1)', async (route) => {
    const statuses: [Role, number][] = [];
    for (const role of ROLES) statuses.push([role, await call(route, role)]);
    expect(Object.fromEntries(statuses)).toEqual(PERMISSIONS[route]?.expected);
  });

  it('leave suspended people what they may do, and refuse every other write', () => {
    const writes = Object.keys(PERMISSIONS).filter(
      (route) => !route.startsWith('GET ') && !route.includes(' /api/rtm-sys/'),
    );
    const open = writes.filter((route) => PERMISSIONS[route]?.expected.suspended !== 403);
    expect(open.toSorted()).toEqual(OPEN_TO_SUSPENDED.toSorted());
  });

  it('are explained in the rejection', async () => {
    const refusal = async (role: Role) => {
      const { cookie } = await signIn(idOf(role));
      const response = await fetch(new URL('/api/user/profile/picture', app.url), {
        method: 'DELETE',
        headers: { origin: app.url, cookie },
      });
      return (await response.json()) as object;
    };
    expect(await refusal('suspended')).toMatchObject({
      message: 'Your account is suspended: Spam.',
      code: 'forbidden',
    });
    expect(await refusal('unverified')).toMatchObject({ message: 'Please verify your email address first.' });
  });
});
