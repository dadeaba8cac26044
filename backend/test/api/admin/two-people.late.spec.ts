import type { AdminProposal } from '../../../src/api/admin/proposals.service.js';
import { Account } from '../../../src/domain/account/account.js';
import type { AdminRole } from '../../../src/domain/admin/admin-role.js';
import { codeAt, giveRole, invitationIn, newAdmin, signedInAdmin } from '../../support/admins.js';
import { unique, useOwnApp } from '../../support/app.js';
import type { Answer } from '../../support/browser.js';
import { DESK, PROOF } from '../../support/desk.js';
import { mailsTo } from '../../support/mails.js';
import { dismissOwner, useOwners } from '../../support/owners.js';
import { joining, verified } from '../../support/people.js';
import { publishPost, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';

const HOUR = 60 * 60_000;
const INVITATIONS = `${DESK}/admins/invitations`;
const LINK_PASSWORD = 'gravel under both heels';
const BY_LINK = { currentPassword: LINK_PASSWORD };
const NOBODY = '00000000-0000-4000-8000-000000000000';

const app = useOwnApp('moves the clock');
const { olga, self, owners, askToDelete, withdraw, listed, one, reached, settle, waitOut } = useOwners(app);
const person = joining(app, 'person');

/** Takes the newest invitation that was mailed to an address. */
const acceptAs = async (username: string, address: string, mails = 1) =>
  app.desk().accept(invitationIn((await mailsTo(app, address, mails)).at(-1)), username, LINK_PASSWORD);
/** A person of the site with a login of the back office. */
const colleague = async (name: string, role: AdminRole) => {
  const username = unique(name);
  const address = `${username}@example.com`;
  const { user } = await verified(app, address);
  await olga().setAdmin(user.id, true);
  const { body } = await acceptAs(username, address, 2);
  if (role !== body.role) await giveRole(app, body.id, role);
  return { accountId: user.id, id: body.id, name: username };
};
const keyOf = async (adminId: string) => (await app.adapters.storage.keys.find([adminId])).get(adminId);
const expectGone = async (adminId: string) => {
  expect(await app.adapters.storage.adminSessions.ofAccount(adminId, app.clock.now())).toEqual([]);
  expect(await keyOf(adminId)).toBe('destroyed');
};

describe('deleting a person', () => {
  it('needs a second owner, and erases the person at once', async () => {
    const [otto] = await owners('otto');
    const { user, browser: ann } = await person();
    const postId = await publishPost(app, user.id, 7);
    const asked = await askToDelete(user.id);
    const { id } = asked.body;
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
    // The one who asked is not sent to another browser, but to another owner.
    expect(await olga().confirm(id)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', message: 'You asked for this act. Another owner has to confirm it.' },
    });
    expect((await ann.me()).status).toBe(200);
    expect((await otto.browser.confirm(id)).status).toBe(200);
    await reached(id, 'done');
    expect((await ann.me()).status).toBe(401);
    expect((await ann.viewPost(postId)).status).toBe(404);
    expect((await otto.browser.confirm(id)).status).toBe(200);
    expect(await one(id)).toMatchObject({ status: 'done', subjectId: user.id, reason: 'abuse' });
    expect((await askToDelete(user.id)).status).toBe(404);
    const [letter] = await mailsTo(app, `${otto.name}@example.org`, 1);
    expect(letter?.subject).toBe('An act needs a second owner');
    expect(letter?.text).toContain(`${self.name} asked to delete the account ${user.anonymousUsername}`);
  });

  it('is confirmed by one of two owners who do so at once', async () => {
    const [otto, oskar] = await owners('otto', 'oskar');
    const { id } = (await askToDelete((await person()).user.id)).body;
    const answers = await Promise.all([otto.browser.confirm(id), oskar.browser.confirm(id)]);
    expect(answers.toSorted((a, b) => a.status - b.status)).toMatchObject([
      { status: 200 },
      { status: 409, body: { message: expect.stringMatching(/ already\.$/) } },
    ]);
  });

  it('is asked for once, however often it is repeated, and lapses after a week', async () => {
    const [otto] = await owners('otto');
    const { user } = await person();
    const { id } = (await askToDelete(user.id)).body;
    expect((await askToDelete(user.id)).body.id).toBe(id);
    expect((await listed('?status=open')).map((open) => open.id)).toEqual([id]);
    await waitOut(7);
    expect((await (await signedInAdmin(app, otto.name)).confirm(id)).status).toBe(409);
    expect([await settle(), (await one(id))?.status, await settle()]).toEqual([1, 'lapsed', 0]);
    expect((await app.browser().get(`/api/users/${user.id}`)).status).toBe(200);
  });

  it('takes effect after a day where nobody else can confirm it', async () => {
    const { user, browser: ann } = await person();
    const { body } = await askToDelete(user.id);
    expect(body.isDelayed).toBe(true);
    const [mail] = await mailsTo(app, `${self.name}@example.org`, 1);
    expect(mail?.subject).toBe('An act takes effect in 24 hours');
    app.clock.advance(24 * HOUR - 1);
    await settle();
    expect((await ann.me()).status).toBe(200);
    await waitOut(1 / (24 * HOUR));
    await settle();
    await reached(body.id, 'done');
    expect((await ann.me()).status).toBe(401);
  });

  it('waits again as owners join and leave, and never gets faster', async () => {
    const { user, browser: ann } = await person();
    const { id } = (await askToDelete(user.id)).body;
    app.clock.advance(HOUR);
    const otto = unique('otto');
    const ottoId = await newAdmin(app, otto, 'owner', `${otto}@example.org`);
    await settle();
    await waitOut();
    await settle();
    expect(await one(id)).toMatchObject({ status: 'open', isDelayed: false });
    expect((await ann.me()).status).toBe(200);
    const mails = await mailsTo(app, `${otto}@example.org`, 1);
    expect(mails.at(-1)?.subject).toBe('An act needs a second owner');
    await dismissOwner(app, ottoId);
    await settle();
    expect(await one(id)).toMatchObject({
      isDelayed: true,
      dueAt: new Date(app.clock.now().getTime() + 24 * HOUR).toISOString(),
    });
    await waitOut();
    await settle();
    await reached(id, 'done');
  });

  it('can be withdrawn by any owner before that', async () => {
    const { user, browser: ann } = await person();
    const [otto] = await owners('otto');
    const { body } = await askToDelete(user.id);
    expect((await withdraw(body.id, otto.browser)).body.status).toBe('withdrawn');
    await waitOut();
    expect(await settle()).toBe(0);
    expect((await ann.me()).status).toBe(200);
  });

  it('revokes their login of the back office, also that of an owner', async () => {
    const [moe, oskar] = [await colleague('moe', 'moderator'), await colleague('oskar', 'owner')];
    const [otto] = await owners('otto');
    const moderator = await signedInAdmin(app, moe.name, LINK_PASSWORD);
    const sister = await signedInAdmin(app, oskar.name, LINK_PASSWORD);
    await sister.confirm((await askToDelete(moe.accountId)).body.id, BY_LINK);
    await settled(app);
    expect((await moderator.self()).status).toBe(401);
    expect((await moderator.signIn(moe.name, { password: LINK_PASSWORD })).status).toBe(401);
    await expectGone(moe.id);
    expect((await sister.admins()).body.map(({ id }) => id)).not.toContain(moe.id);
    await otto.browser.confirm((await askToDelete(oskar.accountId)).body.id);
    await settled(app);
    expect((await sister.self()).status).toBe(401);
    await expectGone(oskar.id);
    await expect(newAdmin(app, moe.name, 'moderator')).rejects.toThrow('This username is taken.');
  });

  it('leaves the login of the last owner until there is another one', async () => {
    const { accountId, id, name } = await colleague('oskar', 'owner');
    const oskar = await signedInAdmin(app, name, LINK_PASSWORD);
    await dismissOwner(app, self.id);
    const deletion = { accountId, now: app.clock.now().toISOString(), isConfirmed: true };
    await send(app, Account.DeleteAccount(deletion));
    await settled(app);
    expect((await oskar.self()).status).toBe(200);
    expect(await keyOf(id)).toBeInstanceOf(Buffer);
    await newAdmin(app, unique('otto'), 'owner');
    await settled(app);
    expect((await oskar.self()).status).toBe(401);
  });

  it('is refused without a reason, and for people who do not exist', async () => {
    const { user } = await person();
    for (const why of [{}, { reason: 'boredom' }, { reason: 'other', note: ' ' }]) {
      const { status } = await olga().delete(`${DESK}/users/${user.id}`, why);
      expect({ why, status }).toEqual({ why, status: 400 });
    }
    expect((await askToDelete(NOBODY)).status).toBe(404);
    expect(await listed('?status=open')).toEqual([]);
  });
});

