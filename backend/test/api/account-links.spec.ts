import { Admins } from '../../src/api/http/admins.js';
import { EmailHashes } from '../../src/api/http/email-address.js';
import { Email } from '../../src/domain/account/email.js';
import { invitationIn, letOwnersAge, newAdmin, signedInAdmin, useAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { ADMIN_PASSWORD, PROOF } from '../support/desk.js';
import { settled } from '../support/settled.js';
import { mailsTo } from '../support/mails.js';
import { verified } from '../support/people.js';
import { publishPost, send } from '../support/posts.js';

const reason = 'They share a mailbox.';

describe('a login and an account with the same verified address', () => {
  const app = useOwnApp('not shared yet');
  const olga = useAdmin(app, 'olga', 'owner');
  const accountsOf = async (username: string) =>
    (await olga.admins()).body.find((admin) => admin.username === username)?.accountIds;

  it('are linked whichever came first', async () => {
    await newAdmin(app, 'moe', 'moderator', 'MOE@example.org');
    const mo = await verified(app, 'moe@example.org');
    expect(await accountsOf('moe')).toEqual([mo.user.id]);

    const ann = await verified(app, 'ann@example.org');
    await newAdmin(app, 'ann', 'moderator', 'Ann@Example.org');
    expect(await accountsOf('ann')).toEqual([ann.user.id]);

    const fin = await verified(app, 'fin@example.org');
    await olga.post('/api/rtm-sys/admins/invitations', { email: 'fin@example.org', role: 'finance' });
    const token = invitationIn((await mailsTo(app, 'fin@example.org', 2)).at(-1));
    await app.desk().accept(token, 'fin', ADMIN_PASSWORD);
    expect(await accountsOf('fin')).toEqual([fin.user.id]);
  });

  it('are linked while the login waits for a second owner', async () => {
    const waitingOwner = async (name: string, mails: number) => {
      const email = `${name}@example.org`;
      await olga.post('/api/rtm-sys/admins/invitations', { email, role: 'owner' });
      const token = invitationIn((await mailsTo(app, email, mails)).at(-1));
      return (await app.desk().accept(token, name, ADMIN_PASSWORD)).body;
    };
    const ida = await verified(app, 'ida@example.org');
    expect(await waitingOwner('ida', 2)).toMatchObject({ isWaiting: true, accountIds: [ida.user.id] });

    const { id } = await waitingOwner('ivo', 1);
    const ivo = await verified(app, 'ivo@example.org');
    const waiting = await app.server.get(Admins, { strict: false }).user(id);
    expect(waiting).toMatchObject({ isWaiting: true, accountIds: [ivo.user.id] });
  });

  it('are linked before a decision, also if the login is older than this rule', async () => {
    const bob = await verified(app, 'bob@example.org');
    const postId = await publishPost(app, bob.user.id, 7);
    await newAdmin(app, 'old', 'moderator', 'old@example.org');
    const old = await signedInAdmin(app, 'old');
    const emailHash = app.server.get(EmailHashes, { strict: false }).of('old@example.org');
    await send(app, Email.ClaimEmail({ emailHash, accountId: bob.user.id }));
    expect(await accountsOf('old')).toEqual([]);

    expect((await old.decide(postId, { isModerated: true })).status).toBe(403);
    expect(await accountsOf('old')).toEqual([bob.user.id]);
  });

  it('are unlinked by two owners only, never by waiting, and not linked again', async () => {
    const max = await verified(app, 'max@example.org');
    const maxId = await newAdmin(app, 'max', 'moderator', 'max@example.org');
    await newAdmin(app, 'otto', 'owner');
    letOwnersAge(app);
    await olga.signIn('olga');
    const unlink = () => olga.post<{ id: string }>(`/api/rtm-sys/admins/${maxId}/unlink`, { reason });
    const { status, body } = await unlink();
    expect([status, body]).toEqual([
      202,
      expect.objectContaining({ act: 'unlinkAccount', isDelayed: false, subjectName: 'max' }),
    ]);
    expect(await accountsOf('max')).toEqual([max.user.id]);

    const otto = await signedInAdmin(app, 'otto');
    expect((await otto.confirm(body.id, PROOF)).status).toBe(200);
    await settled(app);
    expect(await accountsOf('max')).toEqual([]);
    const postId = await publishPost(app, max.user.id, 7);
    expect((await (await signedInAdmin(app, 'max')).decide(postId, { isModerated: true })).status).toBe(200);
    expect((await unlink()).status).toBe(409);
  });
});
