import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Departure } from '../../../src/api/health/departure.js';
import { HealthAccess } from '../../../src/api/health/health.controller.js';
import type { HealthReport } from '../../../src/api/health/kernel-health.js';
import type { DomainEvents } from '../../../src/domain/events.js';
import { Projector } from '../../../src/kernel/views/projector.js';
import { projections } from '../../../src/projections/projections.js';
import { useApp, useOwnApp } from '../../support/app.js';
import { exampleData } from '../../support/example-data.js';
import { jpegPhoto } from '../../support/photos.js';
import { METADATA } from '../../support/test-kernel.js';

const TOKEN = 'a token of operators';

describe('what /health tells', () => {
  const app = useApp();

  it('to strangers is only the status (V8.2.3)', async () => {
    const fastify: FastifyInstance = app.server.getHttpAdapter().getInstance();
    const toStranger = { status: expect.stringMatching(/^(ok|degraded)$/) as string };
    for (const url of ['/health', '/health/ready', '/health/live']) {
      const answer = await fastify.inject({ method: 'GET', url, remoteAddress: '192.0.2.1' });
      expect(answer.json<object>()).toEqual(toStranger);
    }
    for (const header of ['x-forwarded-for', 'Forwarded', 'x-real-ip', 'via', 'X-Forwarded-Proto']) {
      const headers = { [header]: '127.0.0.1' };
      expect((await app.browser().request('GET', '/health', { headers })).body).toEqual(toStranger);
    }
  });

  it('on this machine is everything, during development', async () => {
    expect((await app.browser().get('/health')).body).toMatchObject({ views: expect.any(Array) });
    expect((await app.browser().get('/health/ready')).body).toMatchObject({ problems: expect.any(Array) });
  });

  it('to proxies is that a process which is about to stop is not ready, although it serves', async () => {
    const departure = app.server.get(Departure, { strict: false });
    departure.hasBegun = true;
    const answers = ['/health/ready', '/health/live', '/health', '/api/posts'].map((url) =>
      app.browser().get(url),
    );
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    departure.hasBegun = false;
    expect(statuses).toEqual([503, 200, 200, 200]);
  });
});

describe('access to the health', () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    ({ headers, socket: { remoteAddress } }) as unknown as FastifyRequest;
  const of = (change: object) =>
    HealthAccess.of({ healthToken: TOKEN, environment: 'test', trustedProxies: 0, ...change });

  it('without a setting is for nobody who presents a token', () => {
    const authorization = 'Bearer null';
    expect(of({ healthToken: null }).allows(from('192.0.2.1', { authorization }))).toBe(false);
  });

  it.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])(
    'from %s is free, but in production and behind a proxy',
    (address) => {
      expect(of({}).allows(from(address))).toBe(true);
      expect(of({ trustedProxies: 1 }).allows(from(address))).toBe(false);
      expect(of({ environment: 'production' }).allows(from(address))).toBe(false);
    },
  );

  it.each(['192.0.2.1', '::2', '127.0.0.1.example'])('from %s needs the token', (address) => {
    expect(of({}).allows(from(address))).toBe(false);
    expect(of({}).allows(from(address, { authorization: `Bearer ${TOKEN}` }))).toBe(true);
    for (const authorization of ['Bearer ', `Bearer ${TOKEN}!`, `Basic ${TOKEN}`, TOKEN]) {
      expect(of({}).allows(from(address, { authorization }))).toBe(false);
    }
  });
});

describe('/health of the whole server', () => {
  const app = useOwnApp('has a view with a document that cannot be built', {
    env: { TRUSTED_PROXIES: '1', HEALTH_TOKEN: TOKEN, ALLOW_SANDBOX: 'yes' },
  });
  const ask = <Body>(address: string) =>
    app.browser().request<Body>('GET', address, { headers: { authorization: `Bearer ${TOKEN}` } });

  it('shows a document that a real view had to park, while every other view continues, to who has the token', async () => {
    const { log, codec } = app.adapters.storage;
    const photoId = crypto.randomUUID();
    const { picture } = exampleData('PhotoRated') as DomainEvents['PhotoRated'];
    // No command writes such an event: the view cannot split its hash.
    const broken = {
      id: crypto.randomUUID(),
      type: 'PhotoRated',
      data: exampleData('PhotoRated', { photoId, picture: { ...picture, perceptualHash: 'not a hash' } }),
      metadata: METADATA,
    };
    const { position } = await log.append(`photo-${photoId}`, 'noStream', await codec.encode([broken]));
    expect(await app.server.get(Projector, { strict: false }).views.reached(position, 'gathered view')).toBe(
      true,
    );

    const { status, body } = await ask<HealthReport>('/health');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'degraded', problems: [] });
    const parked = body.views.map(({ name, parked: count, lag }) => [name, count, lag]);
    expect(parked).toEqual(projections.map(({ name }) => [name, name === 'photos' ? 1 : 0, 0]));
    expect(await ask('/health/ready')).toMatchObject({ status: 200, body: { status: 'ok', problems: [] } });
    expect((await app.browser().get('/health')).body).toEqual({ status: 'degraded' });
    expect((await app.browser().get('/health/ready')).body).toEqual({ status: 'ok' });
    expect((await app.browser().uploadPhoto(await jpegPhoto(3))).status).toBe(201);
  });
});
