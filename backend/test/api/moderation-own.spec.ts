import { adminBrowser, invitationIn, signedInAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { mailsTo } from '../support/mails.js';
import { verified } from '../support/people.js';
import { commentOn, publishPost } from '../support/posts.js';

const PASSWORD = 'gravel under both heels';

describe('an admin with an account on the site', () => {
  const app = useOwnApp('not shared yet', { env: { ADMIN_LOGIN_PATH: '/porters-lodge' } });
  it('decides about nothing that they posted or reported, but about everything else', async () => {
    const olga = await adminBrowser(app, 'olga', 'owner');
    const ann = await verified(app, 'ann@example.org');
    const bob = await verified(app, 'bob@example.org');
    await olga.setAdmin(ann.user.id, true);
    const token = invitationIn((await mailsTo(app, 'ann@example.org', 2)).at(-1));
    const login = { token, username: 'ann', password: PASSWORD };
    await app.browser().post('/api/rtm-sys/invitations/accept', login);
    const admin = await signedInAdmin(app, 'ann', PASSWORD);

    const own = await publishPost(app, ann.user.id, 7);
    const other = await publishPost(app, bob.user.id, 7);
    const ownComment = await commentOn(app, own, ann.user.id);
    await ann.browser.report(other, { reason: 'Hm.' });
    await bob.browser.report(own, { reason: 'Hm.' });
    const third = await publishPost(app, bob.user.id, 7);
    const given = { reason: 'quality' };
    const { actId } = (await olga.hide(own, given)).body;
    const dismissal = { status: 'dismissed' };
    const answers = [
      await admin.decide(own, { isModerated: true }),
      await admin.remove(own, given),
      await admin.decide(other, { isModerated: true }),
      await admin.undo(actId, 'I like it.'),
      await admin.hideComment(ownComment, given),
      await admin.decideReport(`${other}-${ann.user.id}`, dismissal),
      await admin.decideReport(`${own}-${bob.user.id}`, dismissal),
    ];
    const message = 'You cannot decide about your own content. Another admin has to.';
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([403, expect.objectContaining({ message })]);
    }
    expect((await admin.decide(third, { isModerated: true })).status).toBe(200);
    expect((await olga.undo(actId, 'Fine.')).status).toBe(200);
  });
});
