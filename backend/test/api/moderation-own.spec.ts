import type { ModeratedPost } from '../../src/api/acts/acts.responses.js';
import { adminBrowser, invitationIn, signedInAdmin } from '../support/admins.js';
import { useApp } from '../support/app.js';
import { mailsTo } from '../support/mails.js';
import { verified } from '../support/people.js';
import { commentOn, publishPost } from '../support/posts.js';

const PASSWORD = 'gravel under both heels';

describe('an admin with an account on the site', () => {
  const app = useApp({ env: { ADMIN_LOGIN_PATH: '/porters-lodge' } });
  it('decides about nothing that they posted or reported, but about everything else', async () => {
    const olga = await adminBrowser(app, 'olga', 'owner');
    const ann = await verified(app, 'ann@example.org');
    const bob = await verified(app, 'bob@example.org');
    await olga.patch(`/api/rtm-sys/users/${ann.user.id}`, { isAdmin: true });
    const token = invitationIn((await mailsTo(app, 'ann@example.org', 2)).at(-1));
    const login = { token, username: 'ann', password: PASSWORD };
    await app.browser().post('/api/rtm-sys/invitations/accept', login);
    const admin = await signedInAdmin(app, 'ann', PASSWORD);

    const own = await publishPost(app, ann.user.id, 7);
    const other = await publishPost(app, bob.user.id, 7);
    const ownComment = await commentOn(app, own, ann.user.id);
    await ann.browser.post(`/api/posts/${other}/report`, { reason: 'Hm.' });
    await bob.browser.post(`/api/posts/${own}/report`, { reason: 'Hm.' });
    const given = { reason: 'quality' };
    const { actId } = (
      await olga.patch<ModeratedPost>(`/api/rtm-sys/posts/${own}`, { isPublic: false, ...given })
    ).body;
    const dismissal = { status: 'dismissed' };
    const answers = [
      await admin.patch(`/api/rtm-sys/posts/${own}`, { isModerated: true }),
      await admin.delete(`/api/rtm-sys/posts/${own}`, given),
      await admin.post(`/api/rtm-sys/acts/${actId}/undo`, { reason: 'I like it.' }),
      await admin.delete(`/api/rtm-sys/comments/${ownComment}`, given),
      await admin.patch(`/api/rtm-sys/reports/${other}-${ann.user.id}`, dismissal),
      await admin.patch(`/api/rtm-sys/reports/${own}-${bob.user.id}`, dismissal),
    ];
    const message = 'You cannot decide about your own content. Another admin has to.';
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([403, expect.objectContaining({ message })]);
    }
    expect((await admin.patch(`/api/rtm-sys/posts/${other}`, { isModerated: true })).status).toBe(200);
    expect((await olga.post(`/api/rtm-sys/acts/${actId}/undo`, { reason: 'Fine.' })).status).toBe(200);
  });
});
