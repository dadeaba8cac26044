import type { AdminProposal } from '../../src/api/admin/proposals.service.js';
import type { AdminInvitation } from '../../src/api/admin/invitations.controller.js';
import { giveRole, invitationIn, letOwnersAge, newAdmin, signedInAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { ADMIN_PASSWORD, type Desk } from '../support/desk.js';
import { mailsTo } from '../support/mails.js';
import { registered, verified } from '../support/people.js';
import { settled } from '../support/settled.js';

const DAY = 24 * 60 * 60_000;
const INVITATIONS = '/api/rtm-sys/admins/invitations';
const NEW_PASSWORD = 'gravel under both heels';
const NOBODY = '00000000-0000-4000-8000-000000000000';

const app = useOwnApp('not shared yet', { per: 'test', env: { ADMIN_LOGIN_PATH: '/porters-lodge' } });
let olga: Desk;
let olgaId: string;
beforeEach(async () => {
  olgaId = await newAdmin(app, 'olga', 'owner');
  olga = await signedInAdmin(app, 'olga');
});
const invitationTo = async (address: string, count = 1) =>
  invitationIn((await mailsTo(app, address, count)).at(-1));
const accept = (token: string, username: string, password = NEW_PASSWORD) =>
  app.desk().accept(token, username, password);

/** A person of the site whom Olga made an admin, and who created a login. */
const colleague = async (username: string) => {
  const address = `${username}@example.org`;
  const { user, browser } = await verified(app, address);
  const mails = (await mailsTo(app, address, 1)).length;
  await olga.setAdmin(user.id, true);
  const { body } = await accept(await invitationTo(address, mails + 1), username);
  return { accountId: user.id, site: browser, admin: body };
};

describe('making a person an admin', () => {
  it('mails a link that creates a login of a moderator, connected to the account', async () => {
    const { user } = await verified(app, 'mo@example.org');
    const { status, body } = await olga.setAdmin(user.id, true);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: user.id, isAdmin: true, login: null });
    expect(Date.parse(body.invitedUntil ?? '')).toBe(app.clock.now().getTime() + DAY);
    const token = await invitationTo('mo@example.org', 2);
    const login = await accept(token, 'moe');
    expect(login.status).toBe(201);
    expect(login.body).toMatchObject({
      username: 'moe',
      email: 'mo@example.org',
      role: 'moderator',
      accountIds: [user.id],
    });
    const mo = await signedInAdmin(app, 'moe', NEW_PASSWORD);
    expect((await mo.self()).body.accountIds).toEqual([user.id]);
    expect((await accept(token, 'moe-again')).status).toBe(400);
    expect((await app.texts()).join('')).not.toContain(NEW_PASSWORD);
  });

  it('mails once, however often it is repeated', async () => {
    const { user } = await verified(app, 'mo@example.org');
    await Promise.all([olga.setAdmin(user.id, true), olga.setAdmin(user.id, true)]);
    await olga.setAdmin(user.id, true);
    expect((await olga.get<AdminInvitation[]>(INVITATIONS)).body).toEqual([
      expect.objectContaining({ accountId: user.id, email: 'm•••@e•••.org', invitedBy: olgaId }),
    ]);
  });

  it('needs a verified address, and a person', async () => {
    const { user } = await registered(app, 'new@example.org');
    expect((await olga.setAdmin(user.id, true)).status).toBe(409);
    expect((await olga.get(INVITATIONS)).body).toEqual([]);
    for (const id of [NOBODY, olgaId, 'nobody']) expect((await olga.setAdmin(id, true)).status).toBe(404);
  });
});

