import type { AdminProposal } from '../../src/api/admin/admin.responses.js';
import { DeleteAccount } from '../../src/domain/account/account.commands.js';
import { DismissAdmin } from '../../src/domain/admin/admin-roles.commands.js';
import type { AdminRole } from '../../src/domain/admin/admin-roles.events.js';
import { ProposalDeadlines } from '../../src/reactions/timers/proposal-deadlines.js';
import { invitationIn, newAdmin, signedInAdmin } from '../support/admins.js';
import { useApp } from '../support/app.js';
import type { Desk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { mailsTo } from '../support/mails.js';
import { verified } from '../support/people.js';
import { publishPost, send } from '../support/posts.js';
import { settled } from '../support/settled.js';

const HOUR = 60 * 60_000;
const PROPOSALS = '/api/rtm-sys/proposals';
const LINK_PASSWORD = 'gravel under both heels';
const NOBODY = '00000000-0000-4000-8000-000000000000';

const app = useApp({ per: 'test' });
let olga: Desk;
beforeEach(async () => {
  await newAdmin(app, 'olga', 'owner', 'olga@example.org');
  olga = await signedInAdmin(app, 'olga');
});
const owner = async (username: string) => {
  const id = await newAdmin(app, username, 'owner', `${username}@example.org`);
  return { id, browser: await signedInAdmin(app, username) };
};
const askToDelete = (accountId: string, by = olga) =>
  by.request<AdminProposal>('DELETE', `/api/rtm-sys/users/${accountId}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'abuse', note: 'Again and again.' }),
  });
const confirm = (id: string, by: Desk) => by.post<AdminProposal>(`${PROPOSALS}/${id}/confirm`);
const withdraw = (id: string, by: Desk) => by.post<AdminProposal>(`${PROPOSALS}/${id}/withdraw`);
const listed = async (query = '') => (await olga.get<AdminProposal[]>(`${PROPOSALS}${query}`)).body;
const statusOf = async (id: string) => (await listed()).find((one) => one.id === id)?.status;
const reached = (id: string, status: AdminProposal['status']) =>
  eventually(`it is ${status}`, async () => (await statusOf(id)) === status);
const settle = () => app.server.get(ProposalDeadlines, { strict: false }).settle();
const waitOut = async () => {
  app.clock.advance(24 * HOUR);
  olga = await signedInAdmin(app, 'olga');
};

/** A person of the site with a login of the back office. */
const colleague = async (username: string, role: AdminRole) => {
  const address = `${username}@example.com`;
  const { user } = await verified(app, address);
  await olga.setAdmin(user.id, true);
  const token = invitationIn((await mailsTo(app, address, 2)).at(-1));
  const { body } = await app.desk().accept(token, username, LINK_PASSWORD);
  if (role !== body.role) {
    await olga.changeRole(body.id, role, 'New duties.');
  }
  return { accountId: user.id, admin: body };
};
const adminsSeenBy = async (by: Desk) => (await by.admins()).body;
const keyOf = async (adminId: string) => (await app.adapters.storage.keys.find([adminId])).get(adminId);
const sessionsOf = (adminId: string) =>
  app.adapters.storage.adminSessions.ofAccount(adminId, app.clock.now());

describe('deleting a person', () => {
  it('needs a second owner, and erases the person at once', async () => {
    const { browser: otto } = await owner('otto');
    const { user, browser: ann } = await verified(app, 'ann@example.org');
    const postId = await publishPost(app, user.id, 7);
    const asked = await askToDelete(user.id);
    expect([asked.status, asked.body]).toEqual([
      202,
      expect.objectContaining({
        act: 'deletePerson',
        subjectId: user.id,
        subjectName: user.anonymousUsername,
        isDelayed: false,
        status: 'open',
      }),
    ]);
    const refused = await confirm(asked.body.id, olga);
    expect([refused.status, refused.body]).toEqual([
      403,
      expect.objectContaining({ message: 'You asked for this act. Another owner has to confirm it.' }),
    ]);
    expect((await ann.me()).status).toBe(200);
    expect((await confirm(asked.body.id, otto)).status).toBe(200);
    await reached(asked.body.id, 'done');
    expect((await ann.me()).status).toBe(401);
    await eventually('the post is gone', async () => (await ann.viewPost(postId)).status === 404);
    expect((await confirm(asked.body.id, otto)).status).toBe(200);
    const [past] = await listed();
    expect(past).toMatchObject({ status: 'done', subjectId: user.id, reason: 'abuse' });
    expect((await askToDelete(user.id)).status).toBe(404);
    const [letter] = (await mailsTo(app, 'otto@example.org', 1)).map(({ subject, text }) => subject + text);
    expect(letter).toContain('An act needs a second owner');
    expect(letter).toContain(`olga asked to delete the account ${user.anonymousUsername}`);
  });

  it('is asked for once, however often it is repeated, and lapses after a day', async () => {
    const { browser: otto } = await owner('otto');
    const { user } = await verified(app, 'ann@example.org');
    const { id } = (await askToDelete(user.id)).body;
    expect((await askToDelete(user.id)).body.id).toBe(id);
    expect((await listed('?status=open')).map((one) => one.id)).toEqual([id]);
    await waitOut();
    expect((await confirm(id, await signedInAdmin(app, 'otto'))).status).toBe(409);
    expect(await settle()).toBe(1);
    expect(await statusOf(id)).toBe('lapsed');
    expect(await settle()).toBe(0);
    expect((await otto.self()).status).toBe(401);
    expect((await app.browser().get(`/api/users/${user.id}`)).status).toBe(200);
  });

  it('takes effect after a day where nobody else can confirm it', async () => {
    const { user, browser: ann } = await verified(app, 'ann@example.org');
    const { body } = await askToDelete(user.id);
    expect(body.isDelayed).toBe(true);
    const [mail] = await mailsTo(app, 'olga@example.org', 1);
    expect(mail?.subject).toBe('An act takes effect in 24 hours');
    app.clock.advance(24 * HOUR - 1);
    expect(await settle()).toBe(0);
    app.clock.advance(1);
    olga = await signedInAdmin(app, 'olga');
    expect(await settle()).toBe(1);
    await reached(body.id, 'done');
    expect((await ann.me()).status).toBe(401);
  });

  it('can be withdrawn by any owner before that', async () => {
    const { user, browser: ann } = await verified(app, 'ann@example.org');
    const { body } = await askToDelete(user.id);
    const { browser: otto } = await owner('otto');
    expect((await withdraw(body.id, otto)).body.status).toBe('withdrawn');
    await waitOut();
    expect(await settle()).toBe(0);
    expect((await confirm(body.id, await signedInAdmin(app, 'otto'))).status).toBe(409);
    expect((await ann.me()).status).toBe(200);
  });

  it('revokes their login of the back office, and the last owner only once there is another', async () => {
    const { admin: moe } = await colleague('moe', 'moderator');
    const { accountId, admin: oskar } = await colleague('oskar', 'owner');
    const moderator = await signedInAdmin(app, 'moe', LINK_PASSWORD);
    const sister = await signedInAdmin(app, 'oskar', LINK_PASSWORD);
    await confirm((await askToDelete(moe.accountId ?? '')).body.id, sister);
    await eventually('the login is revoked', async () => (await moderator.self()).status === 401);
    const login = { username: 'moe', password: LINK_PASSWORD };
    expect((await app.browser().post('/api/rtm-sys/login', login)).status).toBe(401);
    await eventually('the sessions are gone', async () => (await sessionsOf(moe.id)).length === 0);
    await eventually('the key is destroyed', async () => (await keyOf(moe.id)) === 'destroyed');
    expect(await adminsSeenBy(sister)).not.toContainEqual(expect.objectContaining({ id: moe.id }));
    const otto = await owner('otto');
    await confirm((await askToDelete(accountId, olga)).body.id, otto.browser);
    await eventually('an owner is revoked, too', async () => (await sister.self()).status === 401);
    await eventually('those sessions, too', async () => (await sessionsOf(oskar.id)).length === 0);
    await eventually('that key, too', async () => (await keyOf(oskar.id)) === 'destroyed');
    await expect(newAdmin(app, 'moe', 'moderator')).rejects.toThrow('This username is taken.');
  });

  it('leaves the login of the last owner until there is another one', async () => {
    const { accountId, admin } = await colleague('oskar', 'owner');
    const oskar = await signedInAdmin(app, 'oskar', LINK_PASSWORD);
    const { id: olgaId } = (await olga.self()).body;
    await send(app, new DismissAdmin({ adminId: olgaId, by: admin.id, reason: 'Left.', isConfirmed: true }));
    const deletion = { accountId, now: app.clock.now().toISOString(), isConfirmed: true };
    await send(app, new DeleteAccount(deletion));
    await settled(app);
    expect((await oskar.self()).status).toBe(200);
    expect(await keyOf(admin.id)).toBeInstanceOf(Buffer);
    await newAdmin(app, 'otto', 'owner');
    await eventually('the login is revoked', async () => (await oskar.self()).status === 401);
  });

  it('is refused without a reason, and for people who do not exist', async () => {
    const { user } = await verified(app, 'ann@example.org');
    for (const body of [{}, { reason: 'boredom' }, { reason: 'other', note: ' ' }]) {
      const { status } = await olga.request('DELETE', `/api/rtm-sys/users/${user.id}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect({ body, status }).toEqual({ body, status: 400 });
    }
    expect((await askToDelete(NOBODY)).status).toBe(404);
    expect(await listed()).toEqual([]);
  });
});

