import { Account } from '../../../src/domain/account/account.js';
import { Comment } from '../../../src/domain/comment/comment.js';
import { ActivityNotices } from '../../../src/reactions/mails/activity-notices.js';
import { WeeklyDigests } from '../../../src/reactions/mails/weekly-digests.js';
import { WeekClosing } from '../../../src/reactions/timers/week-closing.js';
import { useOwnApp } from '../../support/app.js';
import { mailsTo } from '../../support/mails.js';
import { type Person, usePerson } from '../../support/people.js';
import { publishPost, rate, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';

describe('the weekly digest', () => {
  const app = useOwnApp('closes weeks, and restarts');
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');

  const notify = async () => {
    await settled(app);
    await app.server.get(ActivityNotices).notify();
    await settled(app);
  };
  const digest = async () => {
    await settled(app);
    await app.server.get(WeeklyDigests).notify();
    await settled(app);
  };
  const closeWeek = async () => {
    await settled(app);
    await app.server.get(WeekClosing).close();
    await notify();
  };
  const want = (emailWeekly: boolean) =>
    send(app, Account.ChangeEmailPreferences({ accountId: ann.id, emailWeekly }));
  /** The mails about posts that Ann got so far. */
  const mails = async () =>
    (await mailsTo(app, ann.email, 0)).filter(({ subject }) => !/verify/i.test(subject));
  const subjects = async () => (await mails()).map(({ subject }) => subject);
  const comment = async (postId: string, author: Person, text: string) => {
    const commentId = crypto.randomUUID();
    const post = { postId, ownerId: ann.id, isPublic: true };
    await send(app, Comment.PostComment({ commentId, post, authorId: author.id, parent: null, text }));
    return commentId;
  };
  const later = (to: string) => app.clock.advance(Date.parse(to) - app.clock.now().getTime());

  it('tells on Monday, after the week is closed, what was not mailed at once, once', async () => {
    const first = await publishPost(app, ann.id, 5);
    later('2026-11-21T12:30:00.000Z');
    const second = await publishPost(app, ann.id, 4);
    for (const _ of Array(4)) await publishPost(app, bob.id, 6);
    await want(true);
    for (const _ of Array(2)) await rate(app, first, ann.id, 8);
    await rate(app, second, ann.id, 2);
    await notify();
    later('2026-11-21T14:00:00.000Z');
    await rate(app, first, ann.id, 10);
    const gone = await comment(first, bob, 'I take this back.');
    await comment(first, bob, 'What a calm picture.');
    await notify();
    expect(await subjects()).toEqual([]);

    await want(false);
    later('2026-11-22T14:00:00.000Z');
    await comment(second, bob, 'Told at once.');
    await notify();
    expect(await subjects()).toEqual(['Someone commented on your post']);

    await send(app, Comment.DeleteComment({ commentId: gone, by: bob.id, because: 'author' }));
    later('2026-11-23T00:01:00.000Z');
    await digest();
    await closeWeek();
    later('2026-11-23T02:00:59.999Z');
    await digest();
    const before = await mails();
    expect(before.map(({ subject }) => subject)).toEqual([
      'Someone commented on your post',
      // The trophies of the week, as she has chosen.
      'Your post finished 1st in week 47 of 2026',
    ]);
    later('2026-11-23T02:01:00.000Z');
    await digest();
    await digest();
    await app.restart();
    await digest();
    const [weekly, ...more] = (await mails()).slice(before.length);
    expect([weekly?.subject, more]).toEqual(['Your week on Footnote', []]);
    const lines = weekly?.text.split(/\n+(?: ?- )?/).map((line) => line.replace(/^http.+\//, ''));
    expect(lines?.slice(1, -4)).toEqual([
      'Your post of Saturday, 21 November 2026, 12:00 UTC:',
      first,
      '3 new votes: 5.0 → 7.8',
      `${bob.user.anonymousUsername}: “What a calm picture.”`,
      'Your post of Saturday, 21 November 2026, 12:30 UTC:',
      second,
      '1 new vote',
      'See your inbox:',
      'inbox',
    ]);
    const token = /unsubscribe\?token=([\w-]+)/.exec(weekly?.text ?? '')?.[1] ?? '';
    const { body } = await app.browser().get(`/api/unsubscribe?token=${token}`);
    expect(body).toEqual({ kinds: ['rating', 'comment', 'achievements'] });
  });

  it('waits for Monday with what comes after the digest, and is not sent without anything to tell', async () => {
    const mine = await publishPost(app, ann.id, 5);
    const sent = (await mails()).length;
    await want(true);
    await comment(mine, bob, 'Nice.');
    await notify();
    await digest();
    expect(await mails()).toHaveLength(sent);
    later('2026-11-30T00:01:00.000Z');
    await closeWeek();
    later('2026-11-30T02:01:00.000Z');
    await digest();
    expect((await subjects()).slice(sent)).toEqual(['Your week on Footnote']);
    later('2026-12-07T00:01:00.000Z');
    await closeWeek();
    later('2026-12-07T02:01:00.000Z');
    await digest();
    expect(await mails()).toHaveLength(sent + 1);
  });
});