describe('an owner', () => {
  it('leaves and comes back only if a second owner confirms it, as a new owner', async () => {
    const [otto, oskar] = await owners('otto', 'oskar');
    const asked = await olga().dismiss(otto.id);
    expect([asked.status, asked.body.act, asked.body.subjectName]).toEqual([202, 'dismissOwner', otto.name]);
    expect((await otto.browser.self()).status).toBe(200);
    expect((await otto.browser.confirm(asked.body.id)).body).toMatchObject({
      message: 'This act is about you. Another owner has to confirm it.',
    });
    await oskar.browser.confirm(asked.body.id);
    await reached(asked.body.id, 'done');
    expect((await otto.browser.self()).status).toBe(401);
    const admins = (await olga().admins()).body;
    expect(admins.find(({ id }) => id === otto.id)).toMatchObject({ isDismissed: true });
    const again = await olga().post<AdminProposal>(`${DESK}/admins/${otto.id}/reinstate`, {
      reason: 'Back.',
    });
    expect([again.status, again.body.act]).toEqual([202, 'reinstateOwner']);
    await oskar.browser.confirm(again.body.id);
    await reached(again.body.id, 'done');
    const { id } = (await askToDelete((await person()).user.id)).body;
    expect(await (await signedInAdmin(app, otto.name)).confirm(id)).toMatchObject({
      status: 403,
      body: {
        message: 'You have been an owner for less than 24 hours. Another owner has to confirm this act.',
      },
    });
  });

  it('keeps the role until then, and gets the new one', async () => {
    const [otto, oskar] = await owners('otto', 'oskar');
    const change = async (role: AdminRole, act: string) => {
      const asked = await olga().changeRole(otto.id, role, 'New duties.');
      expect([asked.status, asked.body]).toEqual([202, expect.objectContaining({ act, role })]);
      expect((await otto.browser.self()).body.role).not.toBe(role);
      await oskar.browser.confirm(asked.body.id);
      await reached(asked.body.id, 'done');
      expect((await otto.browser.self()).body.role).toBe(role);
    };
    await change('finance', 'changeOwnerRole');
    await change('owner', 'makeOwner');
  });

  it('cannot withdraw what is about them where only two owners are left', async () => {
    const [otto] = await owners('otto');
    const { body } = await olga().dismiss(otto.id);
    expect(body.isDelayed).toBe(true);
    const mail = (await mailsTo(app, `${otto.name}@example.org`, 1)).at(-1);
    expect(mail?.subject).toBe('An act takes effect in 24 hours');
    expect(await withdraw(body.id, otto.browser)).toMatchObject({
      status: 403,
      body: { message: 'This act is about you. Another owner has to withdraw it.' },
    });
    expect((await withdraw(body.id, olga())).status).toBe(200);
  });

  it('who asked for two things at once stays the last one', async () => {
    const [otto] = await owners('otto');
    const { body: first } = await olga().dismiss(otto.id);
    const { body: other } = await otto.browser.dismiss(self.id);
    app.clock.advance(24 * HOUR);
    expect(await settle()).toBe(2);
    await settled(app);
    const left = await signedInAdmin(app, self.name).catch(() => signedInAdmin(app, otto.name));
    const { body } = await left.get<AdminProposal[]>(`${DESK}/proposals`);
    const states = body.filter(({ id }) => id === first.id || id === other.id);
    expect(states.map(({ status }) => status).toSorted()).toEqual(['done', 'failed']);
    expect(states.map(({ problem }) => problem)).toContain('The last owner cannot be revoked.');
  });
});

