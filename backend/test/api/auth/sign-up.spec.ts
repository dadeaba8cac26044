import { anonymousUsername } from '../../../src/domain/account/anonymous-username.js';
import { Username } from '../../../src/domain/account/username.js';
import { isNewEmailAddress, normaliseEmail } from '../../../src/api/http/email-address.js';
import { unique, useApp } from '../../support/app.js';
import type { Answer } from '../../support/browser.js';
import { mailsTo, tokenIn } from '../../support/mails.js';
import { registered, signedUp, verified } from '../../support/people.js';
import { send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import { PASSWORD } from '../../support/visitor.js';

const EMAIL = 'Please enter a valid email address';
const OTHER = 'another password';
const newEmail = (name = 'ann') => `${unique(name)}@example.org`;

describe('accounts over HTTP', () => {
  const app = useApp();
  const register = (body: object) => app.browser().post('/api/auth/register', body);

  it('covers the whole way: register, verify, log out, log in', async () => {
    const email = newEmail();
    const { browser, user } = await signedUp(app, `  ${email.toUpperCase()} `);
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      anonymousUsername: expect.stringMatching(/^([A-Z][a-z]+){2}\d{4}$/),
      displayUsername: null,
      bio: null,
      profilePictureUrl: null,
      socialLinks: null,
      isAdmin: false,
      emailVerified: false,
      verifiedAt: null,
      createdAt: app.clock.now().toISOString(),
      emailNotificationsRating: true,
      emailNotificationsComment: true,
      emailNotificationsAchievements: true,
      emailNotificationsBoosts: true,
      emailWeekly: false,
      deletionDueAt: null,
      suspension: null,
      withheld: [],
    });
    expect((await browser.me()).body).toEqual(user);

    const [mail] = await mailsTo(app, email, 1);
    expect(mail?.subject).toBe('Please verify your email address');
    expect(mail?.text).toContain(`${app.url}/verify-email?token=${tokenIn(mail)}`);
    expect(mail?.html).toContain(`href="${app.url}/verify-email?token=${tokenIn(mail)}"`);

    const elsewhere = app.browser();
    const answer = await elsewhere.verifyEmail(tokenIn(mail), PASSWORD);
    const verifiedUser = { ...user, emailVerified: true, verifiedAt: app.clock.now().toISOString() };
    expect(answer).toMatchObject({ status: 200, body: verifiedUser });
    for (const each of [browser, elsewhere]) {
      expect((await each.me()).body).toEqual(verifiedUser);
    }

    for (const _ of ['with a session', 'without one']) {
      expect(await browser.logout()).toMatchObject({ status: 204, body: '' });
    }
    expect(await browser.me()).toMatchObject({
      status: 401,
      body: { message: 'Please log in to continue.', code: 'unauthenticated', requestId: expect.any(String) },
    });
    expect((await elsewhere.me()).status).toBe(200);

    const login = await browser.login(email.toUpperCase());
    expect(login).toMatchObject({ status: 200, body: { id: user.id, emailVerified: true } });
    expect((await browser.me()).body.id).toBe(user.id);
  });

  it('gives each account its own username, even when the first one that it would get is taken', async () => {
    const accountId = crypto.randomUUID();
    const { secret, ids } = app.adapters;
    const taken = anonymousUsername(secret.hmac('anonymous username', accountId, '1'));
    const usernameHash = secret.hmac('username', taken.toLowerCase()).toString('hex');
    await send(app, Username.ClaimUsername({ usernameHash, accountId: crypto.randomUUID() }));
    // No reaction may take the id.
    await settled(app);
    const uuid = jest.spyOn(ids, 'uuid').mockReturnValueOnce(accountId);
    const { user } = await signedUp(app, newEmail());
    uuid.mockRestore();
    expect(user.id).toBe(accountId);
    expect(user.anonymousUsername).not.toBe(taken);
    expect(user.anonymousUsername).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+\d{4}$/);
  });

  it('keeps no address, password or token in the log', async () => {
    const { log } = app.adapters.storage;
    const before = await log.head();
    const email = newEmail('secret-address');
    const { browser } = await signedUp(app, email);
    const [mail] = await mailsTo(app, email, 1);
    const events = await log.readAll(before, 1000);
    expect(events.some(({ type }) => type === 'VerificationRequested')).toBe(true);
    const session = browser.cookies.get('session') ?? '';
    const text = JSON.stringify(events);
    for (const secret of ['secret-address', PASSWORD, '$argon2', tokenIn(mail), session])
      expect(text).not.toContain(secret);
  });

  it('at one address each have their own password', async () => {
    const email = newEmail();
    const login = async (password: string) => (await app.browser().login(email, password)).body;
    const first = await signedUp(app, email);
    await signedUp(app, email, OTHER);
    expect(await login(PASSWORD)).toMatchObject({ id: first.user.id, emailVerified: false });

    const shared = newEmail();
    const owner = await verified(app, shared);
    const second = await signedUp(app, shared, OTHER);
    expect((await app.browser().login(shared)).body).toMatchObject({
      id: owner.user.id,
      emailVerified: true,
    });
    expect((await app.browser().login(shared, OTHER)).body).toMatchObject({
      id: second.user.id,
      emailVerified: false,
    });
    const [, mail] = await mailsTo(app, shared, 2);
    expect(mail?.subject).toBe('You already have an account');
    expect(mail?.text).toContain(`${app.url}/login`);
    expect(`${mail?.text}${mail?.html}`).not.toContain('verify-email');
  });

  it('are not made of invalid fields, all of which are named (V2.2.2, V6.2.1)', async () => {
    const browser = app.browser();
    const errors = { password: ['Password must be at least 8 characters'], email: [EMAIL] };
    expect(await browser.post('/api/auth/register', { email: 'ann', password: 'short' })).toMatchObject({
      status: 400,
      body: { code: 'invalid', errors, message: Object.values(errors).flat().join('. ') },
    });
    expect(browser.cookies.size).toBe(0);
    expect((await app.browser().post('/api/auth/login', {})).status).toBe(400);
  });

  it('have passwords of the minimum and maximum length, and ignore unknown fields (V6.2.9)', async () => {
    for (const password of ['8 chars!', 'y'.repeat(128)]) {
      const email = newEmail();
      expect(await register({ email, password, isAdmin: true, emailVerified: true })).toMatchObject({
        status: 201,
        body: { isAdmin: false, emailVerified: false },
      });
      expect((await app.browser().login(email, password)).status).toBe(200);
    }
  });

  it('get no address with a quoted local part, but keep one that they have', async () => {
    const email = `"${unique('a b')}"@example.org`;
    const refused = { status: 400, body: { errors: { email: [EMAIL] } } };
    const { browser } = await signedUp(app, newEmail());
    expect(await register({ email, password: PASSWORD })).toMatchObject(refused);
    expect(await browser.put('/api/auth/email', { email })).toMatchObject(refused);
    await registered(app, email);
    expect((await app.browser().login(email)).status).toBe(200);
    for (const call of ['forgot-password', 'resend-verification']) {
      expect((await app.browser().post(`/api/auth/${call}`, { email })).status).toBe(200);
    }
  });

  it('have one address in both spellings of an international domain', async () => {
    const name = unique('zoe');
    const { user } = await signedUp(app, `${name}@Bücher.example`);
    expect(user.email).toBe(`${name}@xn--bcher-kva.example`);
    expect((await app.browser().login(user.email.toUpperCase())).status).toBe(200);
  });

  describe('do not reveal whether an address has one', () => {
    /** Addresses in the three states that a stranger might want to tell apart. */
    let [known, unverified, missing] = ['', '', ''];
    beforeEach(async () => {
      [known, unverified, missing] = [newEmail('known'), newEmail('unverified'), newEmail('missing')];
      await verified(app, known);
      await signedUp(app, unverified);
      await settled(app);
    });
    /** The parts of a response that could reveal something: all but the date and the request id. */
    const comparable = ({ status, headers, body }: Answer) => {
      const names = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name));
      const { requestId: _, ...rest } = body as Record<string, unknown>;
      return {
        status,
        body: rest,
        headers: Object.fromEntries(names.map((name) => [name, headers.get(name)])),
      };
    };
    const answers = async (address: string, body: object) => {
      const calls = [known, unverified, missing].map((email) =>
        app.browser().post(address, { ...body, email }),
      );
      return (await Promise.all(calls)).map(comparable);
    };

    it.each([
      ['forgot-password', 'If an account exists, a password reset email has been sent.', [1, 1, 0]],
      ['resend-verification', 'If an account exists, a verification email has been sent.', [0, 1, 0]],
    ])('by the answer or timing of %s', async (call, message, sent) => {
      const mails = () =>
        Promise.all([known, unverified, missing].map(async (email) => (await mailsTo(app, email, 0)).length));
      const before = await mails();
      // Other rests, of the machinery, are shorter.
      const rest = jest.spyOn(app.timer, 'rest');
      const [ofKnown, ofUnverified, ofMissing] = await answers(`/api/auth/${call}`, {});
      const waits = rest.mock.calls.filter(([milliseconds]) => milliseconds === 300).length;
      rest.mockRestore();
      expect(ofMissing).toMatchObject({ status: 200, body: { message } });
      expect([ofKnown, ofUnverified]).toEqual([ofMissing, ofMissing]);
      expect(waits).toBe(3);
      await settled(app);
      const after = await mails();
      expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual(sent);
    });

    it('by a failed login', async () => {
      const [ofKnown, ofUnverified, ofMissing] = await answers('/api/auth/login', {
        password: 'not the one',
      });
      expect(ofMissing).toMatchObject({
        status: 401,
        body: { message: 'Invalid email or password', code: 'unauthenticated' },
      });
      expect([ofKnown, ofUnverified]).toEqual([ofMissing, ofMissing]);
    });

    it('by a registration', async () => {
      const shapes = (await answers('/api/auth/register', { password: OTHER })).map(
        ({ status, headers, body: { id, email, anonymousUsername: username, ...rest } }) => ({
          status,
          rest,
          headers: Object.keys(headers),
          given: [typeof id, typeof email, typeof username],
        }),
      );
      expect(shapes[2]).toMatchObject({ status: 201, rest: { emailVerified: false } });
      expect(shapes.slice(0, 2)).toEqual([shapes[2], shapes[2]]);
    });

    it('by the answer when a limit is reached', async () => {
      const last = async (email: string) => {
        const browser = app.browser();
        const forget = () => browser.post('/api/auth/forgot-password', { email });
        for (let tries = 1; tries <= 5; tries += 1) await forget();
        return comparable(await forget());
      };
      const ofMissing = await last(newEmail());
      expect(ofMissing).toMatchObject({ status: 429 });
      expect(await last((await verified(app, newEmail())).user.email)).toEqual(ofMissing);
    });
  });
});

