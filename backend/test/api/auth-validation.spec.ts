import { useOwnApp } from '../support/app.js';
import { PASSWORD } from '../support/visitor.js';
import { registered, signedUp } from '../support/people.js';

const EMAIL = 'Please enter a valid email address';

describe('input validation', () => {
  const app = useOwnApp('not shared yet');
  describe('addresses and passwords', () => {
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
      [{ email: 's\ud800@example.org', password: PASSWORD }, { email: [EMAIL] }],
      [{ email: 'ann@example\udfff.org', password: PASSWORD }, { email: [EMAIL] }],
      [{ email: '"a b"@example.org', password: PASSWORD }, { email: [EMAIL] }],
      [{ email: 'ann\u202e@example.org', password: PASSWORD }, { email: [EMAIL] }],
      [{ email: '\u200fann@example.org', password: PASSWORD }, { email: [EMAIL] }],
      [{ email: '\ufeffann@example.org', password: PASSWORD }, { email: [EMAIL] }],
      [{ email: 'ann@exam\u200bple.org', password: PASSWORD }, { email: [EMAIL] }],
      [{ email: 'ann@exam\u00adple.org', password: PASSWORD }, { email: [EMAIL] }],
      [{ email: 'ann@example\u2066.org', password: PASSWORD }, { email: [EMAIL] }],
      [{ email: '"a\tb"@example.org', password: PASSWORD }, { email: [EMAIL] }],
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
    ])('are rejected at registration: %j (V2.2.2, V6.2.1)', async (body, errors) => {
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

    it('are rejected with a quoted local part, unless an account has it already', async () => {
      const quoted = ['"a b"@example.org', '"ab"@example.org'];
      const { browser } = await signedUp(app, 'unquoted@example.org');
      for (const email of quoted) {
        const refused = { status: 400, body: { errors: { email: [EMAIL] } } };
        const registration = await app.browser().post('/api/auth/register', { email, password: PASSWORD });
        expect(registration).toMatchObject(refused);
        expect(await browser.put('/api/auth/email', { email })).toMatchObject(refused);
      }
      for (const email of quoted) {
        await registered(app, email);
        expect((await app.browser().login(email)).status).toBe(200);
        for (const call of ['forgot-password', 'resend-verification']) {
          expect((await app.browser().post(`/api/auth/${call}`, { email })).status).toBe(200);
        }
      }
    });

    it.each([
      [{}],
      [{ email: 'ann@example.org' }],
      [{ email: 'ann@example.org', password: '' }],
      [{ password: 'x' }],
    ])('are rejected at login: %j', async (body) => {
      expect((await app.browser().post('/api/auth/login', body)).status).toBe(400);
    });

    it('are accepted at the minimum and maximum length, and unknown fields are ignored (V6.2.9)', async () => {
      for (const [index, password] of ['8 chars!', 'y'.repeat(128)].entries()) {
        const email = `border${index}@example.org`;
        const answer = await app
          .browser()
          .post('/api/auth/register', { email, password, isAdmin: true, emailVerified: true });
        expect(answer).toMatchObject({ status: 201, body: { isAdmin: false, emailVerified: false } });
        expect((await app.browser().login(email, password)).status).toBe(200);
      }
    });

    it.each(['login', 'forgot-password', 'resend-verification'])(
      'with an unpaired surrogate are rejected at %s',
      async (call) => {
        const body = { email: 's\ud800@example.org', password: PASSWORD };
        expect(await app.browser().post(`/api/auth/${call}`, body)).toMatchObject({
          status: 400,
          body: { errors: { email: [EMAIL] } },
        });
      },
    );

    it('are checked before another verification mail is sent', async () => {
      expect(await app.browser().post('/api/auth/resend-verification', { email: 'x' })).toMatchObject({
        status: 400,
        body: { message: EMAIL },
      });
    });
  });

  it('accepts both spellings of an international domain', async () => {
    const { user } = await signedUp(app, 'zoe@Bücher.example');
    expect(user.email).toBe('zoe@xn--bcher-kva.example');
    const login = await app.browser().login('ZOE@xn--bcher-kva.example');
    expect(login.status).toBe(200);
  });
});
