import { useOwnApp } from '../../support/app.js';
import { expectRefusal, from } from '../../support/limits.js';
import { PASSWORD } from '../../support/visitor.js';

const MINUTE = 60_000;

const app = useOwnApp('limits by network, and moves the clock', {
  env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' },
});
let mailboxes = 0;

/** Makes the server send a mail to another address. */
const send = (call: string, address: string) => {
  mailboxes += 1;
  return app.browser().request('POST', `/api/auth/${call}`, {
    headers: { 'content-type': 'application/json', ...from(address).headers },
    body: JSON.stringify({ email: `p${mailboxes}@example.org`, password: PASSWORD }),
  });
};

/** Sends as many as the limits allow, every ten seconds. Returns how many they were. */
const flood = async (call: string, minutes: number, addressOf: (time: number) => string) => {
  let sent = 0;
  for (let time = 0; time < minutes * 6; time += 1) {
    if ((await send(call, addressOf(time))).status < 400) sent += 1;
    app.clock.advance(10_000);
  }
  return sent;
};

describe('mails that one network asks for', () => {
  it('are 6 registrations in 10 minutes and 15 in an hour, each to another address', async () => {
    expect(await flood('register', 10, () => '192.0.2.1')).toBe(6);
    expect(await flood('register', 45, () => '192.0.2.1')).toBe(9);
    expectRefusal(await send('register', '192.0.2.1'), 300, '5 minutes');
    expect((await send('register', '192.0.2.2')).status).toBe(201);
  });

  it('are 10 resets and resent verifications in 10 minutes', async () => {
    expect(await flood('forgot-password', 1, () => '192.0.2.3')).toBe(6);
    expect(await flood('resend-verification', 1, () => '192.0.2.3')).toBe(4);
    expectRefusal(await send('forgot-password', '192.0.2.3'), 480, '8 minutes');
    app.clock.advance(8 * MINUTE);
    expect((await send('forgot-password', '192.0.2.3')).status).toBe(200);
  });

  it.each([
    ['register', 6],
    ['forgot-password', 10],
  ])('are counted for a /64 of IPv6, and three times as many for its /48: %s', async (call, most) => {
    const inOne64 = (time: number) => `2001:db8:0:1::${time.toString(16)}`;
    expect(await flood(call, 5, inOne64)).toBe(most);
    const inOne48 = (time: number) => `2001:db8:0:${(time + 2).toString(16)}::1`;
    expect(await flood(call, 4, inOne48)).toBe(2 * most);
    expect((await send(call, '2001:db8:0:ffff::1')).status).toBe(429);
    expect((await send(call, '2001:db8:1::1')).status).toBeLessThan(400);
  });

  it('become fewer the longer it goes on: 60 requested mails in a day', async () => {
    let sent = 0;
    for (let hour = 0; hour < 8; hour += 1) {
      sent += await flood('resend-verification', 3, () => '192.0.2.4');
      app.clock.advance(57 * MINUTE);
    }
    expect(sent).toBe(60);
  });
});
