import type {
  AuditDetails,
  NewerLines,
  StoredEvent,
  TrailLine,
} from '../../../src/api/audit/audit.contract.js';
import type { FoundThing } from '../../../src/api/audit/search.controller.js';
import { carryOut, operatorCommands } from '../../../src/control/operator-commands.js';
import { Account } from '../../../src/domain/account/account.js';
import { useAdmin } from '../../support/admins.js';
import { unique, useApp } from '../../support/app.js';
import { ADMIN_PASSWORD, DESK, type Desk } from '../../support/desk.js';
import { usePerson } from '../../support/people.js';
import { commentOn, publishPost, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';

const AUDIT = `${DESK}/audit`;

describe('the audit trail of the back office', () => {
  const app = useApp();
  const names = { owner: unique('olga'), moderator: unique('moe'), finance: `${unique('zeno')}n` };
  const owner = useAdmin(app, names.owner, 'owner');
  const moderator = useAdmin(app, names.moderator, 'moderator');
  const finance = useAdmin(app, names.finance, 'finance');
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  let postId = '';
  let commentId = '';
  app.onStart(async () => {
    postId = await publishPost(app, ann.user.id, 7);
    commentId = await commentOn(app, postId, bob.user.id);
    await moderator.hide(postId, { reason: 'spam', note: 'No adverts, please.' });
    await settled(app);
  });
  const idOf = async (desk: Desk) => (await desk.self()).body.id;
  const lines = async (query: string, desk: Desk = owner) => {
    const { status, body } = await desk.get<TrailLine[]>(`${AUDIT}?${query}`);
    expect([query, status]).toEqual([query, 200]);
    return body;
  };
  const typesIn = async (query: string, desk?: Desk) => (await lines(query, desk)).map(({ type }) => type);
  const textOf = ({ parts }: TrailLine) => parts.map(({ text }) => text).join('');

  it('says who did what, in which role, to whom, why and by which request', async () => {
    const [line] = await lines(`subject=post:${postId}&role=moderator`);
    expect(line).toMatchObject({
      type: 'PostHidden',
      actor: { kind: 'admin', role: 'moderator', name: names.moderator },
      reason: { code: 'spam', label: 'Advertising or spam' },
      problem: null,
    });
    expect(line?.correlationId).toBe(line?.requestId);
    expect(line?.causationId).toBe(line?.requestId);
    expect(line?.subjects).toEqual(
      expect.arrayContaining([
        { kind: 'post', id: postId, name: `post ${postId.slice(-8)}` },
        { kind: 'person', id: ann.user.id, name: ann.user.anonymousUsername },
      ]),
    );
    expect(line && textOf(line)).toMatch(/^moe\d+ hid post \S+ from all but its owner/);
    const about = (await lines(`subject=person:${ann.user.id}`)).flatMap(({ subjects }) => subjects);
    const nameOf = new Map(about.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
    expect(new Set(nameOf.values()).size).toBe(nameOf.size);
    expect(await typesIn(`request=${line?.requestId}&action=PostHidden,PostShown`)).toEqual(['PostHidden']);
    expect(await typesIn(`reason=spam&tab=moderation&subject=post:${postId}`)).toEqual(['PostHidden']);
    const after = new Date(Date.parse(line?.at ?? '') + 60_000).toISOString();
    expect(await typesIn(`from=${after}&subject=post:${postId}`)).toEqual([]);
    expect(await typesIn(`to=${line?.at}&action=PostHidden&subject=post:${postId}`)).toEqual(['PostHidden']);
  });

  it('names the operator of a terminal', async () => {
    const login = { username: unique('nina'), role: 'finance', email: null, password: ADMIN_PASSWORD };
    await carryOut(operatorCommands(app.server), { command: 'admin-create', names: [JSON.stringify(login)] });
    await settled(app);
    const done = await lines('role=operator');
    expect(done.map(({ type }) => type)).toEqual(expect.arrayContaining(['AdminCreated', 'AdminAppointed']));
    expect(done[0]?.actor).toEqual({ kind: 'admin', id: 'operator', role: 'operator', name: 'operator' });
  });

  it('has the events of the log itself, for owners', async () => {
    const [started] = await lines('action=LogCreated');
    expect(started && textOf(started)).toMatch(
      /started this log in the format 1 with the id [0-9a-f-]{36}\.$/,
    );
    const { status, body } = await owner.get<AuditDetails>(`${AUDIT}/${started?.id}`);
    expect([status, body.line, body.changes]).toEqual([200, started, []]);
    expect(await typesIn('action=ReactionStarted&limit=1')).toEqual(['ReactionStarted']);
    expect((await moderator.get(`${AUDIT}/${started?.id}`)).status).toBe(404);
  });

  it('rejects what is no filter', async () => {
    for (const query of ['action=Nothing', 'from=yesterday', 'subject=planet:1', 'role=king', 'tab=other']) {
      expect([query, (await owner.get(`${AUDIT}?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('shows each role its own lines, wherever one asks', async () => {
    expect(await typesIn(`subject=post:${postId}`, finance)).toEqual([]);
    expect(await typesIn('action=AccountRegistered', moderator)).toEqual([]);
    const [registered] = await lines('action=AccountRegistered&limit=1');
    const [hidden] = await lines(`action=PostHidden&subject=post:${postId}`);
    for (const [desk, id, status] of [
      [owner, registered?.id, 200],
      [moderator, registered?.id, 404],
      [moderator, hidden?.id, 200],
      [finance, hidden?.id, 404],
    ] as const) {
      expect((await desk.get(`${AUDIT}/${id}`)).status).toBe(status);
      const { body: found } = await desk.get<FoundThing[]>(`${DESK}/search?q=${id}`);
      expect(found.some(({ kind }) => kind === 'event')).toBe(status === 200);
    }
    expect((await finance.post(`${AUDIT}/${hidden?.id}/look`)).status).toBe(404);
    const { body: related } = await moderator.get<AuditDetails>(`${AUDIT}/${hidden?.id}`);
    expect(related.related.map(({ type }) => type)).toContain('PostHidden');
  });

  it('opens a line: what it changed, what belongs to it, and what is personal after a look', async () => {
    const [hidden] = await lines(`action=PostHidden&subject=post:${postId}`);
    const { body } = await owner.get<AuditDetails>(`${AUDIT}/${hidden?.id}`);
    expect(body.line).toEqual(hidden);
    expect(body.changes).toContainEqual({ field: 'moderation.isHidden', before: 'false', after: 'true' });
    expect(body.related).toContainEqual(hidden);
    expect(JSON.stringify(body)).not.toContain('adverts');

    const [comment] = await lines(`subject=comment:${commentId}`);
    const { body: masked } = await owner.get<AuditDetails>(`${AUDIT}/${comment?.id}`);
    expect(masked.stored?.data).toMatchObject({ commentId, text: null });
    const { body: look } = await owner.post<StoredEvent>(`${AUDIT}/${comment?.id}/look`);
    expect(look.data).toMatchObject({ text: 'A calm picture.' });
    const [seen] = await lines(`action=EventDisclosed&actor=${await idOf(owner)}`);
    expect(seen && textOf(seen)).toContain(
      `${names.owner} looked at what is personal in the event ${comment?.id}`,
    );
    expect(await lines(`action=EventDisclosed&subject=person:${bob.user.id}`)).toEqual([seen]);
    const [created] = await lines(`action=AdminCreated&subject=admin:${await idOf(finance)}`);
    const { body: credentials } = await owner.post<StoredEvent>(`${AUDIT}/${created?.id}/look`);
    expect(credentials.data).toMatchObject({ passwordHash: '(hidden)' });
    expect(await lines(`action=EventDisclosed&subject=admin:${created?.subjects[0]?.id}`)).toHaveLength(1);
  });

  it('tells an open page of newer lines, and exports a filter that can be continued', async () => {
    const all = await lines(`subject=post:${postId}`);
    const [newest, second] = all;
    const newer = await owner.get<NewerLines>(
      `${AUDIT}/newer?subject=post:${postId}&after=${second?.position}`,
    );
    expect(newer.body).toEqual({ count: 1 });
    const file = await owner.get<string>(`${AUDIT}/export?format=ndjson&subject=post:${postId}`);
    expect(file.headers.get('content-type')).toBe('application/x-ndjson');
    const rows = String(file.body)
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row) as TrailLine);
    expect(rows).toEqual(all.toReversed().map((line) => ({ ...line, sentence: textOf(line) })));
    const rest = await owner.get<string>(`${AUDIT}/export?subject=post:${postId}&after=${second?.position}`);
    const [head, row, ...more] = String(rest.body).trim().split('\r\n');
    expect(head).toMatch(/^position,id,at,type,/);
    expect(row).toContain(`${newest?.position},${newest?.id},`);
    expect(more).toEqual([]);
  });

  it('finds people and admins by the start of a name, people by a whole address, and records the latter', async () => {
    const person = { kind: 'person', id: bob.user.id, name: bob.user.anonymousUsername };
    const search = (desk: Desk, text: string) =>
      desk.get<FoundThing[]>(`${DESK}/search?q=${encodeURIComponent(text)}`);
    const { body: byName } = await search(moderator, bob.user.anonymousUsername.slice(0, -1).toUpperCase());
    expect(byName).toContainEqual(expect.objectContaining(person));
    const { body: byEnd } = await search(moderator, bob.user.anonymousUsername.slice(1));
    expect(byEnd.map(({ id }) => id)).not.toContain(bob.id);
    const start = names.finance.slice(0, -1).toUpperCase();
    const admins = async (desk: Desk, text: string) =>
      (await search(desk, text)).body.filter(({ kind }) => kind === 'admin');
    expect(await admins(owner, start)).toContainEqual(
      expect.objectContaining({ name: names.finance, why: 'The name begins with this.' }),
    );
    expect((await admins(owner, names.finance.slice(1))).map(({ name }) => name)).not.toContain(
      names.finance,
    );
    // They see no line about admins.
    expect(await admins(moderator, start)).toEqual([]);
    expect((await search(moderator, bob.email)).status).toBe(403);
    expect((await search(finance, ` ${bob.email.replace('b', 'B')}`)).body).toMatchObject([person]);
    expect((await search(finance, 'nobody@example.org')).body).toEqual([]);
    const looks = await lines(`action=EmailDisclosed&actor=${await idOf(finance)}`);
    expect(looks.map(textOf)).toEqual([
      `${names.finance} looked up the email address of nobody with an account.`,
      `${names.finance} looked up the email address of ${bob.user.anonymousUsername}.`,
    ]);
    expect(JSON.stringify(looks)).not.toContain('example.org');
    expect((await search(owner, postId)).body).toContainEqual(
      expect.objectContaining({ kind: 'post', id: postId }),
    );
  });

  it('keeps the lines of an erased person, without the name', async () => {
    await send(
      app,
      Account.DeleteAccount({
        accountId: bob.user.id,
        now: app.clock.now().toISOString(),
        isConfirmed: true,
      }),
    );
    await settled(app);
    const [line] = await lines(`actor=${bob.user.id}&action=CommentPosted`);
    const [comment] = await lines(`subject=comment:${commentId}&action=CommentPosted`);
    expect(comment?.subjects).toContainEqual({ kind: 'person', id: bob.user.id, name: 'a deleted person' });
    expect(JSON.stringify([line, comment])).not.toContain(bob.user.anonymousUsername);
  });
});
