import type { AdminProposal } from '../../../src/api/admin/proposals.service.js';
import type { AdminInvitation } from '../../../src/api/admin/invitations.controller.js';
import {
  adminBrowser,
  giveRole,
  invitationIn,
  letOwnersAge,
  newAdmin,
  signedInAdmin,
} from '../../support/admins.js';
import { unique, useOwnApp } from '../../support/app.js';
import type { Desk } from '../../support/desk.js';
import { mailsTo } from '../../support/mails.js';
import { registered, verified } from '../../support/people.js';
import { settled } from '../../support/settled.js';

const DAY = 24 * 60 * 60_000;
const INVITATIONS = '/api/rtm-sys/admins/invitations';
const NEW_PASSWORD = 'gravel under both heels';
const NOBODY = '00000000-0000-4000-8000-000000000000';

const app = useOwnApp('moves the clock');
let olga: Desk;
let olgaName: string;
beforeEach(async () => {
  olgaName = unique('olga');
  olga = await adminBrowser(app, olgaName, 'owner');
});
const addressOf = (name: string) => `${name}@example.org`;
const invitationTo = async (name: string, count = 1) =>
  invitationIn((await mailsTo(app, addressOf(name), count)).at(-1));
const accept = (token: string, username: string, password = NEW_PASSWORD) =>
  app.desk().accept(token, username, password);
const invite = (name: string, role: string) =>
  olga.post<AdminInvitation>(INVITATIONS, { email: addressOf(name), role });
/** The open invitations to the address that begins so. */
const open = async (id: string | undefined) =>
  (await olga.get<AdminInvitation[]>(INVITATIONS)).body.filter(
    (one) => one.accountId === id || one.id === id,
  );
const signIn = (name: string) => signedInAdmin(app, name, NEW_PASSWORD);

/** A person of the site whom Olga made an admin, and who created a login. */
const colleague = async (name: string) => {
  const username = unique(name);
  const { user, browser } = await verified(app, addressOf(username));
  await olga.setAdmin(user.id, true);
  const { body } = await accept(await invitationTo(username, 2), username);
  return { accountId: user.id, site: browser, admin: body, username };
};
const refused = { status: 400, body: expect.objectContaining({ code: 'invalid' }) };

describe('making a person an admin', () => {
  it('mails one link, which creates a login of a moderator, connected to the account', async () => {
    const moe = unique('moe');
    const { user } = await verified(app, addressOf(moe));
    await Promise.all([olga.setAdmin(user.id, true), olga.setAdmin(user.id, true)]);
    const { status, body } = await olga.setAdmin(user.id, true);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ id: user.id, isAdmin: true, login: null }),
    ]);
    expect(Date.parse(body.invitedUntil ?? '')).toBe(app.clock.now().getTime() + DAY);
    const invitedBy = (await olga.self()).body.id;
    expect(await open(user.id)).toEqual([
      expect.objectContaining({ accountId: user.id, email: 'm•••@e•••.org', invitedBy }),
    ]);
    const token = await invitationTo(moe, 2);
    const login = await accept(token, moe);
    expect(login.status).toBe(201);
    expect(login.body).toMatchObject({
      username: moe,
      email: addressOf(moe),
      role: 'moderator',
      accountIds: [user.id],
    });
    expect((await (await signIn(moe)).self()).body.accountIds).toEqual([user.id]);
    expect(await accept(token, unique('moe'))).toMatchObject(refused);
    expect((await app.texts()).join('')).not.toContain(NEW_PASSWORD);
  });

  it('needs a verified address, and a person', async () => {
    const { user } = await registered(app, addressOf(unique('new')));
    expect((await olga.setAdmin(user.id, true)).status).toBe(409);
    expect(await open(user.id)).toEqual([]);
    const { id } = (await olga.self()).body;
    for (const other of [NOBODY, id, 'nobody']) expect((await olga.setAdmin(other, true)).status).toBe(404);
  });
});

