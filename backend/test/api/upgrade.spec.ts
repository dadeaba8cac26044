import { hash } from 'node:crypto';
import { RegisterAccount, RequestPasswordReset } from '../../src/domain/account/account.commands.js';
import { RefusePhoto } from '../../src/domain/photo/photo.commands.js';
import { EmailHashes } from '../../src/api/auth/email-hashes.js';
import { Passwords } from '../../src/api/auth/passwords.js';
import type { User } from '../../src/projections/accounts/accounts.reader.js';
import { useApp } from '../support/app.js';
import { PASSWORD, registered } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { send } from '../support/posts.js';

const HOUR = 3_600_000;
const EMAIL = 'ann@example.org';

describe('a data folder of an older program', () => {
  const app = useApp();
  const accountId = '7b0d6f3e-1c52-4a8e-b1f7-90c4d2e6a835';
  const verificationId = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';
  const resetId = '5e8a1c70-42d9-4f3b-8a66-b7c1d0e9f254';

  /** The token format before tokens named their account. */
  const olderToken = (purpose: 'verify' | 'reset', requestId: string) => {
    const id = Buffer.from(requestId.replaceAll('-', ''), 'hex');
    const keyed = app.adapters.secret.hmac(purpose, accountId, requestId);
    return Buffer.concat([id, keyed]).toString('base64url');
  };
  const login = async (password: string) => (await app.browser().login(EMAIL, password)).status;
  const expiresAt = () => new Date(app.clock.now().getTime() + 60_000).toISOString();

  beforeAll(async () => {
    const tokenHash = hash('sha256', olderToken('verify', verificationId));
    const registration = {
      accountId,
      email: EMAIL,
      emailHash: app.server.get(EmailHashes, { strict: false }).of(EMAIL),
      username: 'SunnyOtter4821',
      passwordHash: await app.server.get(Passwords, { strict: false }).hash(PASSWORD),
      verification: { verificationId, tokenHash, expiresAt: expiresAt() },
    };
    await send(app, new RegisterAccount(registration));
    await app.adapters.storage.kernel.remove('upgrade', 'registrations');
  });
  it('lets unverified users log in from the first start on', async () => {
    expect(await login(PASSWORD)).toBe(401);
    await app.restart();
    expect(await login(PASSWORD)).toBe(200);
    expect(await app.adapters.storage.kernel.list('upgrade')).toMatchObject([
      { key: 'display-names' },
      { key: 'profile-pictures' },
      { key: 'refusals' },
      { key: 'registrations' },
    ]);
  });

  it('accepts the links in mails of the older program', async () => {
    const token = olderToken('verify', verificationId);
    const answer = await app.browser().verifyEmail(token, PASSWORD);
    expect(answer.status).toBe(200);
    const tokenHash = hash('sha256', olderToken('reset', resetId));
    const reset = { resetId, tokenHash, expiresAt: expiresAt() };
    await send(app, new RequestPasswordReset({ accountId, reset }));
    const request = { token: olderToken('reset', resetId), password: 'a loud run at dawn' };
    expect((await app.browser().post('/api/auth/reset-password', request)).status).toBe(200);
    expect(await login('a loud run at dawn')).toBe(200);
  });

  it('keeps upload blocks, and their end', async () => {
    const { user: ann } = await registered(app, 'blocked@example.org');
    const { user: bob } = await registered(app, 'free@example.org');
    const refuseThreeTimes = async ({ id }: User) => {
      const refusal = { uploader: `account:${id}`, address: null, reasons: ['shows a face'] };
      for (const photoId of [1, 2, 3].map(() => crypto.randomUUID())) {
        await send(app, new RefusePhoto({ ...refusal, photoId }));
      }
    };
    await refuseThreeTimes(bob);
    app.clock.advance(HOUR);
    await refuseThreeTimes(ann);
    app.clock.advance(23 * HOUR);
    await app.adapters.storage.kernel.remove('upgrade', 'refusals');
    // Two more starts, as if the upgrade was interrupted: nothing counts twice.
    for (const _ of [1, 2]) {
      await app.restart();
      await app.adapters.storage.kernel.remove('upgrade', 'refusals');
    }
    const upload = async (email: string) => {
      const browser = app.browser();
      await browser.login(email);
      return (await browser.uploadPhoto(await jpegPhoto(1))).status;
    };
    expect(await upload('blocked@example.org')).toBe(403);
    expect(await upload('free@example.org')).toBe(201);
    app.clock.advance(HOUR);
    expect(await upload('blocked@example.org')).toBe(201);
    expect(await app.adapters.storage.log.readStream(`uploader-account:${ann.id}`)).toHaveLength(3);
  });
});
