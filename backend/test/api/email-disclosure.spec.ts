import type { Act } from '../../src/api/acts/acts.contract.js';
import type { ManagedUser } from '../../src/api/admin/managed-users.service.js';
import type { AdminUser } from '../../src/api/http/admins.js';
import { newAdmin, useAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import type { Answer } from '../support/browser.js';
import { DESK, type Desk } from '../support/desk.js';
import { usePerson } from '../support/people.js';
import { routesOf } from '../support/routes.js';
import { settled } from '../support/settled.js';

const USERS = `${DESK}/users`;
const MASKED = 'a•••@e•••.org';
const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('email addresses in the back office', () => {
  const app = useOwnApp('not shared yet');
  const owner = useAdmin(app, 'olga', 'owner');
  const finance = useAdmin(app, 'fin', 'finance');
  const moderator = useAdmin(app, 'moe', 'moderator');
  const ann = usePerson(app, 'ann@example.org');
  let ottoId = '';
  let invitationId = '';
  beforeAll(async () => {
    ottoId = await newAdmin(app, 'otto', 'owner', 'admin-otto@example.org');
    const invitation = { email: 'admin-new@example.org', role: 'finance' };
    const { body } = await owner.post<{ id: string }>(`${DESK}/admins/invitations`, invitation);
    invitationId = body.id;
    await settled(app);
  });
  beforeEach(async () => {
    before = (await app.adapters.storage.log.readAll(0, 10_000)).length;
  });
  let before = 0;
  const look = (desk: Desk, of: string, id: string) =>
    desk.post<{ email: string }>(`${DESK}/${of}/${id}/email`);
  const disclosed = async () => {
    const events = await app.adapters.storage.log.readAll(0, 10_000);
    return events.slice(before).filter(({ type }) => /^Emails?Disclosed$/.test(type));
  };
  const search = (desk: Desk, text: string) =>
    desk.get<ManagedUser[]>(`${USERS}?search=${encodeURIComponent(text)}`);

  it('are in no answer that was not asked for one', async () => {
    const reads = routesOf(app).filter(
      ({ method, path }) => method === 'GET' && path.startsWith(DESK) && path !== `${DESK}/me`,
    );
    const chief = { email: 'admin-chief@example.org', role: 'owner' };
    const asked = await owner.post<{ id: string }>(`${DESK}/admins/invitations`, chief);
    await settled(app);
    const proposal = `${DESK}/proposals/${asked.body.id}`;
    const answers: Answer[] = [asked];
    for (const { path } of reads) {
      for (const id of path.includes(':') ? [ann.id, ottoId] : ['']) {
        const query = path === USERS ? '?search=ann%40example.org' : '';
        answers.push(await owner.get(`${path.replaceAll(/:\w+/g, id)}${query}`));
      }
    }
    answers.push(await owner.post(`${USERS}/${ann.id}/suspend`, { reason: 'spam' }));
    answers.push(await owner.post(`${USERS}/${ann.id}/restore`, { reason: 'Sorry.' }));
    answers.push(await owner.changeRole(ottoId, 'owner', 'As it is.'));
    answers.push(await owner.post(`${proposal}/withdraw`), await owner.get(`${DESK}/proposals`));
    const text = answers.map(({ body }) => JSON.stringify(body)).join('\n');
    expect(text.split(MASKED).length).toBeGreaterThanOrEqual(13);
    expect(text).not.toMatch(/(ann|otto|new|chief)@example\.org/);
    expect(await disclosed()).toEqual([]);
  });

  it('are shown to owners and finance, one at a time, each of which is recorded first', async () => {
    for (const desk of [owner, finance]) {
      expect(await look(desk, 'users', ann.id)).toMatchObject({
        status: 200,
        body: { email: 'ann@example.org' },
      });
    }
    expect((await look(moderator, 'users', ann.id)).status).toBe(403);
    for (const desk of [owner, finance]) expect((await look(desk, 'users', NOBODY)).status).toBe(404);
    const actors = [
      { kind: 'admin', id: (await owner.self()).body.id, role: 'owner' },
      { kind: 'admin', id: (await finance.self()).body.id, role: 'finance' },
    ];
    expect((await disclosed()).map(({ data, metadata }) => [data, Object(metadata).actor])).toEqual(
      actors.map((actor) => [expect.objectContaining({ holder: 'account', subjectId: ann.id }), actor]),
    );
    await settled(app);
    const { body: acts } = await owner.get<Act[]>(`${DESK}/acts?subject=${ann.id}`);
    expect(acts.slice(0, 2).map(({ name, adminName, canUndo }) => [name, adminName, canUndo])).toEqual([
      ['Email looked up', 'fin', false],
      ['Email looked up', 'olga', false],
    ]);
    const { body: seen } = await moderator.get<Act[]>(`${DESK}/acts?subject=${ann.id}`);
    expect(seen.filter(({ kind }) => kind === 'EmailDisclosed')).toEqual([]);
  });

  it('of admins and invitations are shown to owners', async () => {
    expect((await look(owner, 'admins', ottoId)).body.email).toBe('admin-otto@example.org');
    expect((await look(owner, 'admins/invitations', invitationId)).body.email).toBe('admin-new@example.org');
    for (const id of [ottoId, invitationId]) {
      expect((await look(finance, 'admins', id)).status).toBe(403);
      expect((await look(finance, 'admins/invitations', id)).status).toBe(403);
    }
    const ownerId = (await owner.get<AdminUser>(`${DESK}/me`)).body.id;
    expect((await look(owner, 'admins', ownerId)).status).toBe(404);
    expect((await disclosed()).map(({ data }) => Object(data).holder)).toEqual(['admin', 'invitation']);
  });

  it('can be searched for by those who may see them', async () => {
    for (const desk of [owner, finance]) {
      expect((await search(desk, 'Ann@example.org')).body).toMatchObject([{ id: ann.id, email: MASKED }]);
    }
    expect(await search(moderator, 'Ann@example.org')).toMatchObject({
      status: 403,
      body: { message: 'Only owners and finance may search by email address.' },
    });
    expect((await search(moderator, ann.user.anonymousUsername)).body).toMatchObject([{ email: MASKED }]);
  });

  it('stand in the file for owners only, which is recorded', async () => {
    for (const desk of [finance, moderator]) {
      const { body } = await desk.get<string>(`${USERS}?format=csv`);
      expect(body).toContain(MASKED);
      expect(body).not.toContain('ann@example.org');
    }
    expect(await disclosed()).toEqual([]);
    expect((await owner.get<string>(`${USERS}?format=csv`)).body).toContain('ann@example.org');
    expect(await disclosed()).toMatchObject([{ type: 'EmailsDisclosed', data: { list: 'users' } }]);
    await settled(app);
    expect((await owner.get<Act[]>(`${DESK}/acts?kind=EmailsDisclosed`)).body).toMatchObject([
      { name: 'List with emails downloaded', adminName: 'olga' },
    ]);
  });
});
