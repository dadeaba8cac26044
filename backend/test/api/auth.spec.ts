import type { User } from '../../src/projections/accounts/user.js';
import { type RunningApp, startApp } from '../support/app.js';
import type { Browser } from '../support/browser.js';
import { mailsTo, tokenIn } from '../support/mails.js';

const PASSWORD = 'quiet meadow lane';
const DAY = 24 * 60 * 60 * 1000;

describe('accounts over HTTP', () => {
  let app: RunningApp;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.stop());

  const register = async (email: string, browser = app.browser(), password = PASSWORD) => {
    const { status, body } = await browser.post<User>('/api/auth/register', { email, password });
    expect(status).toBe(201);
    return { browser, user: body };
  };
  const verified = async (email: string) => {
    const { browser } = await register(email);
    const [mail] = await mailsTo(app, email, 1);
    const { body } = await browser.post<User>('/api/auth/verify-email', { token: tokenIn(mail) });
    return { browser, user: body };
  };
  const me = async (browser: Browser) => (await browser.get<User>('/api/auth/me')).status;

  it('goes all the way: register, verify, log out, log in', async () => {
    const { browser, user } = await register('  Ann@Example.ORG ');
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'ann@example.org',
      anonymousUsername: expect.stringMatching(/^([A-Z][a-z]+){2}\d{4}$/),
      displayUsername: null,
      bio: null,
      profilePictureUrl: null,
      socialLinks: null,
      isAdmin: false,
      emailVerified: false,
      createdAt: app.clock.now().toISOString(),
      emailNotificationsRating: true,
      emailNotificationsComment: true,
      emailNotificationsAchievements: true,
    });
    expect((await browser.get('/api/auth/me')).body).toEqual(user);

    const [mail] = await mailsTo(app, 'ann@example.org', 1);
    expect(mail?.subject).toBe('Please verify your email address');
    expect(mail?.text).toContain(`${app.url}/verify-email?token=${tokenIn(mail)}`);
    expect(mail?.html).toContain(`href="${app.url}/verify-email?token=${tokenIn(mail)}"`);

    const elsewhere = app.browser();
    const answer = await elsewhere.post('/api/auth/verify-email', { token: tokenIn(mail) });
    expect(answer).toMatchObject({ status: 200, body: { ...user, emailVerified: true } });
    expect((await elsewhere.get('/api/auth/me')).body).toEqual({ ...user, emailVerified: true });
    expect((await browser.get('/api/auth/me')).body).toEqual({ ...user, emailVerified: true });

    expect(await browser.post('/api/auth/logout')).toMatchObject({ status: 204, body: '' });
    expect(await me(browser)).toBe(401);
    expect(await me(elsewhere)).toBe(200);

    const login = await browser.post('/api/auth/login', { email: 'ANN@example.org', password: PASSWORD });
    expect(login).toMatchObject({ status: 200, body: { id: user.id, emailVerified: true } });
    expect((await browser.get<User>('/api/auth/me')).body.id).toBe(user.id);
  });

  it('lets somebody unverified log in again', async () => {
    const { browser, user } = await register('newcomer@example.org');
    await browser.post('/api/auth/logout');
    const { status, body } = await browser.post<User>('/api/auth/login', {
      email: user.email,
      password: PASSWORD,
    });
    expect([status, body.id, body.emailVerified]).toEqual([200, user.id, false]);
  });

  it('turns a visitor without a session away with words', async () => {
    expect(await app.browser().get('/api/auth/me')).toMatchObject({
      status: 401,
      body: { message: 'Please log in to continue.', code: 'unauthenticated', requestId: expect.any(String) },
    });
  });

  it('logs nobody out without a fuss', async () => {
    expect((await app.browser().post('/api/auth/logout')).status).toBe(204);
  });

  describe('does not tell who has an account', () => {
    const withoutId = ({ body }: { body: unknown }) => {
      const { requestId: _, ...rest } = body as { requestId: string };
      return rest;
    };

    it('at login: a wrong password and an unknown address get the same answer', async () => {
      await verified('known@example.org');
      const login = (email: string) =>
        app.browser().post('/api/auth/login', { email, password: 'wrong password' });
      const [known, unknown] = [await login('known@example.org'), await login('unknown@example.org')];
      expect(known.status).toBe(401);
      expect(known.body).toMatchObject({ message: 'Invalid email or password', code: 'unauthenticated' });
      expect(unknown.status).toBe(known.status);
      expect(withoutId(unknown)).toEqual(withoutId(known));
    });

    it('at registration: a taken address gets an account like any other, and its owner a mail that says so', async () => {
      const owner = await verified('taken@example.org');
      const second = await register('taken@example.org', app.browser(), 'another password');
      const fresh = await register('fresh@example.org', app.browser(), 'another password');
      const unlike = (user: User) => ({ ...user, id: '', email: '', anonymousUsername: '' });
      expect(unlike(second.user)).toEqual(unlike(fresh.user));
      expect(second.user.id).not.toBe(owner.user.id);

      const [, mail] = await mailsTo(app, 'taken@example.org', 2);
      expect(mail?.subject).toBe('You already have an account');
      expect(mail?.text).toContain(`${app.url}/login`);
      expect(mail?.text).not.toContain('token=');
      expect(mail?.html).not.toContain('token=');
    });

    it('at login after that: each password opens its own account', async () => {
      const owner = await verified('shared@example.org');
      const second = await register('shared@example.org', app.browser(), 'another password');
      const login = async (password: string) =>
        (await app.browser().post<User>('/api/auth/login', { email: 'shared@example.org', password })).body;
      expect(await login(PASSWORD)).toMatchObject({ id: owner.user.id, emailVerified: true });
      expect(await login('another password')).toMatchObject({ id: second.user.id, emailVerified: false });
    });

    it('when a mail is asked for again', async () => {
      await register('waiting@example.org');
      await verified('done@example.org');
      const resend = (email: string) => app.browser().post('/api/auth/resend-verification', { email });
      const answers = await Promise.all(
        ['waiting@example.org', 'done@example.org', 'nobody@example.org'].map(resend),
      );
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        expect(body).toEqual({ message: 'If an account exists, a verification email has been sent.' });
      }
      const [first, second] = await mailsTo(app, 'waiting@example.org', 2);
      expect(tokenIn(first)).not.toBe(tokenIn(second));
      expect(await mailsTo(app, 'done@example.org', 1)).toHaveLength(1);
      expect(await mailsTo(app, 'nobody@example.org', 0)).toHaveLength(0);
    });
  });

  describe('a verification link', () => {
    const verify = (token: string, browser = app.browser()) =>
      browser.post('/api/auth/verify-email', { token });
    const INVALID =
      'Verification failed. This link is not valid. Please use the newest one or request another.';

    it('works once', async () => {
      await register('once@example.org');
      const [mail] = await mailsTo(app, 'once@example.org', 1);
      expect((await verify(tokenIn(mail))).status).toBe(200);
      const browser = app.browser();
      expect(await verify(tokenIn(mail), browser)).toMatchObject({
        status: 400,
        body: {
          message: 'Verification failed. This link has already been used. Please log in.',
          code: 'invalid',
        },
      });
      expect(await me(browser)).toBe(401);
    });

    it('works once also when it is shown twice at the same moment', async () => {
      await register('twice@example.org');
      const [mail] = await mailsTo(app, 'twice@example.org', 1);
      const answers = await Promise.all([
        verify(tokenIn(mail)),
        verify(tokenIn(mail)),
        verify(tokenIn(mail)),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    });

    it('is worth nothing once a newer one was asked for', async () => {
      await register('newer@example.org');
      await app.browser().post('/api/auth/resend-verification', { email: 'newer@example.org' });
      const [older, newer] = await mailsTo(app, 'newer@example.org', 2);
      expect(await verify(tokenIn(older))).toMatchObject({ status: 400, body: { message: INVALID } });
      expect((await verify(tokenIn(newer))).status).toBe(200);
    });

    it('expires after 24 hours, and takes the address from nobody', async () => {
      const late = await startApp();
      try {
        const browser = late.browser();
        await browser.post('/api/auth/register', { email: 'late@example.org', password: PASSWORD });
        const [first] = await mailsTo(late, 'late@example.org', 1);
        late.clock.advance(DAY);
        expect(await browser.post('/api/auth/verify-email', { token: tokenIn(first) })).toMatchObject({
          status: 400,
          body: { message: 'Verification failed. This link has expired. Please request a new one.' },
        });
        const other = late.browser();
        await other.post('/api/auth/register', { email: 'late@example.org', password: 'another password' });
        const [, second] = await mailsTo(late, 'late@example.org', 2);
        expect((await other.post('/api/auth/verify-email', { token: tokenIn(second) })).status).toBe(200);
      } finally {
        await late.stop();
      }
    });

    it('is refused when another account has proved the address meanwhile', async () => {
      await register('race@example.org', app.browser(), 'first password');
      await register('race@example.org', app.browser(), 'second password');
      const [first, second] = await mailsTo(app, 'race@example.org', 2);
      expect((await verify(tokenIn(first))).status).toBe(200);
      expect(await verify(tokenIn(second))).toMatchObject({
        status: 409,
        body: {
          message: 'This email address already belongs to another account. Please log in.',
          code: 'conflict',
        },
      });
    });

    it('can’t be made up or changed', async () => {
      await register('forged@example.org');
      const [mail] = await mailsTo(app, 'forged@example.org', 1);
      const token = tokenIn(mail);
      const flipped = (at: number) =>
        token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      for (const forged of [
        flipped(0),
        flipped(30),
        flipped(63),
        token.slice(1),
        `${token}A`,
        'x',
        'A'.repeat(64),
      ]) {
        expect(await verify(forged)).toMatchObject({ status: 400, body: { message: INVALID } });
      }
      expect((await verify(token)).status).toBe(200);
    });

    it('has to be there', async () => {
      expect(await app.browser().post('/api/auth/verify-email', {})).toMatchObject({
        status: 400,
        body: {
          message: 'No verification token provided',
          errors: { token: ['No verification token provided'] },
        },
      });
    });
  });

  describe('refuses what is no address and no password', () => {
    const EMAIL = 'Please enter a valid email address';

    it.each([
      [{ email: '', password: PASSWORD }, { email: [EMAIL] }],
      [{ email: 'ann', password: PASSWORD }, { email: [EMAIL] }],
      [{ email: 'ann@', password: PASSWORD }, { email: [EMAIL] }],
      [{ email: 'ann@example', password: PASSWORD }, { email: [EMAIL] }],
      [
        {
          email: `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(20)}.org`,
          password: PASSWORD,
        },
        { email: [expect.any(String)] },
      ],
      [{ email: ['ann@example.org'], password: PASSWORD }, { email: [EMAIL] }],
      [{ password: PASSWORD }, { email: [EMAIL] }],
      [
        { email: 'b@example.org', password: 'seven77' },
        { password: ['Password must be at least 8 characters'] },
      ],
      [
        { email: 'b@example.org', password: 'x'.repeat(129) },
        { password: ['Password must be at most 128 characters'] },
      ],
      [{ email: 'b@example.org', password: 12345678 }, { password: ['Please enter a password'] }],
      [{ email: 'b@example.org' }, { password: ['Please enter a password'] }],
      [
        { email: 'b@example.org', password: 'Password123' },
        { password: ['This password is too common. Please choose another one'] },
      ],
      [
        { email: 'ann', password: 'short' },
        { email: [EMAIL], password: ['Password must be at least 8 characters'] },
      ],
    ])('register %j', async (body, errors) => {
      const browser = app.browser();
      const answer = await browser.post<{ message: string }>('/api/auth/register', body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', errors } });
      expect(answer.body.message).toBe(
        Object.values((answer.body as unknown as { errors: Record<string, string[]> }).errors)
          .flat()
          .join('. '),
      );
      expect(browser.cookies.size).toBe(0);
    });

    it.each([
      [{}],
      [{ email: 'ann@example.org' }],
      [{ email: 'ann@example.org', password: '' }],
      [{ password: 'x' }],
    ])('log in %j', async (body) => {
      expect((await app.browser().post('/api/auth/login', body)).status).toBe(400);
    });

    it('takes the shortest and the longest password there may be, and fields it does not know', async () => {
      for (const [index, password] of ['8 chars!', 'y'.repeat(128)].entries()) {
        const email = `border${index}@example.org`;
        const answer = await app
          .browser()
          .post('/api/auth/register', { email, password, isAdmin: true, emailVerified: true });
        expect(answer).toMatchObject({ status: 201, body: { isAdmin: false, emailVerified: false } });
        expect((await app.browser().post('/api/auth/login', { email, password })).status).toBe(200);
      }
    });

    it('asks for an address before it sends another mail', async () => {
      expect(await app.browser().post('/api/auth/resend-verification', { email: 'x' })).toMatchObject({
        status: 400,
        body: { message: EMAIL },
      });
    });
  });

  it('knows an address with an international domain in either spelling', async () => {
    const { user } = await register('zoe@Bücher.example');
    expect(user.email).toBe('zoe@xn--bcher-kva.example');
    const login = await app
      .browser()
      .post('/api/auth/login', { email: 'ZOE@xn--bcher-kva.example', password: PASSWORD });
    expect(login.status).toBe(200);
  });

  it('keeps no address, password or token in the log or in the sessions', async () => {
    const { browser } = await register('secret-address@example.org');
    const [mail] = await mailsTo(app, 'secret-address@example.org', 1);
    const events = await app.adapters.engines.log.readAll(0, 10_000);
    expect(events.some(({ type }) => type === 'VerificationRequested')).toBe(true);
    const session = browser.cookies.get('session') ?? '';
    const log = JSON.stringify(events);
    for (const secret of ['secret-address', PASSWORD, '$argon2', tokenIn(mail), session])
      expect(log).not.toContain(secret);
  });
});