describe('an invitation', () => {
  it('goes to any address, with any role, and is listed until it is accepted', async () => {
    const fin = unique('fin');
    const { status, body } = await olga.post<AdminInvitation>(INVITATIONS, {
      email: ` ${addressOf(fin).replace('f', 'F')} `,
      role: 'finance',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ role: 'finance', email: 'f•••@e•••.org', accountId: null });
    expect(await open(body.id)).toEqual([body]);
    const token = await invitationTo(fin);
    expect(await accept(token, fin, 'too short')).toMatchObject({
      status: 400,
      body: { errors: { password: ['Password must be at least 12 characters'] } },
    });
    expect(await accept(token, olgaName.toUpperCase())).toMatchObject({ status: 409 });
    await signedInAdmin(app, olgaName);
    expect((await accept(token, fin)).body).toMatchObject({
      role: 'finance',
      email: addressOf(fin),
      accountIds: [],
    });
    expect(await open(body.id)).toEqual([]);
  });

  it('is worthless after a day, when it was withdrawn, and when it is not ours', async () => {
    const [late, gone] = [unique('late'), unique('gone')];
    await invite(late, 'moderator');
    const token = await invitationTo(late);
    app.clock.advance(DAY);
    olga = await signedInAdmin(app, olgaName);
    expect(await accept(token, late)).toMatchObject(refused);
    const { body } = await invite(gone, 'moderator');
    const withdrawn = await invitationTo(gone);
    expect((await olga.delete(`${INVITATIONS}/${body.id}`)).status).toBe(204);
    expect((await olga.delete(`${INVITATIONS}/${body.id}`)).status).toBe(404);
    const forged = `${withdrawn.slice(0, -1)}${withdrawn.endsWith('A') ? 'E' : 'A'}`;
    for (const made of [withdrawn, forged, 'nothing', '']) {
      expect(await accept(made, gone)).toMatchObject(refused);
    }
  });

  it('creates one login, when two people use it or choose one name at the same time', async () => {
    const [mo, max, sam, sue] = [unique('mo'), unique('max'), unique('sam'), unique('sue')];
    const passwords = { moderator: 'the password of mo', finance: 'the password of max', owner: '' };
    await invite(mo, 'moderator');
    await invite(max, 'finance');
    const [ofMo, ofMax] = [await invitationTo(mo), await invitationTo(max)];
    const answers = await Promise.all([
      accept(ofMo, sam, passwords.moderator),
      accept(ofMax, sam, passwords.finance),
      accept(ofMo, sue, passwords.moderator),
    ]);
    expect(answers.map(({ status }) => status)).toContain(201);
    const admins = (await olga.admins()).body.filter(({ username }) => [sam, sue].includes(username));
    expect(admins).toHaveLength(answers.filter(({ status }) => status === 201).length);
    // The person who got the name signs in with their own password, and has the role of their own invitation.
    for (const { username, role } of admins) await signedInAdmin(app, username, passwords[role]);
    expect(admins.filter(({ role }) => role === 'moderator').length).toBeLessThan(2);
  });
});

describe('revoking an admin', () => {
  it('ends the login and its sessions at once, hides the link, and is taken back by a new invitation', async () => {
    const { accountId, site, admin, username } = await colleague('moe');
    const mo = await signIn(username);
    const [during, { body }] = await Promise.all([mo.self(), olga.setAdmin(accountId, false)]);
    expect([200, 401]).toContain(during.status);
    expect(body).toMatchObject({ isAdmin: false, login: { adminId: admin.id, isDismissed: true } });
    expect((await mo.self()).status).toBe(401);
    expect((await mo.signIn(username, { password: NEW_PASSWORD })).status).toBe(401);
    expect((await site.me()).body.isAdmin).toBe(false);
    expect(await app.adapters.storage.adminSessions.ofAccount(admin.id, app.clock.now())).toEqual([]);

    expect((await olga.setAdmin(accountId, true)).body.isAdmin).toBe(true);
    const again = await accept(await invitationTo(username, 3), unique('moe'));
    expect(again.body.accountIds).toEqual([accountId]);
    expect((await mo.signIn(username, { password: NEW_PASSWORD })).status).toBe(401);
  });

  it('withdraws an invitation that nobody has accepted', async () => {
    const mo = unique('mo');
    const { user } = await verified(app, addressOf(mo));
    await olga.setAdmin(user.id, true);
    const token = await invitationTo(mo, 2);
    expect((await olga.setAdmin(user.id, false)).body).toMatchObject({ isAdmin: false, invitedUntil: null });
    expect((await accept(token, mo)).status).toBe(400);
  });

  it('needs a second owner for an owner, and is forbidden for the own login', async () => {
    const { accountId, admin, site, username } = await colleague('otto');
    await giveRole(app, admin.id, 'owner');
    const oskar = unique('oskar');
    await newAdmin(app, oskar, 'owner');
    letOwnersAge(app);
    olga = await signedInAdmin(app, olgaName);
    const otto = await signIn(username);
    expect(await otto.setAdmin(accountId, false)).toMatchObject({
      status: 403,
      body: { message: 'You cannot change your own role.' },
    });
    const { status, body } = await olga.setAdmin<AdminProposal>(accountId, false);
    expect([status, body.act]).toEqual([202, 'revokeOwner']);
    // The proposal names the account, which is that of the admin.
    expect((await otto.confirm(body.id, { currentPassword: NEW_PASSWORD })).status).toBe(403);
    expect((await (await signedInAdmin(app, oskar)).confirm(body.id)).status).toBe(200);
    await settled(app);
    expect((await site.me()).body.isAdmin).toBe(false);
    expect((await otto.self()).status).toBe(401);
  });
});
