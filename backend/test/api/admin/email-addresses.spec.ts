import type { Act } from '../../../src/api/acts/acts.contract.js';
import type { ManagedUser } from '../../../src/api/admin/managed-users.service.js';
import { type AdminUser, Admins } from '../../../src/api/http/admins.js';
import { EmailHashes } from '../../../src/api/http/email-address.js';
import { Email } from '../../../src/domain/account/email.js';
import { invitationIn, letOwnersAge, newAdmin, signedInAdmin, useAdmin } from '../../support/admins.js';
import { type AppInUse, unique, useApp, useOwnApp } from '../../support/app.js';
import type { Answer } from '../../support/browser.js';
import { ADMIN_PASSWORD, DESK, type Desk, PROOF } from '../../support/desk.js';
import { mailsTo } from '../../support/mails.js';
import { usePerson, verified } from '../../support/people.js';
import { publishPost, send } from '../../support/posts.js';
import { routesOf } from '../../support/routes.js';
import { settled } from '../../support/settled.js';

const USERS = `${DESK}/users`;
const invite = (owner: Desk, email: string, role: string) =>
  owner.post<{ id: string }>(`${DESK}/admins/invitations`, { email, role });

describe('email addresses in the back office', () => {
  const app = useApp();
  const MASKED = 'a•••@e•••.org';
  const [olgaName, finName, ottoEmail] = [
    unique('olga'),
    unique('fin'),
    `${unique('admin-otto')}@example.org`,
  ];
  const owner = useAdmin(app, olgaName, 'owner');
  const finance = useAdmin(app, finName, 'finance');
  const moderator = useAdmin(app, unique('moe'), 'moderator');
  const ann = usePerson(app, 'ann');
  let ottoId = '';
  let before = 0;
  beforeAll(async () => {
    ottoId = await newAdmin(app, unique('otto'), 'owner', ottoEmail);
    await settled(app);
  });
  beforeEach(async () => {
    before = await app.adapters.storage.log.head();
  });
  const look = (desk: Desk, of: string, id: string) =>
    desk.post<{ email: string }>(`${DESK}/${of}/${id}/email`);
  const disclosed = async () => {
    const events = await app.adapters.storage.log.readAll(before, 1000);
    return events.filter(({ type }) => /^Emails?Disclosed$/.test(type));
  };
  const search = (desk: Desk, text: string) =>
    desk.get<ManagedUser[]>(`${USERS}?search=${encodeURIComponent(text)}`);

  it('are in no answer that was not asked for one', async () => {
    const reads = routesOf(app).filter(
      ({ method, path }) => method === 'GET' && path.startsWith(DESK) && path !== `${DESK}/me`,
    );
    const chief = `${unique('admin-chief')}@example.org`;
    const asked = await invite(owner, chief, 'owner');
    const fin = `${unique('admin-fin')}@example.org`;
    const invited = await invite(owner, fin, 'finance');
    await settled(app);
    const proposal = `${DESK}/proposals/${asked.body.id}`;
    const answers: Answer[] = [asked, invited];
    for (const { path } of reads) {
      for (const id of path.includes(':') ? [ann.id, ottoId] : ['']) {
        const query = path === USERS ? `?search=${encodeURIComponent(ann.email)}` : '';
        answers.push(await owner.get(`${path.replaceAll(/:\w+/g, id)}${query}`));
      }
    }
    answers.push(await owner.post(`${USERS}/${ann.id}/suspend`, { reason: 'spam' }));
    answers.push(await owner.post(`${USERS}/${ann.id}/restore`, { reason: 'Sorry.' }));
    answers.push(await owner.changeRole(ottoId, 'owner', 'As it is.'));
    answers.push(await owner.post(`${proposal}/withdraw`), await owner.get(`${DESK}/proposals`));
    const text = answers.map(({ body }) => JSON.stringify(body)).join('\n');
    const maskedIn = async (path: string, id: string) =>
      (await owner.get<{ id: string; email: string }[]>(path)).body.find((each) => each.id === id)?.email;
    expect(await maskedIn(`${DESK}/admins/invitations`, invited.body.id)).toBe(MASKED);
    expect(await maskedIn(`${DESK}/admins`, ottoId)).toBe(MASKED);
    for (const address of [ann.email, ottoEmail, chief, fin]) expect(text).not.toContain(address);
    expect(await disclosed()).toEqual([]);
  });

  it('are shown to owners and finance, one at a time, each of which is recorded first', async () => {
    for (const desk of [owner, finance]) {
      expect(await look(desk, 'users', ann.id)).toMatchObject({ status: 200, body: { email: ann.email } });
      expect((await look(desk, 'users', crypto.randomUUID())).status).toBe(404);
    }
    expect((await look(moderator, 'users', ann.id)).status).toBe(403);
    const actors = [
      { kind: 'admin', id: (await owner.self()).body.id, role: 'owner' },
      { kind: 'admin', id: (await finance.self()).body.id, role: 'finance' },
    ];
    expect((await disclosed()).map(({ data, metadata }) => [data, Object(metadata).actor])).toEqual(
      actors.map((actor) => [expect.objectContaining({ holder: 'account', subjectId: ann.id }), actor]),
    );
    await settled(app);
    const { body: acts } = await owner.actsOn(ann.id);
    expect(acts.slice(0, 2).map(({ name, adminName, canUndo }) => [name, adminName, canUndo])).toEqual([
      ['Email looked up', finName, false],
      ['Email looked up', olgaName, false],
    ]);
    const { body: seen } = await moderator.actsOn(ann.id);
    expect(seen.filter(({ kind }) => kind === 'EmailDisclosed')).toEqual([]);
  });

  it('of admins and invitations are shown to owners', async () => {
    const email = `${unique('admin-new')}@example.org`;
    const { id } = (await invite(owner, email, 'finance')).body;
    for (const [of, subject, address] of [
      ['admins', ottoId, ottoEmail],
      ['admins/invitations', id, email],
    ] as const) {
      expect((await look(owner, of, subject)).body.email).toBe(address);
      expect((await look(finance, of, subject)).status).toBe(403);
    }
    const ownerId = (await owner.get<AdminUser>(`${DESK}/me`)).body.id;
    expect((await look(owner, 'admins', ownerId)).status).toBe(404);
    expect((await disclosed()).map(({ data }) => Object(data).holder)).toEqual(['admin', 'invitation']);
  });

  it('can be searched for by those who may see them', async () => {
    const typed = `A${ann.email.slice(1)}`;
    for (const desk of [owner, finance]) {
      expect((await search(desk, typed)).body).toMatchObject([{ id: ann.id, email: MASKED }]);
    }
    expect(await search(moderator, typed)).toMatchObject({
      status: 403,
      body: { message: 'Only owners and finance may search by email address.' },
    });
    expect((await search(moderator, ann.user.anonymousUsername)).body).toMatchObject([{ email: MASKED }]);
  });

  it('stand in the file for owners only, which is recorded', async () => {
    const file = async (desk: Desk) => (await desk.get<string>(`${USERS}?format=csv`)).body;
    for (const desk of [finance, moderator]) {
      const text = await file(desk);
      expect(text).toContain(MASKED);
      expect(text).not.toContain(ann.email);
    }
    expect(await disclosed()).toEqual([]);
    expect(await file(owner)).toContain(ann.email);
    expect(await disclosed()).toMatchObject([{ type: 'EmailsDisclosed', data: { list: 'users' } }]);
    await settled(app);
    const { body: acts } = await owner.get<Act[]>(`${DESK}/acts?kind=EmailsDisclosed`);
    expect(acts.find(({ adminName }) => adminName === olgaName)).toMatchObject({
      name: 'List with emails downloaded',
    });
  });
});

