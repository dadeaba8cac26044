import type { User } from '../../src/projections/accounts/accounts.js';
import { useOwnApp } from '../support/app.js';
import { PASSWORD } from '../support/visitor.js';
import { signedUp, verified } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';

const REFUSAL = {
  code: 'other_account',
  message: 'You are signed in as another user in this browser now. Please reload the page.',
};

describe('a page that was opened for another account', () => {
  const app = useOwnApp('not shared yet');
  const json = (accountId: string, body: object = {}) => ({
    headers: { 'content-type': 'application/json', 'x-account-id': accountId },
    body: JSON.stringify(body),
  });

  it('changes nothing for the signed-in user, by any call', async () => {
    const ann = await signedUp(app, 'ann@example.org');
    const bea = await verified(app, 'bea@example.org');
    const { body: before } = await bea.browser.me();
    const calls: [method: string, address: string, body?: object][] = [
      ['PATCH', '/api/user/profile', { displayUsername: 'Ann', bio: 'Mine', socialLinks: {} }],
      ['PATCH', '/api/auth/email-preferences', { emailNotificationsRating: false }],
      ['PUT', '/api/auth/update-password', { currentPassword: PASSWORD, newPassword: 'another long walk' }],
      ['POST', '/api/user/deletion', { password: PASSWORD }],
      ['DELETE', '/api/user/sessions'],
      ['POST', '/api/auth/logout'],
      ['POST', '/api/posts/no-such-post/comments', { text: 'Hello' }],
    ];
    for (const [method, address, body] of calls) {
      const answer = await bea.browser.request(method, address, json(ann.user.id, body));
      expect([address, answer.status, answer.body]).toEqual([address, 409, expect.objectContaining(REFUSAL)]);
    }
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(await jpegPhoto(1))], { type: 'image/jpeg' }), 'feet.jpg');
    const upload = await bea.browser.request('POST', '/api/upload', {
      headers: { 'x-account-id': ann.user.id },
      body: form,
    });
    expect([upload.status, upload.body]).toEqual([409, expect.objectContaining(REFUSAL)]);
    expect((await bea.browser.me()).body).toEqual(before);
  });

  it.each(['/api/user/posts', '/api/user/sessions', '/api/user/export'])(
    'is not shown data of the signed-in user: %s',
    async (address) => {
      const { browser, user } = await verified(app, `ina-${address.length}@example.org`);
      const other = { headers: { 'x-account-id': 'ann' } };
      expect(await browser.request('GET', address, other)).toMatchObject({ status: 409, body: REFUSAL });
      expect((await browser.request('HEAD', address, other)).status).toBe(409);
      const own = { headers: { 'x-account-id': user.id } };
      expect((await browser.request('GET', address, own)).status).toBe(200);
      expect((await browser.get(address)).status).toBe(200);
    },
  );

  it('may ask who is signed in, and can read public data', async () => {
    const { browser, user } = await signedUp(app, 'cleo@example.org');
    const answer = await browser.request('GET', '/api/auth/me', { headers: { 'x-account-id': 'ann' } });
    expect(answer).toMatchObject({ status: 200, body: { id: user.id } });
    expect((await browser.get('/api/posts')).status).toBe(200);
    expect((await browser.request('HEAD', '/api/posts')).status).toBe(200);
  });

  it('is asked to log in when no user is signed in, and can log in', async () => {
    const { user } = await signedUp(app, 'dora@example.org');
    const browser = app.browser();
    const change = { emailNotificationsRating: false };
    expect(
      await browser.request('PATCH', '/api/auth/email-preferences', json(user.id, change)),
    ).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    const login = { email: 'dora@example.org', password: PASSWORD };
    expect((await browser.request('POST', '/api/auth/login', json('another-account', login))).status).toBe(
      200,
    );
  });

  it('can change data with the right account id or without one', async () => {
    const { browser, user } = await signedUp(app, 'eva@example.org');
    const address = '/api/auth/email-preferences';
    const named = await browser.request('PATCH', address, json(user.id, { emailNotificationsRating: false }));
    expect(named.status).toBe(200);
    const unnamed = await browser.patch<User>(address, { emailNotificationsComment: false });
    expect(unnamed.status).toBe(200);
    expect((await browser.me()).body).toMatchObject({
      emailNotificationsRating: false,
      emailNotificationsComment: false,
    });
  });
});
