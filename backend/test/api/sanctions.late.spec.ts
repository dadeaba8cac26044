import type { ManagedUser } from '../../src/api/admin/managed-users.service.js';
import { Post } from '../../src/domain/post/post.js';
import { Account } from '../../src/domain/account/account.js';
import { SuspensionEnds } from '../../src/reactions/timers/suspension-ends.js';
import { giveRole, newAdmin, signedInAdmin, useAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import type { Desk } from '../support/desk.js';
import { mailsTo } from '../support/mails.js';
import { joining, registered } from '../support/people.js';
import { publishPost, send } from '../support/posts.js';
import { settled } from '../support/settled.js';
import { suspensionFor } from '../support/suspensions.js';
import { someone } from '../support/roles.js';

const HOUR = 60 * 60_000;
const WEEK = 7 * 24 * HOUR;
const USERS = '/api/rtm-sys/users';
const NOBODY = '00000000-0000-4000-8000-000000000000';

interface Act {
  readonly id: string;
  readonly kind: string;
  readonly undone: object | null;
}

describe('sanctions', () => {
  const app = useOwnApp('not shared yet');
  const olga = useAdmin(app, 'olga', 'owner');
  const person = joining(app, 'person');

  const suspend = (id: string, body: object) => olga.post<ManagedUser>(`${USERS}/${id}/suspend`, body);
  const restore = (id: string) => olga.post<ManagedUser>(`${USERS}/${id}/restore`, { reason: 'A mistake.' });
  const strike = (id: string, body: object = { reason: 'spam', note: '' }) =>
    olga.post<ManagedUser>(`${USERS}/${id}/strikes`, body);
  const actsOn = async (id: string) => (await olga.actsOn(id)).body;
  const later = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds).toISOString();
  const statusOf = async (postId: string) => (await app.browser().viewPost(postId)).status;
  const becomes = async (postId: string, status: number) => {
    await settled(app);
    expect(await statusOf(postId)).toBe(status);
  };

  it('suspend a person until an end, who is told why', async () => {
    const { user, browser } = await person();
    const endsAt = later(24 * HOUR);
    const { status, body } = await suspend(user.id, { reason: 'abuse', note: 'Insults.', endsAt });
    const reason = 'Insults or harassment: Insults.';
    expect([status, body.suspension]).toEqual([200, { reason, cause: 'moderation', endsAt }]);
    const refused = await browser.changeProfile({ bio: 'I walk.' });
    expect([refused.status, refused.body]).toEqual([
      403,
      expect.objectContaining({ message: `Your account is suspended: ${reason}` }),
    ]);
    const mail = (await mailsTo(app, user.email, 2)).at(-1);
    expect(mail?.subject).toBe('Your account is suspended');
    expect(mail?.text).toContain(reason);
    const log = await app.adapters.storage.log.readStream(`account-${user.id}`);
    expect(JSON.stringify(log)).not.toContain('Insults.');
  });

  it('suspend once, however often it is repeated, and lift it', async () => {
    const { user, browser } = await person();
    await suspend(user.id, { reason: 'spam' });
    await suspend(user.id, { reason: 'spam' });
    expect(await actsOn(user.id)).toEqual([
      expect.objectContaining({ kind: 'AccountSuspended', undone: null }),
    ]);
    expect((await restore(user.id)).body.suspension).toBeNull();
    expect((await restore(user.id)).status).toBe(200);
    expect((await browser.changeProfile({ bio: 'I walk.' })).status).toBe(200);
    expect(await actsOn(user.id)).toEqual([
      expect.objectContaining({ undone: expect.objectContaining({ reason: 'A mistake.' }) }),
    ]);
  });

  it('leave a suspension for a dispute when others are lifted', async () => {
    const { user } = await person();
    const dispute = { ...suspensionFor('A dispute.'), suspensionId: 'dp_1', cause: 'dispute' as const };
    await send(app, Account.SuspendAccount({ accountId: user.id, ...dispute }));
    await suspend(user.id, { reason: 'spam' });
    expect((await restore(user.id)).body.suspension).toMatchObject({ cause: 'dispute' });
    expect((await actsOn(user.id)).map(({ kind }) => kind)).toEqual(['AccountSuspended']);
  });

  it('hide the posts if the act says so, and show them again, except those hidden for another reason', async () => {
    const { user } = await person();
    const [shown, hidden] = [await publishPost(app, user.id, 7), await publishPost(app, user.id, 7)];
    const decider = someone();
    const because = { reason: 'quality' as const, note: '' };
    await send(app, Post.HidePost({ postId: hidden, actId: crypto.randomUUID(), decider, ...because }));
    await suspend(user.id, { reason: 'spam', hidePosts: true });
    await becomes(shown, 404);
    const [act] = await actsOn(user.id);
    await olga.undo(act?.id ?? '');
    await becomes(shown, 200);
    expect(await statusOf(hidden)).toBe(404);
  });

  it('show the posts again when the suspension has ended', async () => {
    const { user } = await person();
    const postId = await publishPost(app, user.id, 7);
    await suspend(user.id, { reason: 'spam', hidePosts: true, endsAt: later(HOUR) });
    await becomes(postId, 404);
    const ends = app.server.get(SuspensionEnds, { strict: false });
    expect(await ends.record()).toBe(0);
    app.clock.advance(HOUR);
    await olga.signIn('olga');
    expect(await ends.record()).toBe(1);
    await becomes(postId, 200);
    expect(await ends.record()).toBe(0);
    expect((await actsOn(user.id)).map(({ undone }) => undone)).toEqual([null]);
  });

  it('keep the posts hidden while another suspension hides them', async () => {
    const { user } = await person();
    const postId = await publishPost(app, user.id, 7);
    await suspend(user.id, { reason: 'spam', hidePosts: true });
    const [first] = await actsOn(user.id);
    await suspend(user.id, { reason: 'abuse', hidePosts: true });
    await becomes(postId, 404);
    expect(await actsOn(user.id)).toHaveLength(2);
    await olga.undo(first?.id ?? '');
    await becomes(postId, 404);
    const events = await app.adapters.storage.log.readStream(`post-${postId}`);
    expect(events.filter(({ type }) => type === 'PostHidden')).toHaveLength(2);
  });

  it('climb the ladder of strikes, and step down when one is undone', async () => {
    const { user } = await person();
    const warned = await strike(user.id);
    expect([warned.status, warned.body.strikes, warned.body.suspension]).toEqual([201, 1, null]);
    expect((await mailsTo(app, user.email, 2)).at(-1)?.subject).toBe('A warning about your account');
    const suspended = await strike(user.id);
    expect(suspended.body.suspension?.endsAt).toBe(later(WEEK));
    const kinds = (await actsOn(user.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(['AccountStruck', 'AccountStruck']);
    const last = (await olga.get<Act[]>(`/api/rtm-sys/acts?subject=${user.id}&sort=-createdAt`)).body[0];
    await olga.undo(last?.id ?? '');
    expect((await olga.get<ManagedUser>(`${USERS}/${user.id}`)).body.strikes).toBe(1);
    expect((await strike(user.id)).body.suspension?.endsAt).toBe(later(WEEK));
    expect((await strike(user.id)).body.suspension?.endsAt).toBeNull();
  });

  it('count two clicks on a strike once, also when they arrive at the same time', async () => {
    const { user } = await person();
    const once = { reason: 'spam', note: '', attempt: crypto.randomUUID() };
    const clicks = await Promise.all([strike(user.id, once), strike(user.id, once)]);
    expect(clicks.map(({ status, body }) => [status, body.strikes])).toEqual([
      [201, 1],
      [201, 1],
    ]);
    expect(await actsOn(user.id)).toHaveLength(1);
    await newAdmin(app, 'otto', 'owner');
    const otto = await signedInAdmin(app, 'otto');
    expect((await otto.post<ManagedUser>(`${USERS}/${user.id}/strikes`, once)).body.strikes).toBe(2);
    const { user: other } = await person();
    expect((await strike(other.id, once)).body.strikes).toBe(1);
    expect((await strike(user.id, { ...once, attempt: 'twice' })).status).toBe(400);
  });

  it('are refused without a reason, with an end that is over, and for people who do not exist', async () => {
    const { user } = await person();
    for (const body of [
      {},
      { reason: 'boredom' },
      { reason: 'other' },
      { reason: 'spam', endsAt: later(0) },
    ]) {
      expect({ body, status: (await suspend(user.id, body)).status }).toEqual({ body, status: 400 });
    }
    expect((await strike(user.id, { reason: 'other', note: ' ' })).status).toBe(400);
    for (const id of [NOBODY, 'nobody']) {
      expect((await suspend(id, { reason: 'spam' })).status).toBe(404);
      expect((await restore(id)).status).toBe(404);
      expect((await strike(id)).status).toBe(404);
    }
    expect(await actsOn(user.id)).toEqual([]);
  });

  it('are refused to an admin whose own account it is', async () => {
    const { user } = await person();
    await olga.setAdmin(user.id, true);
    const mail = (await mailsTo(app, user.email, 2)).at(-1);
    const token = /\?invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const password = 'gravel under both heels';
    await app.desk().accept(token, 'otis', password);
    const { body: admins } = await olga.admins();
    const admin = admins.find(({ username }) => username === 'otis');
    await giveRole(app, admin?.id, 'owner');
    const otto = await signedInAdmin(app, 'otis', password);
    expect((await otto.post(`${USERS}/${user.id}/suspend`, { reason: 'spam' })).status).toBe(403);
    expect((await otto.post(`${USERS}/${user.id}/strikes`, { reason: 'spam' })).status).toBe(403);
  });
});

describe('the list of people', () => {
  const app = useOwnApp('not shared yet', { per: 'start' });
  let olga: Desk;

  const list = async (query = '') => {
    const { status, headers, body } = await olga.get<ManagedUser[]>(`${USERS}${query}`);
    expect(status).toBe(200);
    return {
      count: headers.get('x-total-count'),
      next: headers.get('link'),
      ids: body.map((one) => one.id),
    };
  };

  it('is searched, filtered, sorted, paged and downloaded', async () => {
    await app.start();
    await newAdmin(app, 'olga', 'owner');
    olga = await signedInAdmin(app, 'olga');
    const join = joining(app, 'user');
    const one = await join();
    app.clock.advance(1000);
    const two = await join();
    app.clock.advance(1000);
    const { user: three } = await registered(app, 'new@example.org');
    await olga.post(`${USERS}/${one.user.id}/suspend`, { reason: 'spam' });
    await send(app, Account.GrantAdminRights({ accountId: two.user.id }));
    await two.browser.changeProfile({ displayUsername: '=HYPERLINK walker' });
    const [first, second, third] = [one.user.id, two.user.id, three.id];
    expect(await list()).toEqual({ count: '3', next: null, ids: [third, second, first] });
    expect((await list('?sort=createdAt')).ids).toEqual([first, second, third]);
    expect((await list('?suspended=true')).ids).toEqual([first]);
    expect((await list('?suspended=false')).ids).toEqual([third, second]);
    expect((await list('?isAdmin=true')).ids).toEqual([second]);
    expect((await list('?unverified=true')).ids).toEqual([third]);
    expect((await list('?search=WALKER')).ids).toEqual([second]);
    expect((await list(`?search=${one.user.anonymousUsername.slice(2, 9)}`)).ids).toContain(first);
    expect((await list('?search=New@Example.org')).ids).toEqual([third]);
    expect((await list('?search=example.org')).ids).toEqual([]);
    const page = await list('?limit=2');
    expect([page.count, page.ids]).toEqual(['3', [third, second]]);
    const next = /<([^>]+)>/.exec(page.next ?? '')?.[1] ?? '';
    expect((await olga.get<ManagedUser[]>(next)).body.map(({ id }) => id)).toEqual([first]);
    const csv = (await olga.get<string>(`${USERS}?format=csv&isAdmin=true`)).body;
    expect(csv).toContain("'=HYPERLINK walker");
    expect(csv).not.toContain(first);
    expect((await olga.get(`${USERS}?sort=email`)).status).toBe(400);
  });
});
