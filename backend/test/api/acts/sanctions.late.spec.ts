import type { Act } from '../../../src/api/acts/acts.contract.js';
import type { ManagedUser } from '../../../src/api/admin/managed-users.service.js';
import { Account } from '../../../src/domain/account/account.js';
import { Post } from '../../../src/domain/post/post.js';
import { adminBrowser, newAdmin, signedInAdmin, useAdmin } from '../../support/admins.js';
import { unique, useApp } from '../../support/app.js';
import { DESK } from '../../support/desk.js';
import { mailsTo } from '../../support/mails.js';
import { joining } from '../../support/people.js';
import { decider, given } from '../../support/post-acts.js';
import { publishPost, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import { suspensionFor } from '../../support/suspensions.js';

const HOUR = 60 * 60_000;
const WEEK = 7 * 24 * HOUR;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('sanctions', () => {
  const app = useApp();
  const olga = useAdmin(app, unique('olga'), 'owner');
  const person = joining(app, unique('person'));

  const suspend = (id: string, body: object, by = olga) =>
    by.post<ManagedUser & { message: string }>(`${DESK}/users/${id}/suspend`, body);
  const restore = (id: string) =>
    olga.post<ManagedUser>(`${DESK}/users/${id}/restore`, { reason: 'A mistake.' });
  const strike = (id: string, body: object = { reason: 'spam', note: '' }, by = olga) =>
    by.post<ManagedUser>(`${DESK}/users/${id}/strikes`, body);
  const actsOn = async (id: string): Promise<readonly Act[]> => (await olga.actsOn(id)).body;
  const later = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds).toISOString();
  const becomes = async (postId: string, status: number) => {
    await settled(app);
    expect((await app.browser().viewPost(postId)).status).toBe(status);
  };

  it('suspend a person once, who is told why, until an end or until it is lifted', async () => {
    const { user, browser } = await person();
    const endsAt = later(24 * HOUR);
    const insults = { reason: 'abuse', note: 'Insults.', endsAt };
    const { status, body } = await suspend(user.id, insults);
    const reason = 'Insults or harassment: Insults.';
    expect([status, body.suspension]).toEqual([200, { reason, cause: 'moderation', endsAt }]);
    await suspend(user.id, insults);
    expect(await actsOn(user.id)).toMatchObject([{ kind: 'AccountSuspended', undone: null }]);
    expect(await browser.changeProfile({ bio: 'I walk.' })).toMatchObject({
      status: 403,
      body: { message: `Your account is suspended: ${reason}` },
    });
    const mail = (await mailsTo(app, user.email, 2)).at(-1);
    expect(mail?.subject).toBe('Your account is suspended');
    expect(mail?.text).toContain(reason);
    const log = await app.adapters.storage.log.readStream(`account-${user.id}`);
    expect(JSON.stringify(log)).not.toContain('Insults.');

    expect((await restore(user.id)).body.suspension).toBeNull();
    expect((await restore(user.id)).status).toBe(200);
    expect((await browser.changeProfile({ bio: 'I walk.' })).status).toBe(200);
    expect(await actsOn(user.id)).toMatchObject([{ undone: { reason: 'A mistake.' } }]);
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
    await send(app, Post.HidePost({ postId: hidden, actId: crypto.randomUUID(), decider, ...given }));
    await suspend(user.id, { reason: 'spam', hidePosts: true });
    await becomes(shown, 404);
    const [first] = await actsOn(user.id);
    await suspend(user.id, { reason: 'abuse', hidePosts: true });
    expect(await actsOn(user.id)).toHaveLength(2);
    // Another suspension still hides them.
    await olga.undo(first?.id);
    await becomes(shown, 404);
    const events = await app.adapters.storage.log.readStream(`post-${shown}`);
    expect(events.filter(({ type }) => type === 'PostHidden')).toHaveLength(2);
    await restore(user.id);
    await becomes(shown, 200);
    await becomes(hidden, 404);
    const [, byAct, ...bySuspensions] = await mailsTo(app, user.email, 6);
    expect([byAct, ...bySuspensions].map((mail) => mail?.subject)).toEqual([
      'Your post was hidden',
      'Your account is suspended',
      'Your account is suspended',
      'A suspension of your account was lifted',
      'A suspension of your account was lifted',
    ]);
    expect(bySuspensions[0]?.text).toContain('Your posts are hidden until then.');
  });

  it('climb the ladder of strikes, and step down when one is undone', async () => {
    const { user } = await person();
    const warned = await strike(user.id);
    expect([warned.status, warned.body.strikes, warned.body.suspension]).toEqual([201, 1, null]);
    expect((await mailsTo(app, user.email, 2)).at(-1)?.subject).toBe('A warning about your account');
    const [first] = await actsOn(user.id);
    expect((await strike(user.id)).body.suspension?.endsAt).toBe(later(WEEK));
    const acts = await actsOn(user.id);
    expect(acts.map(({ kind }) => kind)).toEqual(['AccountStruck', 'AccountStruck']);
    await olga.undo(acts.find(({ id }) => id !== first?.id)?.id);
    expect((await olga.person(user.id)).body.account?.strikes).toBe(1);
  });

  it('count two clicks on a strike once, also when they arrive at the same time', async () => {
    const { user } = await person();
    const once = { reason: 'spam', note: '', attempt: crypto.randomUUID() };
    const clicks = await Promise.all([strike(user.id, once), strike(user.id, once)]);
    const counted = { status: 201, body: { strikes: 1 } };
    expect(clicks).toMatchObject([counted, counted]);
    expect(await actsOn(user.id)).toHaveLength(1);
    const otto = await adminBrowser(app, unique('otto'), 'owner');
    expect((await strike(user.id, once, otto)).body.strikes).toBe(2);
    expect((await strike((await person()).user.id, once)).body.strikes).toBe(1);
  });

  it('are refused without a reason, and for people who do not exist', async () => {
    const { user } = await person();
    for (const body of [{}, { reason: 'boredom' }, { reason: 'other' }]) {
      expect({ body, status: (await suspend(user.id, body)).status }).toEqual({ body, status: 400 });
    }
    expect((await strike(user.id, { reason: 'other', note: ' ' })).status).toBe(400);
    expect((await strike(user.id, { reason: 'spam', attempt: 'twice' })).status).toBe(400);
    for (const id of [UNKNOWN, 'nobody']) {
      expect((await suspend(id, { reason: 'spam' })).status).toBe(404);
      expect((await restore(id)).status).toBe(404);
    }
    expect((await strike('nobody')).status).toBe(404);
    expect(await actsOn(user.id)).toEqual([]);
  });

  it('are refused to an admin whose own account it is', async () => {
    const { user } = await person();
    const login = unique('otis');
    await newAdmin(app, login, 'owner', user.email);
    const otis = await signedInAdmin(app, login);
    expect((await suspend(user.id, { reason: 'spam' }, otis)).status).toBe(403);
    expect((await strike(user.id, { reason: 'spam' }, otis)).status).toBe(403);
  });

  it('are in the list of people, which is searched, filtered and downloaded', async () => {
    const { user, browser } = await person();
    const displayUsername = `=HYPERLINK ${user.anonymousUsername}`;
    await browser.changeProfile({ displayUsername });
    await suspend(user.id, { reason: 'spam' });
    const found = async (query: string) => {
      const { status, headers, body } = await olga.get<ManagedUser[]>(`${DESK}/users?${query}`);
      expect([query, status]).toEqual([query, 200]);
      return [headers.get('x-total-count'), ...body.map(({ id }) => id)];
    };
    const search = `search=${user.anonymousUsername.slice(2)}`;
    expect(await found(`${search}&suspended=true&isAdmin=false&unverified=false`)).toEqual(['1', user.id]);
    for (const filter of ['suspended=false', 'isAdmin=true', 'unverified=true'])
      expect([filter, ...(await found(`${search}&${filter}`))]).toEqual([filter, '0']);
    expect(await found(`search=${user.email.toUpperCase()}`)).toEqual(['1', user.id]);
    const csv = (await olga.get<string>(`${DESK}/users?format=csv&${search}`)).body;
    expect(csv).toContain(`'${displayUsername}`);
    expect(csv.split('\r\n')).toHaveLength(3);
    expect((await olga.get(`${DESK}/users?sort=email`)).status).toBe(400);
  });
});
