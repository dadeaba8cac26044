import { Account } from '../../src/domain/account/account.js';
import { Comment } from '../../src/domain/comment/comment.js';
import { Post } from '../../src/domain/post/post.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import { ActivityNotices } from '../../src/reactions/mails/activity-notices.js';
import { WeekClosing } from '../../src/reactions/timers/week-closing.js';
import { useOwnApp } from '../support/app.js';
import { mailBoxOf, mailsTo } from '../support/mails.js';
import { registered, type Person, usePerson } from '../support/people.js';
import { publishPost, rate, send } from '../support/posts.js';
import { settled } from '../support/settled.js';
import { NOBODY } from '../../src/domain/admin/person.js';

const MINUTE = 60_000;

describe('activity mails', () => {
  const app = useOwnApp('not shared yet');
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
  const subjects = async (address: string) => {
    const mails = (await mailBoxOf(app).list(200)).filter(({ to }) => to === address);
    return mails
      .map(({ subject }) => subject)
      .filter((subject) => !/verify/i.test(subject))
      .reverse();
  };
  const newSubjects = async (address: string, work: () => Promise<void>) => {
    const before = (await subjects(address)).length;
    await work();
    return (await subjects(address)).slice(before);
  };
  const writeComment = (author: Person, parent: { commentId: string; authorId: string } | null = null) => {
    const commentId = crypto.randomUUID();
    const post = { postId, ownerId: ann.id, isPublic: true };
    return send(
      app,
      Comment.PostComment({
        commentId,
        post,
        authorId: author.id,
        parent: parent && { ...parent, postId, depth: 1 },
        text: 'What a fine photo.',
      }),
    ).then(() => commentId);
  };

  it('report the first rating at once, later activity once an hour in one mail, and nothing twice', async () => {
    const toAnn = await newSubjects('ann@example.org', async () => {
      await rate(app, postId, ann.id, 5);
      await notify();
      await rate(app, postId, ann.id, 6);
      await writeComment(bob);
      await notify();
      app.clock.advance(60 * MINUTE - 1);
      await notify();
    });
    expect(toAnn).toEqual(['Someone rated your post']);
    const later = await newSubjects('ann@example.org', async () => {
      app.clock.advance(1);
      await notify();
      app.clock.advance(61 * MINUTE);
      await notify();
    });
    expect(later).toEqual(['1 new rating and 1 comment on your post']);
  });

  it('carry a link to the post, and one that unsubscribes from the kinds in the mail', async () => {
    await writeComment(bob);
    await notify();
    const mail = (await mailsTo(app, 'ann@example.org', 1)).at(-1);
    expect(mail?.text).toContain(`/post/${postId}`);
    const token = /unsubscribe\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const { body } = await app.browser().get(`/api/unsubscribe?token=${token}`);
    expect(body).toEqual({ kinds: ['comment'] });
  });

  it('report comments and replies, but never to their own author', async () => {
    let toAnn: string[] = [];
    const toBob = await newSubjects('bob@example.org', async () => {
      toAnn = await newSubjects('ann@example.org', async () => {
        const commentId = await writeComment(ann);
        const reply = await writeComment(bob, { commentId, authorId: ann.id });
        await writeComment(ann, { commentId: reply, authorId: bob.id });
        await notify();
      });
    });
    expect(toAnn).toEqual(['Someone commented on your post']);
    expect(toBob).toEqual(['Someone replied to your comment']);
  });

  it('leave out what an admin hid before the mail: a comment, and for others a post', async () => {
    const act = { decider: NOBODY, reason: 'abuse', note: 'Be kind.' } as const;
    let toAnn: string[] = [];
    const toBob = await newSubjects('bob@example.org', async () => {
      toAnn = await newSubjects('ann@example.org', async () => {
        const commentId = await writeComment(bob);
        await writeComment(ann, { commentId, authorId: bob.id });
        await send(app, Comment.HideComment({ ...act, commentId, actId: crypto.randomUUID() }));
        await send(app, Post.HidePost({ ...act, postId, actId: crypto.randomUUID() }));
        await notify();
      });
    });
    // The mails about what the admin decided.
    expect([toAnn, toBob]).toEqual([['Your post was hidden'], ['Your comment was hidden']]);
  });

  it('leave out a comment that was deleted before the mail', async () => {
    const toAnn = await newSubjects('ann@example.org', async () => {
      const commentId = await writeComment(bob);
      await send(app, Comment.DeleteComment({ commentId, by: bob.id, because: 'author' }));
      await notify();
    });
    expect(toAnn).toEqual([]);
  });

  it('drop activity of a kind that is switched off, and do not delay the next mail', async () => {
    const accountId = ann.id;
    const toAnn = await newSubjects('ann@example.org', async () => {
      await send(app, Account.ChangeEmailPreferences({ accountId, emailNotificationsRating: false }));
      await rate(app, postId, ann.id, 5);
      await notify();
      await send(app, Account.ChangeEmailPreferences({ accountId, emailNotificationsRating: true }));
      await writeComment(bob);
      await notify();
    });
    expect(toAnn).toEqual(['Someone commented on your post']);
  });

  it('report each achievement once', async () => {
    const toAnn = await newSubjects('ann@example.org', async () => {
      const best = await publishPost(app, ann.id, 9.2);
      await settle();
      const events = await app.adapters.storage.log.readStream(`achievement-${best}-highScore`);
      expect(events).toMatchObject([{ data: { achievement: { kind: 'highScore', score: '9.2' } } }]);
      await notify();
      for (let count = 0; count < 11; count += 1) await rate(app, postId, ann.id, 5);
      await notify();
    });
    expect(toAnn).toEqual(['Your post has a score of 9.2 out of 10', 'Your post has received 10 ratings']);
  });

  it('report the first five ranks of a week, also of posts that only the judge has rated', async () => {
    await notify();
    app.clock.advance(7 * 24 * 60 * MINUTE);
    const toAnn = await newSubjects('ann@example.org', async () => {
      await app.server.get(WeekClosing).close();
      await notify();
    });
    // The posts with the first and the fifth rank have an AI score only.
    expect(toAnn.toSorted()).toEqual(
      ['1st', '2nd', '3rd', '4th', '5th'].map((rank) => `Your post finished ${rank} in week 47 of 2026`),
    );
  });

  it('leave out deleted posts and owners with an unverified address', async () => {
    const { user: cleo } = await registered(app, 'cleo@example.org');
    const other = await publishPost(app, cleo.id, 5);
    const toCleo = await newSubjects('cleo@example.org', async () => {
      const toAnn = await newSubjects('ann@example.org', async () => {
        await rate(app, postId, ann.id, 5);
        await rate(app, other, cleo.id, 5);
        await send(app, Post.DeletePost({ postId, ownerId: ann.id, because: 'owner' }));
        await notify();
      });
      expect(toAnn).toEqual([]);
    });
    expect(toCleo).toEqual([]);
  });

  it('are not sent again after a restart', async () => {
    await rate(app, postId, ann.id, 5);
    await notify();
    const before = await subjects('ann@example.org');
    await app.restart();
    app.clock.advance(61 * MINUTE);
    await notify();
    expect(await subjects('ann@example.org')).toEqual(before);
  });
});
