import { startApp, useOwnApp } from '../support/app.js';
import type { Answer } from '../support/browser.js';
import { PASSWORD } from '../support/visitor.js';
import { signedUp, verified } from '../support/people.js';

/** Addresses in the three states that a stranger might want to tell apart. */
const ADDRESSES = ['known@example.org', 'unverified@example.org', 'missing@example.org'] as const;

/** The parts of a response that could reveal something: all but the date and the request id. */
function comparable({ status, headers, body }: Answer): object {
  const names = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name));
  const { requestId: _, ...rest } = body as Record<string, unknown>;
  return { status, body: rest, headers: Object.fromEntries(names.map((name) => [name, headers.get(name)])) };
}

describe('whether an address has an account', () => {
  const app = useOwnApp('not shared yet');
  const waits: number[] = [];

  beforeAll(async () => {
    // Other rests, of the machinery, are shorter.
    app.timer.rest = async (milliseconds) => void (milliseconds === 300 && waits.push(milliseconds));
    await verified(app, ADDRESSES[0]);
    await signedUp(app, ADDRESSES[1]);
  });
  beforeEach(() => {
    waits.length = 0;
  });

  const answers = (address: string, body: object) =>
    Promise.all(ADDRESSES.map((email) => app.browser().post(address, { ...body, email })));

  it.each([
    ['/api/auth/forgot-password', 'If an account exists, a password reset email has been sent.'],
    ['/api/auth/resend-verification', 'If an account exists, a verification email has been sent.'],
  ])('is not revealed by %s, by its answer or its timing', async (address, message) => {
    const [known, unverified, missing] = (await answers(address, {})).map(comparable);
    expect(missing).toMatchObject({ status: 200, body: { message } });
    expect([known, unverified]).toEqual([missing, missing]);
    expect(waits).toEqual([300, 300, 300]);
  });

  it('is not revealed by a failed login', async () => {
    const [known, unverified, missing] = (await answers('/api/auth/login', { password: 'not the one' })).map(
      comparable,
    );
    expect(missing).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
    expect([known, unverified]).toEqual([missing, missing]);
  });

  it('is not revealed by a registration', async () => {
    const shapes = (await answers('/api/auth/register', { password: PASSWORD })).map((answer) => {
      const { id, email, anonymousUsername, ...rest } = answer.body as Record<string, unknown>;
      const { headers: own, ...shape } = comparable({ ...answer, body: rest }) as { headers: object };
      return {
        ...shape,
        headers: Object.keys(own),
        given: [typeof id, typeof email, typeof anonymousUsername],
      };
    });
    const [known, unverified, missing] = shapes;
    expect(missing).toMatchObject({ status: 201, body: { emailVerified: false } });
    expect([known, unverified]).toEqual([missing, missing]);
  });

  it('is not revealed by the answer when a limit is reached', async () => {
    await using limited = await startApp({ env: { RATE_LIMITS: 'on' } });
    await verified(limited, ADDRESSES[0]);
    const last = async (email: string) => {
      const browser = limited.browser();
      for (let tries = 1; tries <= 5; tries += 1) await browser.post('/api/auth/forgot-password', { email });
      return comparable(await browser.post('/api/auth/forgot-password', { email }));
    };
    const missing = await last(ADDRESSES[2]);
    expect(missing).toMatchObject({ status: 429 });
    expect(await last(ADDRESSES[0])).toEqual(missing);
  });
});