describe('an address', () => {
  it.each([
    ['  Ann@Example.ORG ', 'ann@example.org'],
    ['ann@Bücher.example', 'ann@xn--bcher-kva.example'],
    ['ann@例え.jp', 'ann@xn--r8jz45g.jp'],
    ['"a@b"@example.org', '"a@b"@example.org'],
    ['no address', 'no address'],
    ['ann@', 'ann@'],
    ['ann@exa mple.org', 'ann@exa mple.org'],
  ])('is normalised: %j becomes %j', (text, address) => expect(normaliseEmail(text)).toBe(address));

  it.each([
    '',
    'ann',
    'ann@',
    'ann@example',
    ['ann@example.org'],
    '"a b"@example.org',
    '"a\tb"@example.org',
    's\ud800@example.org',
    'ann@example\udfff.org',
    'ann\u202e@example.org',
    '\u200fann@example.org',
    '\ufeffann@example.org',
    'ann@exam\u200bple.org',
    'ann@exam\u00adple.org',
    'ann@example\u2066.org',
    `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(20)}.org`,
  ])('of a new account is not %j, normalised or not', (value: unknown) => {
    expect(isNewEmailAddress(value)).toBe(false);
    expect(isNewEmailAddress(typeof value === 'string' ? normaliseEmail(value) : value)).toBe(false);
  });
});
