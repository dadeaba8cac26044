import { useApp } from '../support/app.js';
import { useUp, write } from '../support/limits.js';

const app = useApp({ per: 'start' });

/** Starts a server with limits, behind the given number of trusted proxies. */
const start = (trustedProxies = 0) =>
  app.start({ env: { RATE_LIMITS: 'on', ALLOW_SANDBOX: 'yes', TRUSTED_PROXIES: String(trustedProxies) } });

describe('the address that limits count', () => {
  const spoofed = ['192.0.2.1', '192.0.2.2, 192.0.2.3', '::1, 192.0.2.4, 192.0.2.5', 'nonsense', ', ,'];

  it('is the one of the socket without a trusted proxy, whatever X-Forwarded-For says (V4.1.3)', async () => {
    await start();
    await useUp(300, (time) => write(app.browser(), spoofed[time % spoofed.length]), 204);
    for (const header of [undefined, ...spoofed]) {
      expect((await write(app.browser(), header)).status).toBe(429);
    }
  });

  it('is the last of the header behind one trusted proxy (V15.3.4)', async () => {
    await start(1);
    await useUp(300, (time) => write(app.browser(), `10.0.0.${time % 250}, 192.0.2.1`), 204);
    expect((await write(app.browser(), '198.51.100.7, 192.0.2.1')).status).toBe(429);
    expect((await write(app.browser(), '192.0.2.1')).status).toBe(429);
    expect((await write(app.browser(), '192.0.2.1, 198.51.100.7')).status).toBe(204);
  });

  it('is the second to last behind two', async () => {
    await start(2);
    await useUp(
      300,
      (time) => write(app.browser(), `10.0.0.${time % 250}, 192.0.2.1, 10.1.0.${time % 9}`),
      204,
    );
    expect((await write(app.browser(), '198.51.100.7, 192.0.2.1, 10.2.0.1')).status).toBe(429);
    expect((await write(app.browser(), '192.0.2.1, 198.51.100.7, 192.0.2.1')).status).toBe(204);
  });

  it('is a whole /64 network of IPv6, in any spelling', async () => {
    await start(1);
    await useUp(300, (time) => write(app.browser(), `2001:db8:0:1::${time.toString(16)}`), 204);
    expect((await write(app.browser(), '2001:0DB8:0000:0001:ffff:1:2:3')).status).toBe(429);
    expect((await write(app.browser(), '2001:db8:0:2::1')).status).toBe(204);
    await useUp(300, () => write(app.browser(), '::ffff:192.0.2.1'), 204);
    expect((await write(app.browser(), '192.0.2.1')).status).toBe(429);
    expect((await write(app.browser(), '::ffff:192.0.2.2')).status).toBe(204);
  });
});