describe('an owner', () => {
  it('leaves only if a second owner confirms it', async () => {
    const otto = await owner('otto');
    const oskar = await owner('oskar');
    const asked = await olga.dismiss(otto.id);
    expect([asked.status, asked.body.act, asked.body.subjectName]).toEqual([202, 'dismissOwner', 'otto']);
    expect((await otto.browser.self()).status).toBe(200);
    expect((await confirm(asked.body.id, otto.browser)).body).toMatchObject({
      message: 'This act is about you. Another owner has to confirm it.',
    });
    await confirm(asked.body.id, oskar.browser);
    await reached(asked.body.id, 'done');
    expect((await otto.browser.self()).status).toBe(401);
    const admins = (await olga.admins()).body;
    expect(admins.find(({ id }) => id === otto.id)).toMatchObject({ isDismissed: true });
  });

  it('keeps the role until then, and gets the new one', async () => {
    const otto = await owner('otto');
    const oskar = await owner('oskar');
    const asked = await olga.changeRole(otto.id, 'finance', 'New duties.');
    expect([asked.status, asked.body.role]).toEqual([202, 'finance']);
    await confirm(asked.body.id, oskar.browser);
    await reached(asked.body.id, 'done');
    expect((await otto.browser.self()).body.role).toBe('finance');
  });

  it('can object where only two owners are left', async () => {
    const otto = await owner('otto');
    const asked = await olga.dismiss(otto.id);
    expect(asked.body.isDelayed).toBe(true);
    expect((await withdraw(asked.body.id, otto.browser)).status).toBe(200);
    await waitOut();
    await settle();
    expect((await (await signedInAdmin(app, 'otto')).self()).status).toBe(200);
  });

  it('who asked for two things at once stays the last one', async () => {
    const otto = await owner('otto');
    const self = (await olga.self()).body.id;
    const one = (await olga.dismiss(otto.id)).body;
    const other = (await otto.browser.dismiss(self)).body;
    await waitOut();
    expect(await settle()).toBe(2);
    await eventually('both are over', async () => {
      const over = await signedInAdmin(app, 'olga').catch(() => signedInAdmin(app, 'otto'));
      const { body } = await over.get<AdminProposal[]>(PROPOSALS);
      return body.every(({ status }) => status === 'done' || status === 'failed');
    });
    const left = await signedInAdmin(app, 'olga').catch(() => signedInAdmin(app, 'otto'));
    const states = (await left.get<AdminProposal[]>(PROPOSALS)).body.map(({ id, status, problem }) => ({
      id,
      status,
      problem,
    }));
    expect(states.map(({ id }) => id).toSorted()).toEqual([one.id, other.id].toSorted());
    expect(states.map(({ status }) => status).toSorted()).toEqual(['done', 'failed']);
    expect(states.map(({ problem }) => problem)).toContain('The last owner cannot be revoked.');
  });
});
