import type { AdminProposal } from '../../src/api/admin/admin.responses.js';
import { DeleteAccount } from '../../src/domain/account/account.commands.js';
import { DismissAdmin } from '../../src/domain/admin/admin-roles.commands.js';
import type { AdminRole } from '../../src/domain/admin/admin-roles.events.js';
import { ProposalDeadlines } from '../../src/reactions/timers/proposal-deadlines.js';
import {
  TOTP_SECRET,
  codeAt,
  enrolled,
  giveRole,
  invitationIn,
  letOwnersAge,
  newAdmin,
  signedInAdmin,
} from '../support/admins.js';
import { useApp } from '../support/app.js';
import type { Answer } from '../support/browser.js';
import { PROOF, type Desk } from '../support/desk.js';
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
/** Creates owners, who can confirm acts. All of them, Olga included, have signed in. */
const owners = async (...names: string[]) => {
  const ids: string[] = [];
  for (const name of names) ids.push(await newAdmin(app, name, 'owner', `${name}@example.org`));
  letOwnersAge(app);
  olga = await signedInAdmin(app, 'olga');
  return Promise.all(
    names.map(async (name, index) => ({ id: ids[index] ?? '', browser: await signedInAdmin(app, name) })),
  );
};
const owner = async (name: string) => {
  const [one] = await owners(name);
  if (!one) throw new Error('no owner was created');
  return one;
};
const askToDelete = (accountId: string, by = olga) =>
  by.request<AdminProposal>('DELETE', `/api/rtm-sys/users/${accountId}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'abuse', note: 'Again and again.' }),
  });
const confirm = (id: string, by: Desk) => by.confirm(id);
const withdraw = (id: string, by: Desk) => by.post<AdminProposal>(`${PROPOSALS}/${id}/withdraw`);
const listed = async (query = '') => (await olga.get<AdminProposal[]>(`${PROPOSALS}${query}`)).body;
const statusOf = async (id: string) => (await listed()).find((one) => one.id === id)?.status;
const reached = (id: string, status: AdminProposal['status']) =>
  eventually(`it is ${status}`, async () => (await statusOf(id)) === status);
const settle = () => app.server.get(ProposalDeadlines, { strict: false }).settle();
const waitOut = async (days = 1) => {
  app.clock.advance(days * 24 * HOUR);
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
    await giveRole(app, body.id, role);
  }
  return { accountId: user.id, admin: body };
};
const adminsSeenBy = async (by: Desk) => (await by.admins()).body;
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

  it('is asked for once, however often it is repeated, and lapses after a week', async () => {
    const { browser: otto } = await owner('otto');
    const { user } = await verified(app, 'ann@example.org');
    const { id } = (await askToDelete(user.id)).body;
    expect((await askToDelete(user.id)).body.id).toBe(id);
    expect((await listed('?status=open')).map((one) => one.id)).toEqual([id]);
    await waitOut(7);
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
    await settle();
    olga = await signedInAdmin(app, 'olga');
    expect(await statusOf(body.id)).toBe('open');
    app.clock.advance(1);
    await settle();
    await reached(body.id, 'done');
    expect((await ann.me()).status).toBe(401);
  });

  it('can be withdrawn by any owner before that', async () => {
    const { user, browser: ann } = await verified(app, 'ann@example.org');
    const { browser: otto } = await owner('otto');
    const { body } = await askToDelete(user.id);
    expect((await withdraw(body.id, otto)).body.status).toBe('withdrawn');
    await waitOut();
    expect(await settle()).toBe(0);
    expect((await confirm(body.id, await signedInAdmin(app, 'otto'))).status).toBe(409);
    expect((await ann.me()).status).toBe(200);
  });

  it('revokes their login of the back office, and the last owner only once there is another', async () => {
    const { admin: moe } = await colleague('moe', 'moderator');
    const { accountId, admin: oskar } = await colleague('oskar', 'owner');
    const otto = await owner('otto');
    const moderator = await signedInAdmin(app, 'moe', LINK_PASSWORD);
    const sister = await signedInAdmin(app, 'oskar', LINK_PASSWORD);
    await confirm((await askToDelete(moe.accountId ?? '')).body.id, sister);
    await eventually('the login is revoked', async () => (await moderator.self()).status === 401);
    const login = { username: 'moe', password: LINK_PASSWORD };
    expect((await app.browser().post('/api/rtm-sys/login', login)).status).toBe(401);
    await eventually('the sessions are gone', async () => (await sessionsOf(moe.id)).length === 0);
    expect(await adminsSeenBy(sister)).toContainEqual(
      expect.objectContaining({ id: moe.id, isDismissed: true }),
    );
    await confirm((await askToDelete(accountId, olga)).body.id, otto.browser);
    await eventually('an owner is revoked, too', async () => (await sister.self()).status === 401);
    await eventually('those sessions, too', async () => (await sessionsOf(oskar.id)).length === 0);
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
    const [otto, oskar] = await owners('otto', 'oskar');
    const asked = await olga.dismiss(otto?.id);
    expect([asked.status, asked.body.act, asked.body.subjectName]).toEqual([202, 'dismissOwner', 'otto']);
    expect((await otto?.browser.self())?.status).toBe(200);
    expect((await otto?.browser.confirm(asked.body.id))?.body).toMatchObject({
      message: 'This act is about you. Another owner has to confirm it.',
    });
    await oskar?.browser.confirm(asked.body.id);
    await reached(asked.body.id, 'done');
    expect((await otto?.browser.self())?.status).toBe(401);
    const admins = (await olga.admins()).body;
    expect(admins.find(({ id }) => id === otto?.id)).toMatchObject({ isDismissed: true });
    const again = await olga.post<AdminProposal>(`/api/rtm-sys/admins/${otto?.id}/reinstate`, { reason: 'Back.' });
    expect([again.status, again.body.act]).toEqual([202, 'reinstateOwner']);
    await oskar?.browser.confirm(again.body.id);
    await reached(again.body.id, 'done');
    // Reinstated owners are new ones.
    const { id } = (await askToDelete((await verified(app, 'ann@example.org')).user.id)).body;
    expect(await (await signedInAdmin(app, 'otto')).confirm(id)).toMatchObject({
      status: 403,
      body: { message: 'You have been an owner for less than 24 hours. Another owner has to confirm this act.' },
    });
  });

  it('keeps the role until then, and gets the new one', async () => {
    const [otto, oskar] = await owners('otto', 'oskar');
    const asked = await olga.changeRole(otto?.id, 'finance', 'New duties.');
    expect([asked.status, asked.body.role]).toEqual([202, 'finance']);
    await oskar?.browser.confirm(asked.body.id);
    await reached(asked.body.id, 'done');
    expect((await otto?.browser.self())?.body.role).toBe('finance');
    const back = await olga.changeRole(otto?.id, 'owner', 'As before.');
    expect([back.status, back.body.act]).toEqual([202, 'makeOwner']);
    await oskar?.browser.confirm(back.body.id);
    await reached(back.body.id, 'done');
    expect((await otto?.browser.self())?.body.role).toBe('owner');
  });

  it('cannot withdraw what is about them where only two owners are left', async () => {
    const otto = await owner('otto');
    const asked = await olga.dismiss(otto.id);
    expect(asked.body.isDelayed).toBe(true);
    const mail = (await mailsTo(app, 'otto@example.org', 1)).at(-1);
    expect(mail?.subject).toBe('An act takes effect in 24 hours');
    expect(await withdraw(asked.body.id, otto.browser)).toMatchObject({
      status: 403,
      body: { message: 'This act is about you. Another owner has to withdraw it.' },
    });
    expect((await withdraw(asked.body.id, olga)).status).toBe(200);
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

describe('an owner who is invited', () => {
  const invite = (email: string) =>
    olga.post<{ id: string }>('/api/rtm-sys/admins/invitations', { email, role: 'owner' });
  const acceptAs = async (username: string, address: string) => {
    const token = invitationIn((await mailsTo(app, address, 1)).at(-1));
    return app.desk().accept(token, username, LINK_PASSWORD);
  };
  const signIn = (username: string) => app.desk().signIn(username, { password: LINK_PASSWORD });

  it('has no rights until a second owner has confirmed the accepted invitation', async () => {
    const { browser: otto } = await owner('otto');
    const { id } = (await invite('nina@example.org')).body;
    expect((await acceptAs('nina', 'nina@example.org')).body).toMatchObject({
      role: 'owner',
      isWaiting: true,
    });
    expect(await signIn('nina')).toMatchObject({ status: 401, body: { code: 'owner_unconfirmed' } });
    expect(await app.desk().signIn('nina', { password: 'not this password' })).toMatchObject({
      status: 401,
      body: { message: 'Invalid credentials' },
    });
    expect((await olga.admins()).body.map(({ username }) => username)).toEqual(['olga', 'otto']);
    const letter = (await mailsTo(app, 'otto@example.org', 1)).at(-1);
    expect(letter?.text).toContain('olga asked to make the reader of nina@example.org an owner.');
    expect((await olga.confirm(id)).status).toBe(403);
    expect((await otto.confirm(id)).status).toBe(200);
    await reached(id, 'done');
    expect((await signIn('nina')).body).toMatchObject({ role: 'owner', isWaiting: false });
    expect((await olga.get('/api/rtm-sys/admins/invitations')).body).toEqual([]);
  });

  it('cannot confirm what the one who invited them asked for, within seconds', async () => {
    const { user, browser: ann } = await verified(app, 'ann@example.org');
    const deletion = (await askToDelete(user.id)).body.id;
    const { id } = (await invite('puppet@example.org')).body;
    await acceptAs('puppet', 'puppet@example.org');
    expect((await signIn('puppet')).status).toBe(401);
    expect(await statusOf(deletion)).toBe('open');
    expect(await statusOf(id)).toBe('open');
    expect((await ann.me()).status).toBe(200);
  });

  it('has none after the request has lapsed or was withdrawn', async () => {
    await owner('otto');
    const lapsing = (await invite('nina@example.org')).body.id;
    await acceptAs('nina', 'nina@example.org');
    const { id } = (await invite('nora@example.org')).body;
    await acceptAs('nora', 'nora@example.org');
    expect((await withdraw(id, olga)).status).toBe(200);
    await waitOut(7);
    await settle();
    await reached(lapsing, 'lapsed');
    await eventually('both are gone', async () => {
      const { body } = await olga.get<unknown[]>('/api/rtm-sys/admins/invitations');
      return body.length === 0;
    });
    for (const name of ['nina', 'nora']) {
      expect(await signIn(name)).toMatchObject({ status: 401, body: { message: 'Invalid credentials' } });
    }
  });

  it('whose invitation is withdrawn leaves no request behind', async () => {
    await owner('otto');
    const { id } = (await invite('nina@example.org')).body;
    expect((await olga.delete(`/api/rtm-sys/admins/invitations/${id}`)).status).toBe(204);
    expect(await statusOf(id)).toBe('withdrawn');
  });
});

describe('owners who join and leave', () => {
  it('decide again whether an act waits, and never make it faster', async () => {
    const { user, browser: ann } = await verified(app, 'ann@example.org');
    const { id } = (await askToDelete(user.id)).body;
    app.clock.advance(HOUR);
    await newAdmin(app, 'otto', 'owner', 'otto@example.org');
    await settle();
    await waitOut();
    await settle();
    const [waiting] = await listed();
    expect(waiting).toMatchObject({ status: 'open', isDelayed: false });
    expect((await ann.me()).status).toBe(200);
    const subjects = (await mailsTo(app, 'otto@example.org', 1)).map(({ subject }) => subject);
    expect(subjects.at(-1)).toBe('An act needs a second owner');
    const ottoId = (await olga.admins()).body.find(({ username }) => username === 'otto')?.id ?? '';
    await send(app, new DismissAdmin({ adminId: ottoId, by: 'the test', reason: 'Left.', isConfirmed: true }));
    await settle();
    expect((await listed()).at(0)).toMatchObject({
      isDelayed: true,
      dueAt: new Date(app.clock.now().getTime() + 24 * HOUR).toISOString(),
    });
    await waitOut();
    await settle();
    await reached(id, 'done');
  });
});

describe('confirming', () => {
  const askAndSwap = async () => {
    const { browser: otto } = await owner('otto');
    const { id } = (await askToDelete((await verified(app, 'ann@example.org')).user.id)).body;
    return { id, otto };
  };

  it('takes the password', async () => {
    const { id, otto } = await askAndSwap();
    expect((await otto.confirm(id, {})).status).toBe(400);
    expect(await otto.confirm(id, { currentPassword: 'not this password' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid credentials' },
    });
    expect(await statusOf(id)).toBe('open');
    expect((await otto.confirm(id)).status).toBe(200);
  });

  it('takes the code of an app, once', async () => {
    const { id, otto } = await askAndSwap();
    await enrolled(app, (await otto.self()).body.id);
    expect(await otto.confirm(id)).toMatchObject({ status: 400, body: { code: 'totp_required' } });
    const code = codeAt(TOTP_SECRET, app.clock.now());
    expect((await otto.confirm(id, { ...PROOF, code: '000000' })).status).toBe(400);
    expect((await otto.confirm(id, { ...PROOF, code })).status).toBe(200);
    expect((await otto.signInAgain({ ...PROOF, code })).status).toBe(400);
  });

  it('is for another browser than that of the one who asked', async () => {
    const { id } = await askAndSwap();
    await olga.signOut();
    await olga.signIn('otto');
    expect(await olga.confirm(id)).toMatchObject({
      status: 403,
      body: {
        code: 'other_browser',
        message: 'Use another browser: the admin who asked for this has signed in in this one.',
      },
    });
  });

  it('is for a browser whose cookie is not missing and not older than its session', async () => {
    const { id, otto } = await askAndSwap();
    const known = otto.cookies.get('admin-browser') ?? '';
    otto.cookies.delete('admin-browser');
    const refused = await otto.confirm(id);
    expect(refused).toMatchObject({ status: 403, body: { code: 'other_browser' } });
    expect(refused.body.message).toBe('Use another browser, or sign in again: it is not known who has signed in in this one.');
    // An older cookie of the same browser tells no less.
    otto.cookies.set('admin-browser', known);
    await otto.signIn('olga');
    await otto.signIn('otto');
    otto.cookies.set('admin-browser', known);
    expect((await otto.confirm(id)).body.code).toBe('other_browser');
  });
});

describe('an act that matters', () => {
  const late = async () => {
    const moe = await newAdmin(app, 'moe', 'moderator');
    app.clock.advance(10 * 60_000 + 1);
    return moe;
  };

  it.each<[string, (adminId: string) => Promise<Answer>]>([
    ['a role', (id) => olga.changeRole(id, 'finance', 'New duties.')],
    ['a dismissal', (id) => olga.dismiss(id)],
    ['a reinstatement', (id) => olga.post(`/api/rtm-sys/admins/${id}/reinstate`, { reason: 'Back.' })],
    ['an invitation', () => olga.post('/api/rtm-sys/admins/invitations', { email: 'x@example.org', role: 'finance' })],
    ['rights', () => olga.setAdmin(NOBODY, true)],
    ['an erasure', () => askToDelete(NOBODY)],
    ['a refund', () => olga.post(`/api/rtm-sys/payments/${NOBODY}/refund`, { amount: 1, reason: 'A mistake.' })],
    ['an export of people', () => olga.get('/api/rtm-sys/users?format=csv')],
  ])('asks for the password again after 10 minutes: %s', async (_, act) => {
    const moe = await late();
    expect(await act(moe)).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    expect((await olga.get('/api/rtm-sys/users')).status).toBe(200);
    expect((await olga.signInAgain({ currentPassword: 'not this password' })).status).toBe(400);
    expect((await act(moe)).status).toBe(403);
    expect((await olga.signInAgain()).status).toBe(204);
    expect((await act(moe)).status).not.toBe(403);
    app.clock.advance(10 * 60_000);
    expect((await act(moe)).status).not.toBe(403);
  });
});
