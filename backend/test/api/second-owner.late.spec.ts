import { AdminRoles } from '../../src/domain/admin/admin-roles.js';
import { TOTP_SECRET, codeAt, enrolled, invitationIn, newAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import type { Answer } from '../support/browser.js';
import { PROOF } from '../support/desk.js';
import { mailsTo } from '../support/mails.js';
import { useOwners } from '../support/owners.js';
import { verified } from '../support/people.js';
import { send } from '../support/posts.js';
import { settled } from '../support/settled.js';
import { someone } from '../support/roles.js';

const HOUR = 60 * 60_000;
const LINK_PASSWORD = 'gravel under both heels';
const NOBODY = '00000000-0000-4000-8000-000000000000';

const app = useOwnApp('not shared yet', { per: 'test' });
const { olga, owners, askToDelete, withdraw, listed, statusOf, reached, settle, waitOut } = useOwners(app);

describe('an owner who is invited', () => {
  const invite = (email: string) =>
    olga().post<{ id: string }>('/api/rtm-sys/admins/invitations', { email, role: 'owner' });
  const acceptAs = async (username: string, address: string) => {
    const token = invitationIn((await mailsTo(app, address, 1)).at(-1));
    return app.desk().accept(token, username, LINK_PASSWORD);
  };
  const signIn = (username: string) => app.desk().signIn(username, { password: LINK_PASSWORD });

  it('has no rights until a second owner has confirmed the accepted invitation', async () => {
    const [{ browser: otto }] = await owners('otto');
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
    expect((await olga().admins()).body.map(({ username }) => username)).toEqual(['olga', 'otto']);
    const letter = (await mailsTo(app, 'otto@example.org', 1)).at(-1);
    expect(letter?.text).toContain('olga asked to make the reader of nina@example.org an owner.');
    expect((await olga().confirm(id)).status).toBe(403);
    const confirmed = await otto.confirm(id);
    const masked = { subjectName: 'n•••@e•••.org', email: 'n•••@e•••.org' };
    expect(confirmed).toMatchObject({ status: 200, body: masked });
    await reached(id, 'done');
    expect(await listed()).toContainEqual(expect.objectContaining({ id, ...masked }));
    expect((await signIn('nina')).body).toMatchObject({ role: 'owner', isWaiting: false });
    expect((await olga().get('/api/rtm-sys/admins/invitations')).body).toEqual([]);
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
    await owners('otto');
    const lapsing = (await invite('nina@example.org')).body.id;
    const nina = await acceptAs('nina', 'nina@example.org');
    const { id } = (await invite('nora@example.org')).body;
    const nora = await acceptAs('nora', 'nora@example.org');
    expect((await withdraw(id, olga())).status).toBe(200);
    await waitOut(7);
    await settle();
    await reached(lapsing, 'lapsed');
    expect((await olga().get('/api/rtm-sys/admins/invitations')).body).toEqual([]);
    for (const name of ['nina', 'nora']) {
      expect(await signIn(name)).toMatchObject({ status: 401, body: { message: 'Invalid credentials' } });
    }
    const ids = [nina.body.id, nora.body.id];
    const destroyed = new Map(ids.map((adminId) => [adminId, 'destroyed']));
    expect(await app.adapters.storage.keys.find(ids)).toEqual(destroyed);
  });

  it('keeps the key once a second owner has confirmed the invitation', async () => {
    const [{ browser: otto }] = await owners('otto');
    const { id } = (await invite('nina@example.org')).body;
    const nina = await acceptAs('nina', 'nina@example.org');
    expect((await otto.confirm(id)).status).toBe(200);
    await settled(app);
    expect((await app.adapters.storage.keys.find([nina.body.id])).get(nina.body.id)).toBeInstanceOf(Buffer);
  });

  it('whose invitation is withdrawn leaves no request behind', async () => {
    await owners('otto');
    const { id } = (await invite('nina@example.org')).body;
    expect((await olga().delete(`/api/rtm-sys/admins/invitations/${id}`)).status).toBe(204);
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
    const ottoId = (await olga().admins()).body.find(({ username }) => username === 'otto')?.id ?? '';
    await send(
      app,
      AdminRoles.DismissAdmin({ adminId: ottoId, by: someone(), reason: 'Left.', isConfirmed: true }),
    );
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
    const [{ browser: otto }] = await owners('otto');
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

  it('takes no recovery code, and does not use it up', async () => {
    const { id, otto } = await askAndSwap();
    const { secret, offer } = (await otto.post<{ secret: string; offer: string }>('/api/rtm-sys/totp/offer'))
      .body;
    const connected = await otto.post<{ recoveryCodes: string[] }>('/api/rtm-sys/totp', {
      offer,
      code: codeAt(secret, app.clock.now()),
    });
    const [code = ''] = connected.body.recoveryCodes;
    expect(await otto.confirm(id, { ...PROOF, code })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^A recovery code only signs in and connects a new/) },
    });
    expect((await otto.self()).body.recoveryCodesLeft).toBe(10);
    expect(await statusOf(id)).toBe('open');
  });

  it('is for another browser than that of the one who asked', async () => {
    const { id } = await askAndSwap();
    await olga().signOut();
    await olga().signIn('otto');
    expect(await olga().confirm(id)).toMatchObject({
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
    expect(refused.body.message).toBe(
      'Use another browser, or sign in again: it is not known who has signed in in this one.',
    );
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
    ['a role', (id) => olga().changeRole(id, 'finance', 'New duties.')],
    ['a dismissal', (id) => olga().dismiss(id)],
    ['a reinstatement', (id) => olga().post(`/api/rtm-sys/admins/${id}/reinstate`, { reason: 'Back.' })],
    [
      'an invitation',
      () => olga().post('/api/rtm-sys/admins/invitations', { email: 'x@example.org', role: 'finance' }),
    ],
    ['rights', () => olga().setAdmin(NOBODY, true)],
    ['an erasure', () => askToDelete(NOBODY)],
    [
      'a refund',
      () => olga().post(`/api/rtm-sys/payments/${NOBODY}/refund`, { amount: 1, reason: 'A mistake.' }),
    ],
    ['the end of an own session', () => olga().delete(`/api/rtm-sys/sessions/${NOBODY}`)],
    ['an export of people', () => olga().get('/api/rtm-sys/users?format=csv')],
    // All lists that name people.
    ...['payments', 'boosts', 'posts', 'comments', 'reports', 'appeals', 'acts'].map(
      (list): [string, () => Promise<Answer>] => [
        `an export of ${list}`,
        () => olga().get(`/api/rtm-sys/${list}?format=csv`),
      ],
    ),
  ])('asks for the password again after 10 minutes: %s', async (_, act) => {
    const moe = await late();
    expect(await act(moe)).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    expect((await olga().get('/api/rtm-sys/users')).status).toBe(200);
    expect((await olga().signInAgain({ currentPassword: 'not this password' })).status).toBe(400);
    expect((await act(moe)).status).toBe(403);
    expect((await olga().signInAgain()).status).toBe(204);
    expect((await act(moe)).status).not.toBe(403);
    app.clock.advance(10 * 60_000);
    expect((await act(moe)).status).not.toBe(403);
  });
});
