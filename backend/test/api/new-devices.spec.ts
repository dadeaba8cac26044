import { codeAt, newAdmin, signedInAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { ADMIN_PASSWORD } from '../support/desk.js';
import { mailsTo } from '../support/mails.js';
import { signedUp, verified } from '../support/people.js';
import { settled } from '../support/settled.js';
import { PASSWORD } from '../support/visitor.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const app = useOwnApp('not shared yet');

const subjectsTo = async (address: string, most: number) => {
  await settled(app);
  return (await mailsTo(app, address, most)).map(({ subject }) => subject);
};

describe('a sign-in to an account', () => {
  const NEW = 'New sign-in to your account';

  it('with a new device is mailed once', async () => {
    const email = 'ann@example.org';
    const { browser, user } = await verified(app, email);
    const other = app.browser();
    const signIn = () =>
      other.request('POST', '/api/auth/login', {
        headers: { 'content-type': 'application/json', 'user-agent': FIREFOX },
        body: JSON.stringify({ email, password: PASSWORD }),
      });
    expect((await signIn()).status).toBe(200);
    await signIn();
    await browser.login(email);
    const mails = await mailsTo(app, email, 2);
    expect(await subjectsTo(email, 2)).toEqual([expect.stringMatching(/verify/i), NEW]);
    expect(mails[1]?.text).toContain('Firefox on Linux');
    expect(mails[1]?.text).toContain(user.anonymousUsername);
    expect(mails[1]?.text).toContain('/forgot-password');
  });

  it('is not mailed for a wrong password, or to an address that is not verified', async () => {
    const email = 'bob@example.org';
    const { user } = await signedUp(app, email);
    expect((await app.browser().login(email)).status).toBe(200);
    expect((await app.browser().login(email, 'not the password')).status).toBe(401);
    expect(await subjectsTo(email, 1)).toEqual([expect.stringMatching(/verify/i)]);
    const events = await app.adapters.storage.log.readStream(`account-${user.id}`);
    expect(events.map(({ type }) => type)).not.toContain('SignedInOnNewDevice');
  });
});

describe('a login of the back office', () => {
  const SUBJECT = 'Your login of the back office';

  it('is mailed about new devices and authenticator apps', async () => {
    const address = 'olga@example.org';
    await newAdmin(app, 'olga', 'owner', address);
    const olga = await signedInAdmin(app, 'olga');
    await signedInAdmin(app, 'olga', ADMIN_PASSWORD, olga);
    await signedInAdmin(app, 'olga');
    await signedInAdmin(app, 'olga', ADMIN_PASSWORD, olga);
    expect(await subjectsTo(address, 1)).toEqual([SUBJECT]);
    expect((await mailsTo(app, address, 1))[0]?.text).toContain('signed in with a new device');
    const offer = (await olga.post<{ secret: string; offer: string }>('/api/rtm-sys/totp/offer')).body;
    await olga.post('/api/rtm-sys/totp', {
      currentPassword: ADMIN_PASSWORD,
      offer: offer.offer,
      code: codeAt(offer.secret, app.clock.now()),
    });
    const [, enrolled] = await mailsTo(app, address, 2);
    expect(enrolled?.text).toContain('An authenticator app was connected');
    expect(enrolled?.text).not.toContain(offer.secret);
  });
});
