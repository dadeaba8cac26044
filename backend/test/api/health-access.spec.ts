import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HealthAccess } from '../../src/api/health/health.controller.js';
import { useOwnApp } from '../support/app.js';

const TOKEN = 'a token of operators';

describe('what /health tells', () => {
  const app = useOwnApp('not shared yet', { per: 'start' });

  const ask = (address: string, headers: Record<string, string> = {}) =>
    app.browser().request<object>('GET', address, { headers });

  /** Asks from another machine. */
  const askFromAfar = async (address: string) => {
    const fastify: FastifyInstance = app.server.getHttpAdapter().getInstance();
    const answer = await fastify.inject({ method: 'GET', url: address, remoteAddress: '192.0.2.1' });
    return answer.json<object>();
  };

  it('to strangers is only the status (V8.2.3)', async () => {
    await app.start();
    expect(await askFromAfar('/health')).toEqual({ status: 'ok' });
    expect(await askFromAfar('/health/ready')).toEqual({ status: 'ok' });
    expect(await askFromAfar('/health/live')).toEqual({ status: 'ok' });
    for (const header of ['x-forwarded-for', 'Forwarded', 'x-real-ip', 'via', 'X-Forwarded-Proto']) {
      expect((await ask('/health', { [header]: '127.0.0.1' })).body).toEqual({ status: 'ok' });
    }
  });

  it('on this machine is everything, during development', async () => {
    await app.start();
    expect((await ask('/health')).body).toMatchObject({ status: 'ok', views: expect.any(Array) });
    expect((await ask('/health/ready')).body).toEqual({ status: 'ok', problems: [] });
  });

  it('behind a proxy is everything with the token only', async () => {
    await app.start({ env: { TRUSTED_PROXIES: '1', HEALTH_TOKEN: TOKEN, ALLOW_SANDBOX: 'yes' } });
    expect((await ask('/health')).body).toEqual({ status: 'ok' });
    expect((await ask('/health/ready')).body).toEqual({ status: 'ok' });
    for (const authorization of ['Bearer ', `Bearer ${TOKEN}!`, `Basic ${TOKEN}`, TOKEN]) {
      expect((await ask('/health', { authorization })).body).toEqual({ status: 'ok' });
    }
    const authorization = `Bearer ${TOKEN}`;
    expect((await ask('/health', { authorization })).body).toMatchObject({ views: expect.any(Array) });
    expect((await ask('/health/ready', { authorization })).body).toEqual({ status: 'ok', problems: [] });
  });
});

describe('access to the health', () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    ({ headers, socket: { remoteAddress } }) as unknown as FastifyRequest;

  it('without a setting is for nobody who presents a token', () => {
    expect(new HealthAccess(null, false).allows(from('192.0.2.1', { authorization: 'Bearer null' }))).toBe(
      false,
    );
  });

  it.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])(
    'from %s depends on the setting',
    (address) => {
      expect(new HealthAccess(null, true).allows(from(address))).toBe(true);
      expect(new HealthAccess(null, false).allows(from(address))).toBe(false);
    },
  );

  it.each(['192.0.2.1', '::2', '127.0.0.1.example'])('from %s needs the token', (address) => {
    expect(new HealthAccess(TOKEN, true).allows(from(address))).toBe(false);
    expect(new HealthAccess(TOKEN, true).allows(from(address, { authorization: `Bearer ${TOKEN}` }))).toBe(
      true,
    );
  });
});
