import type { EventMetadata } from '../../src/kernel/event.js';
import { Views } from '../../src/kernel/projection.js';
import type { CurrentViews } from '../../src/kernel/views/current-views.js';
import type { Comment } from '../../src/projections/comments/comment.js';
import { CommentsReader } from '../../src/projections/comments/comments.js';
import { useOwnApp } from '../support/app.js';
import { settled } from '../support/settled.js';
import { waited } from '../support/waits.js';
import { commentOn, publishPost } from '../support/posts.js';
import { TestModeration } from '../support/test-moderation.js';
import { type Visitor } from '../support/visitor.js';
import { usePerson } from '../support/people.js';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const postNotFound = { status: 404, body: { message: 'Post not found', code: 'not_found' } };
const commentNotFound = { status: 404, body: { message: 'Comment not found', code: 'not_found' } };

describe('comments', () => {
  const moderation = new TestModeration();
  const app = useOwnApp('not shared yet', { moderation });
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  let post: string;
  let hidden: string;

  beforeEach(async () => {
    moderation.reasons = [];
    moderation.texts = [];
    moderation.isDown = false;
    post = await publishPost(app, ann.id, 7.4);
    hidden = await publishPost(app, ann.id, 7.4, { moderationFlags: ['may show a face'] });
  });

  const writeComment = async (browser: Visitor, text: unknown, parentCommentId?: string, id = post) => {
    app.clock.advance(1000);
    return browser.comment(id, text, parentCommentId);
  };
  const posted = async (browser: Visitor, text: string, parentCommentId?: string) =>
    (await writeComment(browser, text, parentCommentId)).body.id;
  const threads = async (browser = app.browser(), id = post) => (await browser.comments(id)).body;
  const count = async () => (await app.browser().viewPost(post)).body.commentsCount;
  type Outline = readonly (string | Outline)[];
  const outline = (comments: readonly Comment[]): Outline =>
    comments.flatMap(({ text, replies }) => (replies.length > 0 ? [text, outline(replies)] : [text]));

  it('return the comment as other users see it', async () => {
    const { status, body } = await writeComment(bob, '  Lovely light.\n');
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      userId: bob.id,
      username: bob.user.anonymousUsername,
      displayUsername: null,
      profilePictureUrl: null,
      text: 'Lovely light.',
      createdAt: app.clock.now().toISOString(),
      likesCount: 0,
      isHidden: false,
      parentCommentId: null,
      replies: [],
    });
    expect(await threads()).toEqual([body]);
    expect(await count()).toBe(1);
  });

  it('are listed newest first, with the replies under their parent, oldest first', async () => {
    const first = await posted(bob, 'first');
    await posted(ann, 'second');
    const reply = await posted(ann, 'reply', first);
    await posted(bob, 'another reply', first);
    const deep = await posted(bob, 'reply to the reply', reply);
    await posted(ann, 'and on', deep);
    expect(outline(await threads())).toEqual([
      'second',
      'first',
      ['reply', ['reply to the reply', ['and on']], 'another reply'],
    ]);
    expect(await count()).toBe(6);
  });

  it('come in pages of 50 with their replies, with the next one in the Link header and the total on the first', async () => {
    const old = await posted(bob, 'the oldest');
    for (let more = 0; more < 50; more += 1) {
      app.clock.advance(1000);
      await commentOn(app, post, ann.id);
    }
    const reply = await posted(ann, 'reply', old);
    const first = await app.browser().comments(post);
    expect([first.body.length, first.headers.get('x-total-count')]).toEqual([50, '52']);
    const [, next] = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await app.browser().get<Comment[]>(next ?? '');
    expect(second.body).toMatchObject([{ id: old, replies: [{ id: reply }] }]);
    expect([second.headers.get('link'), second.headers.get('x-total-count')]).toEqual([null, null]);
    const elsewhere = await publishPost(app, ann.id, 5);
    expect(await app.browser().get((next ?? '').replace(post, elsewhere))).toMatchObject({
      status: 400,
      body: { message: 'This page of the list does not exist. Please start again.' },
    });
  });

  it('nest up to 50 levels; a deeper reply is rejected', async () => {
    let deepest = await posted(bob, 'level 1');
    for (let level = 2; level <= 50; level += 1) deepest = await posted(bob, `level ${level}`, deepest);
    expect(await writeComment(ann, 'level 51', deepest)).toMatchObject({
      status: 400,
      body: { message: 'This thread is as deep as it gets. Please reply to an earlier comment.' },
    });
    expect(await count()).toBe(50);
  });

  it.each([undefined, null, 7, '', '  \n ', '\u200B\u200D'])(
    'are rejected without a visible text: %j',
    async (text) => {
      expect(await writeComment(bob, text)).toMatchObject({
        status: 400,
        body: { message: 'Please write something first', errors: { text: [expect.any(String)] } },
      });
      expect(await threads()).toEqual([]);
    },
  );

  it('have at most 500 characters, surrounding space excluded', async () => {
    expect((await writeComment(bob, ` ${'x'.repeat(500)} `)).status).toBe(201);
    expect(await writeComment(bob, 'x'.repeat(501))).toMatchObject({
      status: 400,
      body: { message: 'A comment has at most 500 characters' },
    });
  });

  it.each([
    ['500 letters of two code points each', 'e\u0301'.repeat(500), 201],
    ['260 letters that are stored as two', '\u0958'.repeat(260), 400],
    ['251 hearts, each with its selector', '\u2764\uFE0F'.repeat(251), 400],
  ])('are counted in code points of what is stored: %s', async (_, text, status) =>
    expect((await writeComment(bob, text)).status).toBe(status),
  );

  it('lose bidirectional and invisible characters', async () =>
    expect(
      (await writeComment(bob, 'Lovely\u202E light\u2060,\r\n\r\n\r\n\r\n👣🏽 isn’t it?')).body.text,
    ).toBe('Lovely light,\n\n👣🏽 isn’t it?'));

  it('are moderated as they are seen', async () => {
    await writeComment(bob, 'می\u200Cخوانم id\u2800iot');
    expect(moderation.texts).toEqual(['میخوانم idiot']);
  });

  it('are rejected when the moderation refuses the text', async () => {
    moderation.reasons = ['has a link', 'has rude or explicit words'];
    const message =
      "We can't show this comment: it has a link, and has rude or explicit words. Please change it.";
    expect(await writeComment(bob, 'An advertisement.')).toMatchObject({
      status: 422,
      body: { code: 'text_refused', message, errors: { text: [message] } },
    });
    expect([await threads(), await count()]).toEqual([[], 0]);
  });

  it('are rejected while the moderation is down', async () => {
    moderation.isDown = true;
    expect(await writeComment(bob, 'Lovely light.')).toMatchObject({
      status: 503,
      body: {
        code: 'unavailable',
        message: 'Texts can’t be checked right now. Please try again in a few minutes.',
      },
    });
    expect([await threads(), await count()]).toEqual([[], 0]);
  });

  it('need an existing, visible post', async () => {
    for (const id of [NOWHERE, hidden, 'first']) {
      expect(await writeComment(bob, 'Lovely light.', undefined, id)).toMatchObject(postNotFound);
      expect(await bob.comments(id)).toMatchObject(postNotFound);
    }
    expect((await writeComment(ann, 'Why is it hidden?', undefined, hidden)).status).toBe(201);
  });

  it('reply only to an existing comment on the same post', async () => {
    const elsewhere = await publishPost(app, ann.id, 5);
    const there = (await writeComment(bob, 'Here.', undefined, elsewhere)).body.id;
    expect(await writeComment(bob, 'Where?', there)).toMatchObject(commentNotFound);
    expect(await writeComment(bob, 'Where?', NOWHERE)).toMatchObject(commentNotFound);
    expect(await writeComment(bob, 'Where?', 'first')).toMatchObject({
      status: 400,
      body: { errors: { parentCommentId: [expect.any(String)] } },
    });
  });

  describe('when deleted', () => {
    it('delete all their replies, by any author and at any depth, before the response', async () => {
      const top = await posted(bob, 'top');
      const stays = await posted(ann, 'stays');
      let parent = top;
      for (let depth = 0; depth < 12; depth += 1) {
        await posted(bob, `side ${depth}`, parent);
        parent = await posted(depth % 2 === 0 ? ann : bob, `depth ${depth}`, parent);
      }
      expect(await count()).toBe(26);
      expect(await bob.deleteComment(top)).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect((await threads()).map(({ id }) => id)).toEqual([stays]);
      expect(await count()).toBe(1);
      expect(await ann.get(`/api/comments/${parent}/like`)).toMatchObject(commentNotFound);
    });

    it('delete all their replies before the response also when the reaction deletes some of them first', async () => {
      const top = await posted(bob, 'top');
      const reply = await posted(ann, 'reply', top);
      const deep = await posted(bob, 'reply to the reply', reply);
      const { log } = app.adapters.storage;
      const append = log.append.bind(log);
      const [answered, deleted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      log.append = async (stream, expected, events) => {
        const metadata = events[0]?.metadata as EventMetadata | undefined;
        const isReaction = metadata?.actor.id === 'comment-replies';
        if (isReaction && stream === `comment-${deep}`) await answered.promise;
        const appended = await append(stream, expected, events);
        if (isReaction && stream === `comment-${reply}`) deleted.resolve();
        if (!isReaction) await waited('the reply is deleted', deleted.promise);
        return appended;
      };
      try {
        expect((await bob.deleteComment(top)).status).toBe(200);
        expect(await count()).toBe(0);
      } finally {
        answered.resolve();
        log.append = append;
      }
    });

    it('delete their replies also when the view is down', async () => {
      const top = await posted(bob, 'top');
      const reply = await posted(ann, 'reply', top);
      const views = app.server.get(Views, { strict: false }) as CurrentViews;
      const view = views.hide('comments');
      expect((await bob.deleteComment(top)).status).toBe(200);
      expect(await bob.post(`/api/comments/${reply}/like`)).toMatchObject(commentNotFound);
      if (view) views.show('comments', view);
      await settled(app);
      expect(await count()).toBe(0);
    });

    it('stay deleted and accept no replies', async () => {
      const id = await posted(bob, 'top');
      await bob.deleteComment(id);
      expect(await bob.deleteComment(id)).toMatchObject(commentNotFound);
      expect(await writeComment(ann, 'reply', id)).toMatchObject(commentNotFound);
    });

    it('are deleted only by their author', async () => {
      const id = await posted(bob, 'top');
      expect(await ann.deleteComment(id)).toMatchObject({
        status: 403,
        body: { message: 'You can only delete your own comments.' },
      });
      expect(await ann.deleteComment(NOWHERE)).toMatchObject(commentNotFound);
      expect(await count()).toBe(1);
    });

    it('delete a reply that is posted after the deletion', async () => {
      const id = await posted(bob, 'top');
      await bob.deleteComment(id);
      // As if the reply was decided before its parent was deleted.
      await commentOn(app, post, ann.id, id);
      expect(await threads()).toEqual([]);
      await settled(app);
      expect(await count()).toBe(0);
    });

    it('are deleted with their post', async () => {
      await posted(ann, 'reply', await posted(bob, 'top'));
      const left = () => app.server.get(CommentsReader).idsOn(post);
      expect(await left()).toHaveLength(2);
      await ann.deletePost(post);
      await settled(app);
      expect(await left()).toEqual([]);
      expect(await bob.comments(post)).toMatchObject(postNotFound);
    });
  });
});