describe('an invitation', () => {
  const invite = (email: string, role: string) => olga.post<AdminInvitation>(INVITATIONS, { email, role });

  it('goes to any address, with any role, and is listed until it is accepted', async () => {
    const { status, body } = await invite(' Fin@Example.org ', 'finance');
    expect(status).toBe(201);
    expect(body).toMatchObject({ role: 'finance', email: 'f•••@e•••.org', accountId: null });
    expect((await olga.get<AdminInvitation[]>(INVITATIONS)).body).toEqual([body]);
    const { body: fin } = await accept(await invitationTo('fin@example.org'), 'fin');
    expect(fin).toMatchObject({ role: 'finance', email: 'fin@example.org', accountIds: [] });
    expect((await olga.get(INVITATIONS)).body).toEqual([]);
  });

  it('is worthless after a day, when it was withdrawn, and when it is not ours', async () => {
    const refused = { status: 400, body: expect.objectContaining({ code: 'invalid' }) };
    await invite('late@example.org', 'moderator');
    const late = await invitationTo('late@example.org');
    app.clock.advance(DAY);
    olga = await signedInAdmin(app, 'olga');
    expect(await accept(late, 'late')).toMatchObject(refused);
    const { body } = await invite('gone@example.org', 'moderator');
    const gone = await invitationTo('gone@example.org');
    expect((await olga.delete(`${INVITATIONS}/${body.id}`)).status).toBe(204);
    expect((await olga.delete(`${INVITATIONS}/${body.id}`)).status).toBe(404);
    expect(await accept(gone, 'gone')).toMatchObject(refused);
    const forged = `${gone.slice(0, -1)}${gone.endsWith('A') ? 'E' : 'A'}`;
    for (const token of [forged, 'nothing', '']) expect(await accept(token, 'gone')).toMatchObject(refused);
  });

  it('gives no name that another login has, and stays valid for the next try', async () => {
    await invite('mo@example.org', 'finance');
    const token = await invitationTo('mo@example.org');
    expect(await accept(token, 'OLGA')).toMatchObject({ status: 409 });
    expect((await signedInAdmin(app, 'olga', ADMIN_PASSWORD)).cookies.size).toBeGreaterThan(0);
    expect((await accept(token, 'moe')).status).toBe(201);
  });

  it('creates one login, when two people use it or choose one name at the same time', async () => {
    await invite('mo@example.org', 'moderator');
    await invite('max@example.org', 'finance');
    const mo = await invitationTo('mo@example.org');
    const max = await invitationTo('max@example.org');
    const answers = await Promise.all([
      accept(mo, 'sam', 'the password of mo'),
      accept(max, 'sam', 'the password of max'),
      accept(mo, 'sue', 'the password of mo'),
    ]);
    const created = answers.filter(({ status }) => status === 201).map(({ body }) => body);
    const admins = (await olga.admins()).body;
    expect(admins.length).toBe(1 + created.length);
    // The person who got the name signs in with their own password, and has the role of their own invitation.
    const passwordOf = { moderator: 'the password of mo', finance: 'the password of max', owner: '' };
    const named = admins.filter(({ username }) => username !== 'olga');
    for (const { username, role } of named) {
      expect((await signedInAdmin(app, username, passwordOf[role])).cookies.size).toBeGreaterThan(0);
    }
    expect(admins.filter(({ role }) => role === 'moderator').length).toBeLessThan(2);
  });

  it('needs a password that is strong enough', async () => {
    await invite('mo@example.org', 'moderator');
    const token = await invitationTo('mo@example.org');
    expect(await accept(token, 'moe', 'too short')).toMatchObject({
      status: 400,
      body: { errors: { password: ['Password must be at least 12 characters'] } },
    });
  });
});

describe('revoking an admin', () => {
  it('ends the login and its sessions at once, and hides the link', async () => {
    const { accountId, site, admin } = await colleague('moe');
    const mo = await signedInAdmin(app, 'moe', NEW_PASSWORD);
    expect((await mo.self()).status).toBe(200);
    const { body } = await olga.setAdmin(accountId, false);
    expect(body).toMatchObject({ isAdmin: false, login: { adminId: admin.id, isDismissed: true } });
    expect((await mo.self()).status).toBe(401);
    expect((await mo.signIn('moe', { password: NEW_PASSWORD })).status).toBe(401);
    expect((await site.me()).body.isAdmin).toBe(false);
    expect(await app.adapters.storage.adminSessions.ofAccount(admin.id, app.clock.now())).toEqual([]);
  });

  it('ends an act that is under way at its next call', async () => {
    const { accountId } = await colleague('moe');
    const mo = await signedInAdmin(app, 'moe', NEW_PASSWORD);
    const calls = await Promise.all([olga.setAdmin(accountId, false).then(() => mo.self()), mo.self()]);
    expect(calls[0].status).toBe(401);
  });

  it('withdraws an invitation that nobody has accepted', async () => {
    const { user } = await verified(app, 'mo@example.org');
    await olga.setAdmin(user.id, true);
    const token = await invitationTo('mo@example.org', 2);
    expect((await olga.setAdmin(user.id, false)).body).toMatchObject({ isAdmin: false, invitedUntil: null });
    expect((await accept(token, 'moe')).status).toBe(400);
  });

  it('can be taken back by a new invitation, to a new login', async () => {
    const { accountId } = await colleague('moe');
    await olga.setAdmin(accountId, false);
    expect((await olga.setAdmin(accountId, true)).body.isAdmin).toBe(true);
    const { body } = await accept(await invitationTo('moe@example.org', 3), 'moe2');
    expect(body.accountIds).toEqual([accountId]);
    expect((await app.desk().signIn('moe', { password: NEW_PASSWORD })).status).toBe(401);
  });

  it('needs a second owner for an owner', async () => {
    const { accountId, admin, site } = await colleague('otto');
    await giveRole(app, admin.id, 'owner');
    await newAdmin(app, 'oskar', 'owner');
    letOwnersAge(app);
    olga = await signedInAdmin(app, 'olga');
    const { status, body } = await olga.setAdmin<AdminProposal>(accountId, false);
    expect([status, body.act]).toEqual([202, 'revokeOwner']);
    const otto = await signedInAdmin(app, 'otto', NEW_PASSWORD);
    const oskar = await signedInAdmin(app, 'oskar');
    // The proposal names the account, which is that of the admin.
    expect((await otto.confirm(body.id, { currentPassword: NEW_PASSWORD })).status).toBe(403);
    expect((await oskar.confirm(body.id)).status).toBe(200);
    await settled(app);
    expect((await site.me()).body.isAdmin).toBe(false);
    expect((await otto.self()).status).toBe(401);
  });

  it('is forbidden for the own login', async () => {
    const { accountId, admin } = await colleague('otto');
    await giveRole(app, admin.id, 'owner');
    const otto = await signedInAdmin(app, 'otto', NEW_PASSWORD);
    const { status, body } = await otto.setAdmin(accountId, false);
    expect([status, body]).toEqual([
      403,
      expect.objectContaining({ message: 'You cannot change your own role.' }),
    ]);
    expect((await otto.self()).status).toBe(200);
  });
});
