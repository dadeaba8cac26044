import type { Socket } from 'node:net';
import { ClientAddresses } from '../../src/api/http/client-addresses.js';
import { addressIn, networkOf, siteOf } from '../../src/api/http/network.js';
import type { Alarm } from '../../src/kernel/alarms.js';
import { TestClock, useOwnApp } from '../support/app.js';
import { useUp, write } from '../support/limits.js';

const app = useOwnApp('not shared yet', { per: 'start' });

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

  it('is the same whatever port or zone a proxy adds to it', async () => {
    await start(1);
    await useUp(300, (time) => write(app.browser(), `203.0.113.5:${40_000 + time}`), 204);
    expect((await write(app.browser(), '::ffff:203.0.113.5:80')).status).toBe(429);
    expect((await write(app.browser(), '203.0.113.6:40001')).status).toBe(204);
  });

  it('is missing where a proxy writes none, which operators see for ten minutes', async () => {
    const token = 'a token of operators that is long';
    await app.start({
      env: { RATE_LIMITS: 'on', ALLOW_SANDBOX: 'yes', TRUSTED_PROXIES: '1', HEALTH_TOKEN: token },
    });
    const alarms = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const { body } = await app
        .browser()
        .request<{ status: string; alarms: Alarm[] }>('GET', '/health', { headers });
      return [body.status, ...body.alarms.map(({ name, problem }) => [name, problem])];
    };
    await write(app.browser(), '203.0.113.5:40001');
    expect(await alarms()).toEqual(['ok']);
    await write(app.browser(), 'unknown300');
    const problem = 'clients count as one network, because a proxy calls one "unknownxxx"';
    expect(await alarms()).toEqual(['ok', ['addresses-unreadable', problem]]);
    app.clock.advance(10 * 60_000 + 1);
    expect(await alarms()).toEqual(['ok']);
  });
});

describe('the clients of a server', () => {
  const addressOf = (trustedProxies: number, forwarded?: string) =>
    new ClientAddresses(trustedProxies, new TestClock()).of({
      socket: { remoteAddress: '::ffff:10.0.0.1' } as Socket,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    });

  it.each([
    [0, '203.0.113.5', '10.0.0.1'],
    [1, undefined, '10.0.0.1'],
    [1, '198.51.100.7, 203.0.113.5:40001', '203.0.113.5'],
    [2, '198.51.100.7, [2001:db8::1]:4711,203.0.113.5', '2001:db8::1'],
    [2, '203.0.113.5', '203.0.113.5'],
  ])('have their address behind %d proxies: %s', (trustedProxies, forwarded, address) => {
    expect(addressOf(trustedProxies, forwarded)).toBe(address);
  });

  // What a client sent does not take the place of what its proxy left out.
  it.each(['unknown1', '_hidden', '"203.0.113.5"', '203.0.113.500', '', '203.0.113.5, ', '203.0.113.5,,'])(
    'are one network where a proxy writes no address: "%s"',
    (forwarded) => {
      expect(addressOf(1, forwarded)).toBe('unknown');
    },
  );
});

describe('an address', () => {
  it.each([
    ['203.0.113.5', '203.0.113.5'],
    [' 203.0.113.5:40001 ', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['::FFFF:cb00:7105', '203.0.113.5'],
    ['::ffff:203.0.113.5:80', '203.0.113.5'],
    ['[::ffff:203.0.113.5]:80', '203.0.113.5'],
    ['2001:0DB8:0000::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['2001:db8:0:0:0:0:0:1:4711', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%eth0]:80', 'fe80::1'],
    ['::1', '::1'],
  ])('is found in %s', (text, address) => {
    expect(addressIn(text)).toBe(address);
  });

  it.each([
    '',
    'unknown',
    '203.0.113',
    '203.0.113.05',
    '203.0.113.5:',
    ':80',
    '[]:80',
    '[::1',
    '::1]',
    '1:2:3',
  ])('is not found in "%s"', (text) => {
    expect(addressIn(text)).toBeNull();
  });

  it('belongs to a network and a site', () => {
    expect([networkOf('203.0.113.5'), siteOf('203.0.113.5')]).toEqual(['203.0.113.5', '203.0.113.5']);
    expect([networkOf('2001:db8:1:2:3::4'), siteOf('2001:db8:1:2:3::4')]).toEqual([
      '2001:db8:1:2::/64',
      '2001:db8:1::/48',
    ]);
    expect([networkOf('::1'), siteOf('2001:db8::1')]).toEqual(['0:0:0:0::/64', '2001:db8:0::/48']);
    expect([networkOf('unknown'), siteOf('unknown')]).toEqual(['unknown', 'unknown']);
  });
});
