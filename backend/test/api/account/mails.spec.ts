import type { HealthReport } from '../../../src/api/health/kernel-health.js';
import { carryOut, operatorCommands } from '../../../src/control/operator-commands.js';
import { Account } from '../../../src/domain/account/account.js';
import { NOBODY } from '../../../src/domain/admin/person.js';
import { Comment } from '../../../src/domain/comment/comment.js';
import { Post } from '../../../src/domain/post/post.js';
import { Reactor } from '../../../src/kernel/reactions/reactor.js';
import { ActivityNotices } from '../../../src/reactions/mails/activity-notices.js';
import { SentMailsSweep } from '../../../src/reactions/mails/sent-mails-sweep.js';
import { WeekClosing } from '../../../src/reactions/timers/week-closing.js';
import { useOwnApp } from '../../support/app.js';
import { DAY } from '../../support/erasure.js';
import { mailsTo } from '../../support/mails.js';
import { type Person, registered, signedUp, usePerson } from '../../support/people.js';
import { publishPost, rate, send } from '../../support/posts.js';
import { watchCheckpoints } from '../../support/reactions.js';
import { settled } from '../../support/settled.js';
import { SmtpPostOffice } from '../../support/smtp.js';

const MINUTE = 60_000;

describe('activity mails', () => {
  const app = useOwnApp('closes weeks, and restarts');
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  let postId: string;
  beforeEach(async () => {
    await settle();
    postId = await publishPost(app, ann.id, 5);
  });

  /** Waits until all reactions have finished without an error. */
  const settle = async () => {
    await settled(app);
    const reactions = app.server.get(Reactor).health();
    expect(reactions.filter(({ error }) => error !== null)).toEqual([]);
  };
  const notify = async () => {
    await settle();
    await app.server.get(ActivityNotices).notify();
    await settle();
  };
  const subjects = async (address: string) =>
    (await mailsTo(app, address, 0))
      .map(({ subject }) => subject)
      .filter((subject) => !/verify/i.test(subject));
  /** The subjects of the mails that Ann and Bob get meanwhile. */
  const during = async (work: () => Promise<unknown>) => {
    const before = [(await subjects(ann.email)).length, (await subjects(bob.email)).length];
    await work();
    return {
      ann: (await subjects(ann.email)).slice(before[0]),
      bob: (await subjects(bob.email)).slice(before[1]),
    };
  };
  const writeComment = async (
    author: Person,
    parent: { commentId: string; authorId: string } | null = null,
  ) => {
    const commentId = crypto.randomUUID();
    const post = { postId, ownerId: ann.id, isPublic: true };
    const above = parent && { ...parent, postId, depth: 1 };
    const text = 'What a fine photo.';
    await send(app, Comment.PostComment({ commentId, post, authorId: author.id, parent: above, text }));
    return commentId;
  };

  it('report the first rating at once, later activity once an hour in one mail, and nothing twice', async () => {
    const first = await during(async () => {
      await rate(app, postId, ann.id, 5);
      await notify();
      await rate(app, postId, ann.id, 6);
      await writeComment(bob);
      await notify();
      app.clock.advance(60 * MINUTE - 1);
      await notify();
    });
    expect(first.ann).toEqual(['1 new vote on your post']);
    const later = await during(async () => {
      app.clock.advance(1);
      await notify();
      await app.restart();
      app.clock.advance(61 * MINUTE);
      await notify();
    });
    // A single vote beside a name would seem to be theirs.
    expect(later.ann).toEqual(['Someone commented on your post']);
  });

  it('carry a link to the post, and one that unsubscribes from the kinds in the mail', async () => {
    await writeComment(bob);
    await notify();
    const mail = (await mailsTo(app, ann.email, 1)).at(-1);
    expect(mail?.text).toContain(`/post/${postId}`);
    const token = /unsubscribe\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const { body } = await app.browser().get(`/api/unsubscribe?token=${token}`);
    expect(body).toEqual({ kinds: ['comment'] });
  });

  it('report comments and replies, but never to their own author', async () => {
    const mails = await during(async () => {
      const commentId = await writeComment(ann);
      const reply = await writeComment(bob, { commentId, authorId: ann.id });
      await writeComment(ann, { commentId: reply, authorId: bob.id });
      await notify();
    });
    expect(mails).toEqual({
      ann: ['Someone commented on your post'],
      bob: ['Someone replied to your comment'],
    });
  });

  it('drop activity of a kind that is switched off, and do not delay the next mail', async () => {
    const want = (emailNotificationsRating: boolean) =>
      send(app, Account.ChangeEmailPreferences({ accountId: ann.id, emailNotificationsRating }));
    const mails = await during(async () => {
      await want(false);
      await rate(app, postId, ann.id, 5);
      await notify();
      await want(true);
      await writeComment(bob);
      await notify();
    });
    expect(mails.ann).toEqual(['Someone commented on your post']);
  });

  it('report each achievement once', async () => {
    const mails = await during(async () => {
      const best = await publishPost(app, ann.id, 9.2);
      await settle();
      const events = await app.adapters.storage.log.readStream(`achievement-${best}-highScore`);
      expect(events).toMatchObject([{ data: { achievement: { kind: 'highScore', score: '9.2' } } }]);
      await notify();
      for (let count = 0; count < 11; count += 1) await rate(app, postId, ann.id, 5);
      await notify();
    });
    expect(mails.ann).toEqual(['Your post has a new achievement', 'Your post has received 10 votes']);
  });

  it('report the first five ranks of a week, also of posts that only the judge has rated', async () => {
    await notify();
    app.clock.advance(7 * DAY);
    const mails = await during(async () => {
      await app.server.get(WeekClosing).close();
      await notify();
    });
    // The posts with the first and the fifth rank have an AI score only.
    expect(mails.ann.toSorted()).toEqual(
      ['1st', '2nd', '3rd', '4th', '5th'].map((rank) => `Your post finished ${rank} in week 47 of 2026`),
    );
  });

  it('leave out what was hidden or deleted before the mail, and owners with an unverified address', async () => {
    const act = { decider: NOBODY, reason: 'abuse', note: 'Be kind.' } as const;
    const { user: cleo } = await registered(app, 'cleo@example.org');
    const [deleted, hers] = [await publishPost(app, ann.id, 5), await publishPost(app, cleo.id, 5)];
    const mails = await during(async () => {
      const gone = await writeComment(bob);
      await send(app, Comment.DeleteComment({ commentId: gone, by: bob.id, because: 'author' }));
      const commentId = await writeComment(bob);
      await writeComment(ann, { commentId, authorId: bob.id });
      await send(app, Comment.HideComment({ ...act, commentId, actId: crypto.randomUUID() }));
      await send(app, Post.HidePost({ ...act, postId, actId: crypto.randomUUID() }));
      await rate(app, deleted, ann.id, 5);
      await rate(app, hers, cleo.id, 5);
      await send(app, Post.DeletePost({ postId: deleted, ownerId: ann.id, because: 'owner' }));
      await notify();
    });
    // The mails about what the admin decided.
    expect(mails).toEqual({ ann: ['Your post was hidden'], bob: ['Your comment was hidden'] });
    expect(await subjects(cleo.email)).toEqual([]);
  });
});

