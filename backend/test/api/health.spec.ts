import type { HealthReport } from '../../src/api/health/kernel-health.js';
import type { DomainEvents } from '../../src/domain/events.js';
import { Projector } from '../../src/kernel/views/projector.js';
import { projections } from '../../src/projections/projections.js';
import { useOwnApp } from '../support/app.js';
import { exampleData } from '../support/example-data.js';
import { jpegPhoto } from '../support/photos.js';
import { METADATA } from '../support/test-kernel.js';

describe('/health of the whole server', () => {
  const app = useOwnApp('not shared yet');
  it('shows a document that a real view had to park, while every other view continues', async () => {
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

    const { status, body } = await app.browser().get<HealthReport>('/health');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'degraded', problems: [] });
    const parked = body.views.map(({ name, parked: count, lag }) => [name, count, lag]);
    expect(parked).toEqual(projections.map(({ name }) => [name, name === 'photos' ? 1 : 0, 0]));
    expect((await app.browser().get('/health/ready')).status).toBe(200);
    const next = await app.browser().uploadPhoto(await jpegPhoto(3));
    expect(next.status).toBe(201);
  });
});
