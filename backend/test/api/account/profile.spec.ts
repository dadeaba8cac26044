import { Account } from '../../../src/domain/account/account.js';
import { NAME_TOO_SIMILAR, Username } from '../../../src/domain/account/username.js';
import { ServerSecret } from '../../../src/infrastructure/sessions/server-secret.js';
import { PeopleReader } from '../../../src/projections/accounts/people.js';
import type { User } from '../../../src/projections/accounts/accounts.js';
import { unique, useApp } from '../../support/app.js';
import { usePerson, verified } from '../../support/people.js';
import { jpegPhoto } from '../../support/photos.js';
import { send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import { suspensionFor } from '../../support/suspensions.js';
import type { Visitor } from '../../support/visitor.js';

const app = useApp();
const join = () => verified(app, `${unique('person')}@example.org`);
const deletion = (accountId: string) =>
  Account.DeleteAccount({ accountId, now: app.clock.now().toISOString(), isConfirmed: true });
/** The answer to a name that is not accepted. */
const refusedFor = (message: string) => ({
  status: 400,
  body: { code: 'invalid', message, errors: { displayUsername: [message] } },
});

describe('a profile over HTTP', () => {
  const publicOf = async ({ id }: User) =>
    (await app.browser().get<{ user: Partial<User> }>(`/api/users/${id}`)).body.user;

  it('has texts that are tidied, and shown to the user and to others', async () => {
    const { browser, user } = await join();
    const name = unique('Ann of the Meadow ');
    const profile = {
      displayUsername: name,
      bio: 'I walk.\nA lot.',
      socialLinks: { instagram: 'ann.walks', youtube: 'https://www.youtube.com/@ann' },
    };
    const typed = {
      displayUsername: `  ${name.replaceAll(' ', '\n ')}\u202E `,
      bio: ' I walk. \r\nA lot.\u200B',
      socialLinks: {
        instagram: ' @ann.walks ',
        youtube: 'http://www.youtube.com/@ann',
        tiktok: '  ',
        twitter: null,
      },
    };
    expect(await browser.changeProfile(typed)).toMatchObject({ status: 200, body: { ...user, ...profile } });
    expect((await browser.account()).body).toEqual({ ...user, ...profile });
    expect(await publicOf(user)).toMatchObject({ id: user.id, ...profile });
  });

  it('keeps fields that are omitted, and clears those that are null or blank', async () => {
    const { browser } = await join();
    const displayUsername = unique('Ann ');
    const links = { instagram: 'ann', snapchat: 'ann' };
    const changed = async (change: object) => (await browser.changeProfile(change)).body;
    await changed({ displayUsername, bio: 'I walk.', socialLinks: links });
    expect(await changed({ bio: ' ' })).toMatchObject({ displayUsername, bio: null, socialLinks: links });
    expect(await changed({ socialLinks: { snapchat: 'ann' } })).toMatchObject({
      displayUsername,
      socialLinks: { snapchat: 'ann' },
    });
    expect(await changed({ displayUsername: null, socialLinks: {} })).toMatchObject({
      displayUsername: null,
      socialLinks: null,
    });
    expect((await browser.changeProfile({})).status).toBe(200);
  });

  it('does not change when a field is invalid, which is named', async () => {
    const { browser, user } = await join();
    const link = 'Please enter a username or an https address of at most 200 characters';
    const wrong: [object, object][] = [
      [{ displayUsername: 'x'.repeat(51) }, { displayUsername: ['A name has at most 50 characters'] }],
      [{ socialLinks: [{ twitter: 'ann' }] }, { socialLinks: ['Please send the links by platform'] }],
      [{ socialLinks: { twitter: 'javascript:alert(1)' } }, { 'socialLinks.twitter': [link] }],
    ];
    for (const [profile, errors] of wrong) {
      expect(await browser.changeProfile({ bio: 'I walk.', ...profile })).toMatchObject({
        status: 400,
        body: { code: 'invalid', errors },
      });
    }
    for (const body of ['null', '[]', '7', '"text"']) {
      const headers = { 'content-type': 'application/json' };
      const answer = await browser.request('PATCH', '/api/user/profile', { headers, body });
      expect([body, answer]).toMatchObject([body, { status: 400, body: { code: 'invalid' } }]);
    }
    expect((await browser.account()).body).toEqual(user);
  });

  it('has a name of 50 characters and a bio of 500, none of which the moderation refuses', async () => {
    const { browser, user } = await join();
    const refusals: [object, string][] = [
      [
        { displayUsername: 'Ann', bio: 'Write to ann@example.org' },
        "We can't show this bio: it has an e-mail address. Please change it.",
      ],
      [{ displayUsername: 'www.example.com' }, "We can't show this name: it has a link. Please change it."],
    ];
    for (const [profile, message] of refusals) {
      expect(await browser.changeProfile(profile)).toMatchObject({
        status: 422,
        body: { code: 'text_refused', message },
      });
    }
    expect((await browser.account()).body).toEqual(user);
    const longest = { displayUsername: unique('é').padEnd(50, 'é'), bio: 'ö'.repeat(500) };
    expect(await browser.changeProfile(longest)).toMatchObject({ status: 200, body: longest });
  });

  it('has no reserved name, nor one like the anonymous name of another user', async () => {
    const { browser, user } = await join();
    const { user: other } = await join();
    for (const [displayUsername, message] of [
      [
        other.anonymousUsername,
        'This name looks like the anonymous name of another user. Please choose another one',
      ],
      ['F00tnote Team', 'This name is reserved for Footnote. Please choose another one'],
    ]) {
      expect(await browser.changeProfile({ displayUsername })).toMatchObject(refusedFor(message ?? ''));
    }
    expect((await browser.account()).body).toEqual(user);
    // One that was reserved later stays.
    const displayUsername = unique('Ann ');
    await send(app, Account.ChangeProfile({ accountId: user.id, displayUsername: 'Staff' }));
    const kept = { displayUsername: 'Staff', bio: 'I walk.' };
    expect(await browser.changeProfile(kept)).toMatchObject({ status: 200, body: kept });
    expect((await browser.changeProfile({ displayUsername })).status).toBe(200);
  });

  it('may have the own anonymous name, even if the moderation refuses it', async () => {
    const { browser, user } = await join();
    const own = user.anonymousUsername.toLowerCase();
    const moderate = jest
      .spyOn(app.adapters.moderation, 'moderate')
      .mockResolvedValue({ allowed: false, reasons: ['has rude or explicit words'] });
    const [named, other] = [
      await browser.changeProfile({ displayUsername: own }),
      await browser.changeProfile({ displayUsername: unique('Ann ') }),
    ];
    moderate.mockRestore();
    expect(named).toMatchObject({ status: 200, body: { displayUsername: own } });
    expect(other.status).toBe(422);
  });

  it('of a suspended user can be read but not changed, until the account is restored', async () => {
    const { browser, user } = await join();
    const reason = 'A payment is disputed.';
    const accountId = user.id;
    const suspension = suspensionFor(reason);
    await send(app, Account.SuspendAccount({ accountId, ...suspension }));
    expect((await browser.account()).body.suspension).toEqual({ reason, cause: 'moderation', endsAt: null });
    const refused = {
      status: 403,
      body: { message: `Your account is suspended: ${reason}`, code: 'forbidden' },
    };
    const picture = await jpegPhoto(1);
    expect(await browser.changeProfile({ bio: 'I walk.' })).toMatchObject(refused);
    expect(await browser.upload('/api/user/profile/picture', picture, { field: 'picture' })).toMatchObject(
      refused,
    );
    const { suspensionId } = suspension;
    await send(app, Account.RestoreAccount({ accountId, suspensionId, reason: 'It was won.' }));
    expect((await browser.account()).body.suspension).toBeNull();
    expect((await browser.changeProfile({ bio: 'I walk.' })).status).toBe(200);
  });

  it('has email preferences, which are changed one by one, also at the same time', async () => {
    const { browser, user } = await join();
    const prefer = (preferences: object) => browser.patch<User>('/api/auth/email-preferences', preferences);
    const both = await Promise.all([
      prefer({ emailNotificationsRating: false }),
      prefer({ emailNotificationsComment: false }),
      prefer({ emailWeekly: true }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    const off = { emailNotificationsRating: false, emailNotificationsComment: false, emailWeekly: true };
    expect((await browser.account()).body).toEqual({ ...user, ...off });
    expect((await prefer({ emailNotificationsRating: true })).body).toMatchObject({
      ...off,
      emailNotificationsRating: true,
    });
  });
});

describe('the page of a person', () => {
  const page = async (address: string) => {
    const answer = await fetch(`${app.url}${address}`);
    const html = await answer.text();
    return { status: answer.status, html, title: /<title[^>]*>([^<]*)</.exec(html)?.[1] };
  };

  it('is served until the account is deleted', async () => {
    const { user } = await join();
    await settled(app);
    const title = `${user.anonymousUsername} · Footnote`;
    for (const end of ['', '/', '?from=elsewhere']) {
      expect(await page(`/user/${user.id}${end}`)).toMatchObject({ status: 200, title });
    }
    await send(app, deletion(user.id));
    await settled(app);
    expect((await page(`/user/${user.id}`)).status).toBe(404);
  });

  it.each([crypto.randomUUID(), 'nobody', '%20', 'a'.repeat(300)])(
    'is served with status 404 for nobody: %s',
    async (id) => {
      const { status, title, html } = await page(`/user/${id}`);
      expect([status, title]).toEqual([404, 'User Not Found · Footnote']);
      // The frontend is there to show its screen for this.
      expect(html).toContain('<div id="root">');
    },
  );

  it('is served with status 503 while that is unknown', async () => {
    const away = jest
      .spyOn(app.server.get(PeopleReader, { strict: false }), 'byIds')
      .mockRejectedValue(new Error('the store is away'));
    const served = await page(`/user/${crypto.randomUUID()}`);
    away.mockRestore();
    expect(served).toMatchObject({ status: 503, title: 'Profile · Footnote' });
  });
});

describe('the display names of two people', () => {
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  const rename = (browser: Visitor, displayUsername: string | null) =>
    browser.changeProfile({ displayUsername });
  const statusesOf = async (...names: readonly [browser: Visitor, name: string | null][]) => {
    const statuses: number[] = [];
    for (const [browser, name] of names) statuses.push((await rename(browser, name)).status);
    return statuses;
  };
  const refused = refusedFor(NAME_TOO_SIMILAR);
  // The names are the same in each run: they are free for other files again.
  afterEach(() => statusesOf([ann, null], [bob, null]));

  it('must not look alike', async () => {
    expect((await rename(ann, 'Paul of Toeham')).status).toBe(200);
    const before = (await bob.account()).body;
    for (const alike of [
      'Paul of Toeham',
      'PaulofToeham',
      'Pаul-of-Tоeham!',
      'Pául of Töeham',
      'PauI of T0eham',
    ]) {
      expect([alike, await rename(bob, alike)]).toMatchObject([alike, refused]);
    }
    expect((await bob.account()).body).toEqual(before);
    expect(await statusesOf([bob, 'Paula of Toeham'])).toEqual([200]);
  });

  it('may differ by a vowel mark, or by an emoji', async () => {
    expect(await statusesOf([ann, 'मीना'], [bob, 'मना'], [ann, '🦶'], [bob, '🌸'])).toEqual([
      200, 200, 200, 200,
    ]);
    expect(await rename(ann, '🌸')).toMatchObject(refused);
  });

  it.each([
    ['می\u200Cخوانم', 'میخوانم'],
    ['ᠠ\u180Bᠮ', 'ᠠᠮ'],
    ['👩\u200D❤\uFE0F\u200D👨', '👩❤👨'],
    ['🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}', '🏴'],
    ['⠃⠂', '⠃\u2800⠂'],
    ['Ann Exclaims!', 'Ann Exclaims!\uFE00'],
    ['ที่ราบ', 'ที่่ราบ'],
    ['★', '★\u{1D159}'],
  ])('must differ by more than what nobody sees: %s', async (name, alike) => {
    expect(await statusesOf([ann, name], [bob, alike])).toEqual([200, 400]);
  });

  it.each([
    ['a family with its joiners', '👨\u200D👩\u200D👧', '👨\u200D👩\u200D👧'],
    ['a sign that stands for a letter, with its selector', '㊗\uFE0F', '祝\uFE0F'],
  ])('must not be what was claimed in an earlier look: %s', async (_, name, look) => {
    const usernameHash = app.server.get(ServerSecret).hmac('display-name', look).toString('hex');
    const [accountId, now] = [ann.id, app.clock.now().toISOString()];
    await send(app, Username.ClaimDisplayName({ usernameHash, accountId, unusedBy: null, now }));
    await send(app, Account.ChangeProfile({ accountId, displayUsername: name }));
    expect(await rename(bob, name)).toMatchObject(refused);
    expect(await statusesOf([ann, null], [bob, name])).toEqual([200, 200]);
  });

  it('may be spelled in another way by the same person, who frees it with another one', async () => {
    expect(await statusesOf([ann, 'Zoe Sole'], [ann, 'ZOË SOLE'])).toEqual([200, 200]);
    expect(await rename(bob, 'Zoe Sole')).toMatchObject(refused);
    expect(await statusesOf([ann, 'Ivy Heel'], [bob, 'Zoe Sole'])).toEqual([200, 200]);
    expect(await statusesOf([ann, null], [bob, 'Ivy Heel'], [ann, 'Ivy Heel'])).toEqual([200, 200, 400]);
  });

  it('become free at once when the account is deleted', async () => {
    const { browser, user } = await join();
    expect(await statusesOf([browser, 'Otto Instep'], [bob, 'Otto Instep'])).toEqual([200, 400]);
    await send(app, deletion(user.id));
    expect(await statusesOf([bob, 'Otto Instep'])).toEqual([200]);
  });

  it('cannot be taken by two people at the same time', async () => {
    for (const name of ['Una Ankle', 'Una Ball', 'Una Calf', 'Una Dorsum']) {
      const answers = await Promise.all([ann, bob].map((person) => rename(person, name)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    }
  });

  it('stay when other fields change, also if another person had the name first', async () => {
    await send(app, Account.ChangeProfile({ accountId: bob.id, displayUsername: 'Lou Tarsal' }));
    expect(await statusesOf([ann, 'Lou Tarsal'])).toEqual([200]);
    const profile = { displayUsername: 'Lou Tarsal', bio: 'I walk.' };
    expect(await bob.changeProfile(profile)).toMatchObject({ status: 200, body: profile });
    expect(await rename(bob, 'LOU TARSAL')).toMatchObject(refused);
  });
});