describe('mails of a reaction that was reset to an old position', () => {
  let office: SmtpPostOffice;
  beforeAll(async () => {
    office = await new SmtpPostOffice().listen();
  });
  const app = useOwnApp('restarts with a real mail server', {
    later: () => ({ env: { SMTP_URL: office.url } }),
  });
  afterAll(() => office.close());
  let stored: ReturnType<typeof watchCheckpoints>;
  const watch = async () => {
    stored = watchCheckpoints(app.adapters);
  };
  app.onStart(watch);

  /** Resets the reaction like `npm run recover -- --reactions event 0`. */
  const resetReaction = async () => {
    const { kernel, log } = app.adapters.storage;
    const newest = (await log.readAll(0, 1000)).findLast(({ type }) => type === 'VerificationRequested');
    const position = newest?.position ?? 0;
    await stored('verification-mail', position);
    expect(await kernel.moveCheckpoint('reaction-verification-mail', position, 0)).toBe(true);
    await app.restart();
    await watch();
    await settled(app);
    // Events handled before the server listened wait, because the address for links was not known yet.
    app.clock.advance(10_000);
    await app.server.get(Reactor, { strict: false }).retryDue();
  };
  const run = (...names: string[]) =>
    carryOut(operatorCommands(app.server), { command: 'late-mails', names });
  const counted = async () => (await app.browser().get<HealthReport>('/health')).body.lateMails;
  const addresses = () => office.taken.map(({ to }) => to?.[0]?.address);

  it('are known to be sent for 30 days', async () => {
    const { sentMails } = app.adapters.storage;
    const sweep = app.server.get(SentMailsSweep);
    await sentMails.add('m-1', app.clock.now());
    app.clock.advance(30 * DAY);
    await sweep.sweep();
    expect(await sentMails.has('m-1')).toBe(true);
    app.clock.advance(1);
    await sweep.sweep();
    expect(await sentMails.has('m-1')).toBe(false);
  });

  it('are listed and counted in /health if they are late and not known to be sent, otherwise sent', async () => {
    const [ann, bob] = ['ann@example.org', 'bob@example.org'];
    const { user } = await signedUp(app, ann);
    await settled(app);
    app.clock.advance(8 * DAY);
    await resetReaction();
    expect([addresses(), await counted()]).toEqual([[ann], 0]);

    const { sentMails } = app.adapters.storage;
    await sentMails.removeBefore(app.clock.now());
    await signedUp(app, bob);
    await settled(app);
    await sentMails.removeBefore(new Date(app.clock.now().getTime() + 1));
    await resetReaction();
    expect([addresses(), await counted()]).toEqual([[ann, bob, bob], 1]);
    const [line, total] = await run();
    expect(line).toContain(`verification-mail: VerificationRequested in account-${user.id}, event `);
    expect(line).not.toContain('@');
    expect(total).toBe('1 mails were not sent because they were too late');

    await app.restart();
    expect(await counted()).toBe(1);
    expect(await run('clear')).toEqual(['1 mails were removed from the list']);
    expect([await counted(), await run()]).toEqual([0, ['0 mails were not sent because they were too late']]);
  });
});