describe('an owner who is invited', () => {
  const invite = (email: string) => olga().post<{ id: string }>(INVITATIONS, { email, role: 'owner' });
  const signIn = (username: string, password = LINK_PASSWORD) => app.desk().signIn(username, { password });
  const invitations = async () => (await olga().get<{ id: string }[]>(INVITATIONS)).body.map(({ id }) => id);
  const invited = async (name: string) => {
    const username = unique(name);
    const { id } = (await invite(`${username}@example.org`)).body;
    const { body } = await acceptAs(username, `${username}@example.org`);
    return { id, username, login: body };
  };

  it('has no rights until a second owner has confirmed the accepted invitation', async () => {
    const [otto] = await owners('otto');
    const { id, username, login } = await invited('nina');
    expect(login).toMatchObject({ role: 'owner', isWaiting: true });
    expect(await signIn(username)).toMatchObject({ status: 401, body: { code: 'owner_unconfirmed' } });
    expect(await signIn(username, 'not this password')).toMatchObject({
      status: 401,
      body: { message: 'Invalid credentials' },
    });
    expect((await olga().admins()).body.map((admin) => admin.username)).not.toContain(username);
    const letter = (await mailsTo(app, `${otto.name}@example.org`, 1)).at(-1);
    expect(letter?.text).toContain(
      `${self.name} asked to make the reader of ${username}@example.org an owner.`,
    );
    expect((await olga().confirm(id)).status).toBe(403);
    const masked = { subjectName: 'n•••@e•••.org', email: 'n•••@e•••.org' };
    expect(await otto.browser.confirm(id)).toMatchObject({ status: 200, body: masked });
    await reached(id, 'done');
    expect(await one(id)).toMatchObject(masked);
    expect((await signIn(username)).body).toMatchObject({ role: 'owner', isWaiting: false });
    expect(await keyOf(login.id)).toBeInstanceOf(Buffer);
    expect(await invitations()).not.toContain(id);
  });

  it('has none after the request has lapsed or was withdrawn', async () => {
    await owners('otto');
    const [nina, nora] = [await invited('nina'), await invited('nora')];
    expect((await withdraw(nora.id, olga())).status).toBe(200);
    await waitOut(7);
    await settle();
    await reached(nina.id, 'lapsed');
    for (const { id, username, login } of [nina, nora]) {
      expect(await invitations()).not.toContain(id);
      expect(await signIn(username)).toMatchObject({ status: 401, body: { message: 'Invalid credentials' } });
      expect(await keyOf(login.id)).toBe('destroyed');
    }
  });

  it('whose invitation is withdrawn leaves no request behind', async () => {
    await owners('otto');
    const { id } = (await invite(`${unique('nina')}@example.org`)).body;
    expect((await olga().delete(`${INVITATIONS}/${id}`)).status).toBe(204);
    expect((await one(id))?.status).toBe('withdrawn');
  });
});