const accountsOf = async (owner: Desk, username: string) =>
  (await owner.admins()).body.find((admin) => admin.username === username)?.accountIds;

describe('a login and an account with the same verified address', () => {
  const app = useApp();
  const olga = useAdmin(app, unique('olga'), 'owner');
  /** The address is that of the login, too. */
  const person = async (name: string) => (await verified(app, `${name}@example.org`)).user.id;
  const accepted = async (name: string, role: string) => {
    const email = `${name}@example.org`;
    const mails = (await mailsTo(app, email, 0)).length;
    await invite(olga, email, role);
    const token = invitationIn((await mailsTo(app, email, mails + 1)).at(-1));
    return (await app.desk().accept(token, name, ADMIN_PASSWORD)).body;
  };

  it('are linked whichever came first', async () => {
    const [moe, ann, fin] = [unique('moe'), unique('ann'), unique('fin')];
    await newAdmin(app, moe, 'moderator', `${moe.toUpperCase()}@example.org`);
    expect([await person(moe)]).toEqual(await accountsOf(olga, moe));

    const annId = await person(ann);
    await newAdmin(app, ann, 'moderator', `${ann.toUpperCase()}@Example.org`);
    expect(await accountsOf(olga, ann)).toEqual([annId]);

    const finId = await person(fin);
    await accepted(fin, 'finance');
    expect(await accountsOf(olga, fin)).toEqual([finId]);
  });

  it('are linked while the login waits for a second owner', async () => {
    const [ida, ivo] = [unique('ida'), unique('ivo')];
    const idaId = await person(ida);
    expect(await accepted(ida, 'owner')).toMatchObject({ isWaiting: true, accountIds: [idaId] });

    const { id } = await accepted(ivo, 'owner');
    const ivoId = await person(ivo);
    const waiting = await app.server.get(Admins, { strict: false }).user(id);
    expect(waiting).toMatchObject({ isWaiting: true, accountIds: [ivoId] });
  });

  it('are linked before a decision, also if the login is older than this rule', async () => {
    const [bobId, name] = [await person(unique('bob')), unique('old')];
    const postId = await publishPost(app, bobId, 7);
    await newAdmin(app, name, 'moderator', `${name}@example.org`);
    const old = await signedInAdmin(app, name);
    const emailHash = app.server.get(EmailHashes, { strict: false }).of(`${name}@example.org`);
    await send(app, Email.ClaimEmail({ emailHash, accountId: bobId }));
    expect(await accountsOf(olga, name)).toEqual([]);

    expect((await old.decide(postId, { isModerated: true })).status).toBe(403);
    expect(await accountsOf(olga, name)).toEqual([bobId]);
  });
});

