import type { AdminPerson } from '../../../src/api/admin/persons.service.js';
import { DisplayNames } from '../../../src/api/account/display-names.service.js';
import type { ManagedUser } from '../../../src/api/admin/managed-users.service.js';
import { Account } from '../../../src/domain/account/account.js';
import { UNUSED_CLAIM_MS } from '../../../src/domain/account/username.js';
import { causedBy } from '../../../src/kernel/causation.js';
import type { User } from '../../../src/projections/accounts/accounts.js';
import { SuspensionEnds } from '../../../src/reactions/timers/suspension-ends.js';
import { adminBrowser, useAdmin } from '../../support/admins.js';
import { unique, useOwnApp } from '../../support/app.js';
import { DESK } from '../../support/desk.js';
import { mailsTo } from '../../support/mails.js';
import { joining } from '../../support/people.js';
import { jpegPhoto } from '../../support/photos.js';
import { publishPost, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import { suspensionFor } from '../../support/suspensions.js';
import type { Visitor } from '../../support/visitor.js';

const PICTURE = '/api/user/profile/picture';
const WITHHELD =
  'A moderator has withheld this, or something that looks like it. Please choose something else';
const LOOK = 'A moderator has withheld this picture, or one that looks like it. Please choose another one.';
const ABUSE = { reason: 'abuse', note: 'Insults.' };

describe('withheld profiles', () => {
  const app = useOwnApp('moves the clock');
  const moe = useAdmin(app, unique('moe'), 'moderator');
  const mia = useAdmin(app, unique('mia'), 'moderator');
  const olga = useAdmin(app, unique('olga'), 'owner');
  const join = joining(app, unique('person'));

  const withhold = (id: string, parts: readonly string[], more: object = {}, by = moe) =>
    by.post<ManagedUser & { message: string }>(`${DESK}/users/${id}/withhold`, { parts, ...ABUSE, ...more });
  const publicOf = async ({ id }: User) =>
    (await app.browser().get<{ user: Partial<User> }>(`/api/users/${id}`)).body.user;
  const statusOf = async (url: string | null, browser: Visitor = app.browser()) =>
    (await browser.get(url ?? '/images')).status;
  const show = async (browser: Visitor, seed: number) =>
    browser.upload<User & { message: string }>(PICTURE, await jpegPhoto(seed), { field: 'picture' });
  const actOn = async ({ id }: User) => (await moe.actsOn(id)).body[0]?.id;

  /** A person with a profile, a picture and a post with a comment. */
  async function known(seed: number) {
    const { browser, user } = await join();
    const name = unique('Rude Owl ');
    const profile = { displayUsername: name, bio: 'Write to me at once!', socialLinks: { twitter: 'rude' } };
    await browser.changeProfile(profile);
    const { profilePictureUrl } = (await show(browser, seed)).body;
    const postId = await publishPost(app, user.id, 7);
    await browser.comment(postId, 'A walk in the meadow.');
    await settled(app);
    return { browser, user, postId, own: { ...profile, profilePictureUrl } };
  }
  const answersOn = async ({ id }: User, postId: string, name: string) => {
    const visitor = app.browser();
    const [person, post, comments, found, page] = await Promise.all([
      visitor.get(`/api/users/${id}`),
      visitor.viewPost(postId),
      visitor.comments(postId),
      visitor.get<unknown[]>(`/api/posts?search=${encodeURIComponent(name)}`),
      visitor.get<string>(`/user/${id}`),
    ]);
    return {
      all: JSON.stringify([person.body, post.body, comments.body, page.body]),
      found: found.body.length,
    };
  };

  it('are shown without what is withheld in every public answer, and whole to their owner', async () => {
    const { browser, user, postId, own } = await known(1);
    const { displayUsername: name, bio, profilePictureUrl: url } = own;
    const before = await answersOn(user, postId, name);
    expect(before.found).toBe(1);
    for (const value of [name, bio, 'rude', url]) expect(before.all).toContain(value);

    const withheld = ['name', 'bio', 'links', 'picture'];
    const { status, body } = await withhold(user.id, withheld);
    expect(status).toBe(200);
    expect(body.withheld.map(({ part }) => part)).toEqual(withheld);
    await settled(app);
    const after = await answersOn(user, postId, name);
    expect(after.found).toBe(0);
    for (const value of [name, bio, 'rude', url]) expect(after.all).not.toContain(value);
    expect(after.all).toContain(user.anonymousUsername);
    expect(await Promise.all([statusOf(url), statusOf(url, browser)])).toEqual([404, 200]);
    expect((await moe.get(body.profilePictureUrl ?? '')).status).toBe(200);

    const actId = (await actOn(user)) ?? '';
    expect((await browser.account()).body).toMatchObject({
      ...own,
      withheld: withheld.map((part) => ({ part, actId })),
    });
    expect((await browser.decisions()).body).toMatchObject([
      { kind: 'withheld', title: 'Part of your profile was withheld', note: 'Insults.', canAppeal: true },
    ]);
    const mail = (await mailsTo(app, user.email, 2)).at(-1);
    expect(mail?.subject).toBe('Part of your profile was withheld');
    expect(mail?.text).toContain('your name, your bio, your links, your picture');
    expect(mail?.text).toContain('Insults or harassment: Insults.');
    expect(await withhold(user.id, ['bio'])).toMatchObject({ status: 409 });
  });

  it('refuse the same again, show something newer, and keep it when the act is undone', async () => {
    const { browser, user, own } = await known(2);
    await withhold(user.id, ['name', 'bio', 'picture']);
    const again = { displayUsername: own.displayUsername.toUpperCase(), bio: 'Write tо me at once' };
    expect(await browser.changeProfile(again)).toMatchObject({
      status: 400,
      body: { errors: { displayUsername: [WITHHELD], bio: [WITHHELD] } },
    });
    expect(await show(browser, 2)).toMatchObject({ status: 422, body: { message: LOOK } });
    // The rest of the form, with what stays.
    const rest = { ...own, socialLinks: null };
    expect((await browser.changeProfile(rest)).status).toBe(200);
    expect((await publicOf(user)).displayUsername).toBeNull();

    const newer = unique('Kind Owl ');
    expect((await browser.changeProfile({ displayUsername: newer })).status).toBe(200);
    const { profilePictureUrl } = (await show(browser, 3)).body;
    await settled(app);
    const left = { displayUsername: newer, bio: null, profilePictureUrl };
    expect(await publicOf(user)).toMatchObject(left);
    expect(await show(browser, 2)).toMatchObject({ status: 422 });
    await moe.undo(await actOn(user));
    await settled(app);
    expect(await publicOf(user)).toMatchObject({ ...left, bio: own.bio });
    expect((await browser.account()).body.withheld).toEqual([]);
    expect((await mailsTo(app, user.email, 3)).at(-1)?.subject).toBe('Your profile is no longer withheld');
    expect((await browser.changeProfile({ displayUsername: own.displayUsername })).status).toBe(200);
  });

  it('are shown again when another moderator grants the appeal, who sees what it was', async () => {
    const { browser, user, own } = await known(4);
    await withhold(user.id, ['bio', 'picture']);
    const actId = await actOn(user);
    expect((await browser.appeal(actId, 'It is a song.')).status).toBe(201);
    expect((await moe.decideAppeal(actId, true)).status).toBe(403);
    const { body } = await mia.get<object>(`${DESK}/appeals/${actId}`);
    expect(body).toMatchObject({
      about: 'profile',
      subjectText: `Bio: ${own.bio}\nProfile picture`,
      imageUrl: expect.stringMatching(/^\/api\/rtm-sys\/pictures\//) as string,
    });
    expect((await mia.decideAppeal(actId, true)).status).toBe(200);
    await settled(app);
    expect(await publicOf(user)).toMatchObject(own);
  });

  it('of suspended people have no bio and picture, until the suspension is lifted or ends', async () => {
    const { user, own } = await known(5);
    const hidden = { ...own, bio: null, profilePictureUrl: null };
    const endsAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
    await olga.post(`${DESK}/users/${user.id}/suspend`, { ...ABUSE, endsAt });
    await olga.post(`${DESK}/users/${user.id}/suspend`, ABUSE);
    await settled(app);
    expect(await publicOf(user)).toMatchObject(hidden);
    expect(await statusOf(own.profilePictureUrl)).toBe(404);
    await olga.undo(await actOn(user));
    await settled(app);
    expect(await publicOf(user)).toMatchObject(hidden);
    app.clock.advance(60_000);
    await app.server.get(SuspensionEnds, { strict: false }).record();
    await settled(app);
    expect(await publicOf(user)).toMatchObject(own);
    expect(await statusOf(own.profilePictureUrl)).toBe(200);
    const { body: acts } = await moe.actsOn(user.id);
    expect(acts.filter(({ undone }) => undone === null)).toHaveLength(1);

    const dispute = { ...suspensionFor('A dispute.', 'dp_9'), cause: 'dispute' as const };
    await send(app, Account.SuspendAccount({ accountId: user.id, ...dispute }));
    await settled(app);
    expect(await publicOf(user)).toMatchObject(own);
  });

  it('are withheld as the admin saw them, by another admin than the person', async () => {
    const { user, browser } = await known(7);
    const { account } = (await moe.get<AdminPerson>(`${DESK}/users/${user.id}`)).body;
    const seen = account?.profileChangedAt;
    app.clock.advance(1000);
    await browser.changeProfile({ bio: 'I walk.' });
    expect(await withhold(user.id, ['bio'], { seen })).toMatchObject({
      status: 409,
      body: { message: 'This profile has changed. Please look at it again.' },
    });
    expect((await publicOf(user)).bio).toBe('I walk.');
  });

  it('give a withheld name to another person, so that no undo shows it twice', async () => {
    const [{ user, browser, own }, other] = [await known(6), await join()];
    const { displayUsername } = own;
    await withhold(user.id, ['name']);
    const take = async () => (await other.browser.changeProfile({ displayUsername })).status;
    expect(await take()).toBe(400);
    app.clock.advance(UNUSED_CLAIM_MS);
    // What is not completed takes nothing.
    const cause = { actor: { kind: 'user', id: other.user.id }, requestId: null } as const;
    const failing = causedBy({ ...cause, correlationId: 'c1', causationId: 'c1' }, () =>
      app.server
        .get(DisplayNames, { strict: false })
        .rename(other.user.id, displayUsername, () => Promise.reject(new Error('refused'))),
    );
    await expect(failing).rejects.toThrow('refused');
    const { log } = app.adapters.storage;
    const last = (await log.readStream(`account-${user.id}`)).at(-1);
    expect([last?.type, await take()]).toEqual(['ProfileWithheld', 400]);
    app.clock.advance(UNUSED_CLAIM_MS);
    expect(await take()).toBe(200);
    const later = await adminBrowser(app, unique('max'));
    expect((await later.undo((await later.actsOn(user.id)).body[0]?.id)).status).toBe(200);
    await settled(app);
    expect((await publicOf(user)).displayUsername).toBeNull();
    expect((await publicOf(other.user)).displayUsername).toBe(displayUsername);
    expect((await browser.changeProfile({ displayUsername })).status).toBe(400);
  });
});
