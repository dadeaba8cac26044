import type { AdminProposal } from '../../src/api/admin/proposals.service.js';
import { Account } from '../../src/domain/account/account.js';
import { AdminRoles } from '../../src/domain/admin/admin-roles.js';
import type { AdminRole } from '../../src/domain/admin/admin-role.js';
import { giveRole, invitationIn, newAdmin, signedInAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { DESK, type Desk } from '../support/desk.js';
import { mailsTo } from '../support/mails.js';
import { useOwners } from '../support/owners.js';
import { verified } from '../support/people.js';
import { publishPost, send } from '../support/posts.js';
import { settled } from '../support/settled.js';
import { someone } from '../support/roles.js';

const HOUR = 60 * 60_000;
const PROPOSALS = `${DESK}/proposals`;
const LINK_PASSWORD = 'gravel under both heels';
const NOBODY = '00000000-0000-4000-8000-000000000000';

const app = useOwnApp('not shared yet', { per: 'test' });
const { olga, owners, askToDelete, withdraw, listed, statusOf, reached, settle, waitOut } = useOwners(app);

/** A person of the site with a login of the back office. */
const colleague = async (username: string, role: AdminRole) => {
  const address = `${username}@example.com`;
  const { user } = await verified(app, address);
  await olga().setAdmin(user.id, true);
  const token = invitationIn((await mailsTo(app, address, 2)).at(-1));
  const { body } = await app.desk().accept(token, username, LINK_PASSWORD);
  if (role !== body.role) await giveRole(app, body.id, role);
  return { accountId: user.id, admin: body };
};
const adminsSeenBy = async (by: Desk) => (await by.admins()).body;
const keyOf = async (adminId: string) => (await app.adapters.storage.keys.find([adminId])).get(adminId);
const sessionsOf = (adminId: string) =>
  app.adapters.storage.adminSessions.ofAccount(adminId, app.clock.now());

describe('deleting a person', () => {
  it('needs a second owner, and erases the person at once', async () => {
    const [{ browser: otto }] = await owners('otto');
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
    const refused = await olga().confirm(asked.body.id);
    expect([refused.status, refused.body]).toEqual([
      403,
      expect.objectContaining({ message: 'You asked for this act. Another owner has to confirm it.' }),
    ]);
    expect((await ann.me()).status).toBe(200);
    expect((await otto.confirm(asked.body.id)).status).toBe(200);
    await reached(asked.body.id, 'done');
    expect((await ann.me()).status).toBe(401);
    expect((await ann.viewPost(postId)).status).toBe(404);
    expect((await otto.confirm(asked.body.id)).status).toBe(200);
    const [past] = await listed();
    expect(past).toMatchObject({ status: 'done', subjectId: user.id, reason: 'abuse' });
    expect((await askToDelete(user.id)).status).toBe(404);
    const [letter] = (await mailsTo(app, 'otto@example.org', 1)).map(({ subject, text }) => subject + text);
    expect(letter).toContain('An act needs a second owner');
    expect(letter).toContain(`olga asked to delete the account ${user.anonymousUsername}`);
  });

  it('is confirmed by one of two owners who do so at once', async () => {
    const [otto, oskar] = await owners('otto', 'oskar');
    const { user } = await verified(app, 'ann@example.org');
    const { id } = (await askToDelete(user.id)).body;
    const answers = await Promise.all([otto.browser.confirm(id), oskar.browser.confirm(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body).toMatchObject({ message: expect.stringMatching(/ already\.$/) as string });
  });

  it('is asked for once, however often it is repeated, and lapses after a week', async () => {
    const [{ browser: otto }] = await owners('otto');
    const { user } = await verified(app, 'ann@example.org');
    const { id } = (await askToDelete(user.id)).body;
    expect((await askToDelete(user.id)).body.id).toBe(id);
    expect((await listed('?status=open')).map((one) => one.id)).toEqual([id]);
    await waitOut(7);
    expect((await (await signedInAdmin(app, 'otto')).confirm(id)).status).toBe(409);
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
    await settle();
    expect((await ann.me()).status).toBe(200);
    app.clock.advance(1);
    await settle();
    await waitOut(0);
    await reached(body.id, 'done');
    expect((await ann.me()).status).toBe(401);
  });

  it('can be withdrawn by any owner before that', async () => {
    const { user, browser: ann } = await verified(app, 'ann@example.org');
    const [{ browser: otto }] = await owners('otto');
    const { body } = await askToDelete(user.id);
    expect((await withdraw(body.id, otto)).body.status).toBe('withdrawn');
    await waitOut();
    expect(await settle()).toBe(0);
    expect((await (await signedInAdmin(app, 'otto')).confirm(body.id)).status).toBe(409);
    expect((await ann.me()).status).toBe(200);
  });

  it('revokes their login of the back office, and the last owner only once there is another', async () => {
    const { admin: moe } = await colleague('moe', 'moderator');
    const { accountId, admin: oskar } = await colleague('oskar', 'owner');
    const [otto] = await owners('otto');
    const moderator = await signedInAdmin(app, 'moe', LINK_PASSWORD);
    const sister = await signedInAdmin(app, 'oskar', LINK_PASSWORD);
    const { id } = (await askToDelete(moe.accountIds[0] ?? '')).body;
    await sister.confirm(id, { currentPassword: LINK_PASSWORD });
    await settled(app);
    expect((await moderator.self()).status).toBe(401);
    const login = { username: 'moe', password: LINK_PASSWORD };
    expect((await app.browser().post('/api/rtm-sys/login', login)).status).toBe(401);
    expect(await sessionsOf(moe.id)).toEqual([]);
    expect(await keyOf(moe.id)).toBe('destroyed');
    expect(await adminsSeenBy(sister)).not.toContainEqual(expect.objectContaining({ id: moe.id }));
    await otto.browser.confirm((await askToDelete(accountId)).body.id);
    await settled(app);
    expect((await sister.self()).status).toBe(401);
    expect(await sessionsOf(oskar.id)).toEqual([]);
    expect(await keyOf(oskar.id)).toBe('destroyed');
    await expect(newAdmin(app, 'moe', 'moderator')).rejects.toThrow('This username is taken.');
  });

  it('leaves the login of the last owner until there is another one', async () => {
    const { accountId, admin } = await colleague('oskar', 'owner');
    const oskar = await signedInAdmin(app, 'oskar', LINK_PASSWORD);
    const { id: olgaId } = (await olga().self()).body;
    await send(
      app,
      AdminRoles.DismissAdmin({ adminId: olgaId, by: someone(), reason: 'Left.', isConfirmed: true }),
    );
    const deletion = { accountId, now: app.clock.now().toISOString(), isConfirmed: true };
    await send(app, Account.DeleteAccount(deletion));
    await settled(app);
    expect((await oskar.self()).status).toBe(200);
    expect(await keyOf(admin.id)).toBeInstanceOf(Buffer);
    await newAdmin(app, 'otto', 'owner');
    await settled(app);
    expect((await oskar.self()).status).toBe(401);
  });

  it('is refused without a reason, and for people who do not exist', async () => {
    const { user } = await verified(app, 'ann@example.org');
    for (const body of [{}, { reason: 'boredom' }, { reason: 'other', note: ' ' }]) {
      const { status } = await olga().request('DELETE', `/api/rtm-sys/users/${user.id}`, {
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
    const [otto, oskar] = await owners('otto', 'oskar');
    const asked = await olga().dismiss(otto.id);
    expect([asked.status, asked.body.act, asked.body.subjectName]).toEqual([202, 'dismissOwner', 'otto']);
    expect((await otto.browser.self()).status).toBe(200);
    expect((await otto.browser.confirm(asked.body.id)).body).toMatchObject({
      message: 'This act is about you. Another owner has to confirm it.',
    });
    await oskar.browser.confirm(asked.body.id);
    await reached(asked.body.id, 'done');
    expect((await otto.browser.self()).status).toBe(401);
    const admins = (await olga().admins()).body;
    expect(admins.find(({ id }) => id === otto.id)).toMatchObject({ isDismissed: true });
    const again = await olga().post<AdminProposal>(`/api/rtm-sys/admins/${otto.id}/reinstate`, {
      reason: 'Back.',
    });
    expect([again.status, again.body.act]).toEqual([202, 'reinstateOwner']);
    await oskar.browser.confirm(again.body.id);
    await reached(again.body.id, 'done');
    // Reinstated owners are new ones.
    const { id } = (await askToDelete((await verified(app, 'ann@example.org')).user.id)).body;
    expect(await (await signedInAdmin(app, 'otto')).confirm(id)).toMatchObject({
      status: 403,
      body: {
        message: 'You have been an owner for less than 24 hours. Another owner has to confirm this act.',
      },
    });
  });

  it('keeps the role until then, and gets the new one', async () => {
    const [otto, oskar] = await owners('otto', 'oskar');
    const asked = await olga().changeRole(otto.id, 'finance', 'New duties.');
    expect([asked.status, asked.body.role]).toEqual([202, 'finance']);
    await oskar.browser.confirm(asked.body.id);
    await reached(asked.body.id, 'done');
    expect((await otto.browser.self()).body.role).toBe('finance');
    const back = await olga().changeRole(otto.id, 'owner', 'As before.');
    expect([back.status, back.body.act]).toEqual([202, 'makeOwner']);
    await oskar.browser.confirm(back.body.id);
    await reached(back.body.id, 'done');
    expect((await otto.browser.self()).body.role).toBe('owner');
  });

  it('cannot withdraw what is about them where only two owners are left', async () => {
    const [otto] = await owners('otto');
    const asked = await olga().dismiss(otto.id);
    expect(asked.body.isDelayed).toBe(true);
    const mail = (await mailsTo(app, 'otto@example.org', 1)).at(-1);
    expect(mail?.subject).toBe('An act takes effect in 24 hours');
    expect(await withdraw(asked.body.id, otto.browser)).toMatchObject({
      status: 403,
      body: { message: 'This act is about you. Another owner has to withdraw it.' },
    });
    expect((await withdraw(asked.body.id, olga())).status).toBe(200);
  });

  it('who asked for two things at once stays the last one', async () => {
    const [otto] = await owners('otto');
    const self = (await olga().self()).body.id;
    const one = (await olga().dismiss(otto.id)).body;
    const other = (await otto.browser.dismiss(self)).body;
    await waitOut();
    expect(await settle()).toBe(2);
    await settled(app);
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