describe('a login that is linked to an account', () => {
  const app: AppInUse = useOwnApp('lets owners age');
  const olga = useAdmin(app, 'olga', 'owner');

  it('is unlinked by two owners only, never by waiting, and not linked again', async () => {
    const max = (await verified(app, 'max@example.org')).user.id;
    const maxId = await newAdmin(app, 'max', 'moderator', 'max@example.org');
    await newAdmin(app, 'otto', 'owner');
    letOwnersAge(app);
    await olga.signIn('olga');
    const reason = 'They share a mailbox.';
    const unlink = () => olga.post<{ id: string }>(`${DESK}/admins/${maxId}/unlink`, { reason });
    const { status, body } = await unlink();
    expect([status, body]).toEqual([
      202,
      expect.objectContaining({ act: 'unlinkAccount', isDelayed: false, subjectName: 'max' }),
    ]);
    expect(await accountsOf(olga, 'max')).toEqual([max]);

    const otto = await signedInAdmin(app, 'otto');
    expect((await otto.confirm(body.id, PROOF)).status).toBe(200);
    await settled(app);
    expect(await accountsOf(olga, 'max')).toEqual([]);
    const postId = await publishPost(app, max, 7);
    expect((await (await signedInAdmin(app, 'max')).decide(postId, { isModerated: true })).status).toBe(200);
    expect((await unlink()).status).toBe(409);
  });
});
