import { Account } from '../../../src/domain/account/account.js';
import { Reactor } from '../../../src/kernel/reactions/reactor.js';
import { ActivityNotices } from '../../../src/reactions/mails/activity-notices.js';
import { useOwnApp } from '../../support/app.js';
import { erased } from '../../support/erasure.js';
import { registered } from '../../support/people.js';
import { publishPost, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import { SmtpPostOffice } from '../../support/smtp.js';

const MINUTE = 60_000;

describe('a mail with words of other people that the mail server refuses temporarily', () => {
  let office: SmtpPostOffice;
  beforeAll(async () => {
    office = await new SmtpPostOffice().listen();
  });
  const app = useOwnApp('has a real mail server', { later: () => ({ env: { SMTP_URL: office.url } }) });
  afterAll(() => office.close());

  const verified = async (email: string) => {
    const { browser, user } = await registered(app, email);
    await settled(app);
    const mail = office.taken.find(({ to }) => to?.[0]?.address === email);
    const token = /verify-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    expect((await browser.verifyEmail(token)).status).toBe(200);
    return Object.assign(browser, { user });
  };
  const isKept = async (word: string) => (await app.texts()).some((text) => text.includes(word));

  it('is kept nowhere, and is composed again without what was erased meanwhile', async () => {
    const [ann, bob, cleo] = [
      await verified('ann@example.org'),
      await verified('bob@example.org'),
      await verified('cleo@example.org'),
    ];
    const postId = await publishPost(app, ann.user.id, 5);
    await bob.changeProfile({ displayUsername: 'Markername' });
    await bob.comment(postId, 'A markertext of Bob.');
    await cleo.comment(postId, 'A calm picture.');
    office.refuse = { to: '450 try later' };
    await settled(app);
    await app.server.get(ActivityNotices).notify();
    await settled(app);
    const reactor = app.server.get(Reactor, { strict: false });
    expect(reactor.unfinished('activity-mails')).toHaveLength(1);
    expect([await isKept('arkertext'), await isKept('arkername')]).toEqual([true, true]);

    const now = app.clock.now().toISOString();
    const deletion = Account.DeleteAccount({ accountId: bob.user.id, now, isConfirmed: true });
    await send(app, deletion);
    await erased(app, bob.user.id);
    expect([await isKept('arkertext'), await isKept('arkername')]).toEqual([false, false]);

    office.refuse = {};
    app.clock.advance(MINUTE);
    await settled(app);
    const mail = office.taken.find(({ subject }) => subject === 'Someone commented on your post');
    expect(mail?.text).toContain(`${cleo.user.anonymousUsername}: “A calm picture.”`);
    expect(mail?.text).not.toMatch(/marker/i);
    expect(reactor.unfinished('activity-mails')).toEqual([]);
  });
});