describe('confirming', () => {
  const ask = async () => {
    const [otto] = await owners('otto');
    return { ...otto, proposal: (await askToDelete((await person()).user.id)).body.id };
  };

  it('takes the password', async () => {
    const { proposal, browser } = await ask();
    expect((await browser.confirm(proposal, {})).status).toBe(400);
    expect(await browser.confirm(proposal, { currentPassword: 'not this password' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid credentials' },
    });
    expect((await one(proposal))?.status).toBe('open');
    expect((await browser.confirm(proposal)).status).toBe(200);
  });

  it('takes the code of an app, once, and no recovery code, which it does not use up', async () => {
    const { proposal, browser } = await ask();
    const offered = await browser.post<{ secret: string; offer: string }>(`${DESK}/totp/offer`);
    const { secret, offer } = offered.body;
    const code = codeAt(secret, app.clock.now());
    const connected = await browser.post<{ recoveryCodes: string[] }>(`${DESK}/totp`, { offer, code });
    const [recovery] = connected.body.recoveryCodes;
    expect(await browser.confirm(proposal)).toMatchObject({ status: 400, body: { code: 'totp_required' } });
    expect(await browser.confirm(proposal, { ...PROOF, code: recovery })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^A recovery code only signs in and connects a new/) },
    });
    expect((await browser.self()).body.recoveryCodesLeft).toBe(10);
    expect((await browser.confirm(proposal, { ...PROOF, code: '000000' })).status).toBe(400);
    app.clock.advance(60_000);
    const next = { ...PROOF, code: codeAt(secret, app.clock.now()) };
    expect((await browser.confirm(proposal, next)).status).toBe(200);
    expect((await browser.signInAgain(next)).status).toBe(400);
  });

  it('is for another browser than that of the one who asked, whose cookie is not missing and not older', async () => {
    const { proposal, name, browser } = await ask();
    const otherBrowser = (message: string) => ({ status: 403, body: { code: 'other_browser', message } });
    const shared = olga();
    await shared.signOut();
    await shared.signIn(name);
    expect(await shared.confirm(proposal)).toMatchObject(
      otherBrowser('Use another browser: the admin who asked for this has signed in in this one.'),
    );
    const known = browser.cookies.get('admin-browser') ?? '';
    browser.cookies.delete('admin-browser');
    expect(await browser.confirm(proposal)).toMatchObject(
      otherBrowser('Use another browser, or sign in again: it is not known who has signed in in this one.'),
    );
    // An older cookie of the same browser tells no less.
    browser.cookies.set('admin-browser', known);
    await browser.signIn(self.name);
    await browser.signIn(name);
    browser.cookies.set('admin-browser', known);
    expect((await browser.confirm(proposal)).body.code).toBe('other_browser');
  });
});

