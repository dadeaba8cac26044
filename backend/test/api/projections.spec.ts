import type { KernelOverview, ViewDetails } from '../../src/api/operations/operations.responses.js';
import { withMaskedEmails } from '../../src/api/http/email-address.js';
import { projections } from '../../src/projections/projections.js';
import { reactions } from '../../src/reactions/reactions.js';
import { useAdmin } from '../support/admins.js';
import { useApp } from '../support/app.js';
import { DESK } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { METADATA } from '../support/test-kernel.js';

const PROJECTIONS = `${DESK}/projections`;

describe('the projections in the back office', () => {
  const app = useApp();
  const olga = useAdmin(app, 'olga', 'owner');
  const overview = async () => (await olga.get<KernelOverview>(PROJECTIONS)).body;
  const detailsOf = async (name: string) => (await olga.get<ViewDetails>(`${PROJECTIONS}/${name}`)).body;

  it('list every view and every reaction, with how far they are', async () => {
    const { head, views, reactions: shown } = await overview();
    expect(views.map(({ name }) => name)).toEqual(projections.map(({ name }) => name));
    expect(shown).toHaveLength(reactions.length);
    expect(views.find(({ name }) => name === 'accounts')).toMatchObject({
      generation: expect.stringMatching(/^v\d+-1$/),
      state: 'live',
      position: head,
      lag: 0,
      parked: 0,
      quarantined: 0,
      progress: null,
      size: expect.any(Number),
    });
    expect(shown.every(({ waiting, parked, error }) => waiting + parked === 0 && error === null)).toBe(true);
  });

  it('show an event in quarantine at its views', async () => {
    const { log, quarantine } = app.adapters.storage;
    const event = {
      id: crypto.randomUUID(),
      type: 'PostDeleted',
      data: {},
      metadata: { ...METADATA, version: 99 },
    };
    await log.append('post-from-the-future', 'any', [event]);
    await eventually('it is in quarantine', async () => quarantine.has('post-from-the-future'));
    const { quarantine: events, quarantined, views } = await overview();
    expect(quarantined).toBe(1);
    expect(events).toMatchObject([{ id: event.id, type: 'PostDeleted', stream: 'post-from-the-future' }]);
    const hearing = views.filter((view) => view.quarantined === 1).map(({ name }) => name);
    expect(hearing).toContain('leaderboard');
    expect(hearing).not.toContain('accounts');
    expect(await detailsOf('leaderboard')).toMatchObject({
      quarantined: 1,
      previous: null,
      parkedDocuments: [],
    });
  });

  it('mask the addresses in errors', () => {
    expect(withMaskedEmails('550 <ann@example.org>: no such user, ask bob@mail.example.com.')).toBe(
      '550 <a•••@e•••.org>: no such user, ask b•••@m•••.com.',
    );
  });
});