describe('an act that matters', () => {
  it.each<[string, (adminId: string) => Promise<Answer>]>([
    ['a role', (id) => olga().changeRole(id, 'finance', 'New duties.')],
    ['a dismissal', (id) => olga().dismiss(id)],
    ['a reinstatement', (id) => olga().post(`${DESK}/admins/${id}/reinstate`, { reason: 'Back.' })],
    [
      'an invitation',
      () => olga().post(INVITATIONS, { email: `${unique('x')}@example.org`, role: 'finance' }),
    ],
    ['rights', () => olga().setAdmin(NOBODY, true)],
    ['an erasure', () => askToDelete(NOBODY)],
    ['a refund', () => olga().post(`${DESK}/payments/${NOBODY}/refund`, { amount: 1, reason: 'A mistake.' })],
    ['the end of an own session', () => olga().delete(`${DESK}/sessions/${NOBODY}`)],
    // All lists that name people.
    ...['users', 'payments', 'boosts', 'posts', 'comments', 'reports', 'appeals', 'acts'].map(
      (list): [string, () => Promise<Answer>] => [
        `an export of ${list}`,
        () => olga().get(`${DESK}/${list}?format=csv`),
      ],
    ),
  ])('asks for the password again after 10 minutes: %s', async (_, act) => {
    const moe = await newAdmin(app, unique('moe'), 'moderator');
    app.clock.advance(10 * 60_000 + 1);
    expect(await act(moe)).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    expect((await olga().get(`${DESK}/users`)).status).toBe(200);
    expect((await olga().signInAgain({ currentPassword: 'not this password' })).status).toBe(400);
    expect((await act(moe)).status).toBe(403);
    expect((await olga().signInAgain()).status).toBe(204);
    expect((await act(moe)).status).not.toBe(403);
    app.clock.advance(10 * 60_000);
    expect((await act(moe)).status).not.toBe(403);
  });
});
