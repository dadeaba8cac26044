import { JudgeUnavailableError } from '../../../src/infrastructure/judge/photo-judge.port.js';
import { TextModeration } from '../../../src/infrastructure/judge/text-moderation.port.js';
import type { EventMetadata } from '../../../src/kernel/event.js';
import { Views } from '../../../src/kernel/projection.js';
import type { CurrentViews } from '../../../src/kernel/views/current-views.js';
import type { Comment } from '../../../src/projections/comments/comment.js';
import { CommentsReader } from '../../../src/projections/comments/comments.js';
import { useApp } from '../../support/app.js';
import { usePerson } from '../../support/people.js';
import { commentOn, publishPost } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import { waited } from '../../support/waits.js';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const postNotFound = { status: 404, body: { message: 'Post not found', code: 'not_found' } };
const commentNotFound = { status: 404, body: { message: 'Comment not found', code: 'not_found' } };

describe('comments', () => {
  // Before the shared server looks at what is left replaced.
  afterEach(() => jest.restoreAllMocks());
  const app = useApp();
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  let post: string;
  beforeEach(async () => {
    post = await publishPost(app, ann.id, 7.4);
  });

  const moderation = () => jest.spyOn(app.server.get(TextModeration, { strict: false }), 'moderate');
  const say = (draft: object, browser = bob, to = post) =>
    browser.post<Comment>(`/api/posts/${to}/comments`, draft);
  const posted = async (parentCommentId?: string, browser = bob) =>
    (await browser.comment(post, 'Lovely light.', parentCommentId)).body.id;
  const threads = async () => (await app.browser().comments(post)).body;
  const count = async () => (await app.browser().viewPost(post)).body.commentsCount;

  it('are cleaned, and shown as other users see them', async () => {
    const { status, body } = await say({
      text: ' Lovely\u202E light\u2060,\r\n\r\n\r\n\r\n👣🏽 isn’t it?\n',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      userId: bob.id,
      username: bob.user.anonymousUsername,
      displayUsername: null,
      profilePictureUrl: null,
      text: 'Lovely light,\n\n👣🏽 isn’t it?',
      createdAt: app.clock.now().toISOString(),
      likesCount: 0,
      isHidden: false,
      parentCommentId: null,
      replies: [],
    });
    expect([await threads(), await count()]).toEqual([[body], 1]);
  });

  it('need a visible text of at most 500 code points, counted as it is stored', async () => {
    expect(await say({ text: '\u200B\u200D' })).toMatchObject({
      status: 400,
      body: { message: 'Please write something first', errors: { text: [expect.any(String)] } },
    });
    const message = 'A comment has at most 500 characters';
    for (const [text, status] of [
      [` ${'x'.repeat(500)} `, 201],
      ['x'.repeat(501), 400],
      // Letters of two code points that are stored as one, and one that is stored as two.
      ['e\u0301'.repeat(500), 201],
      ['\u0958'.repeat(260), 400],
      // A heart with its selector.
      ['\u2764\uFE0F'.repeat(251), 400],
    ] as const) {
      expect(await say({ text })).toMatchObject({ status, ...(status === 400 && { body: { message } }) });
    }
  });

  it('come in pages of 50 with their replies, with the next one in the Link header and the total on the first', async () => {
    const roots = [await posted()];
    for (let more = 0; more < 50; more += 1) roots.push(await commentOn(app, post, ann.id));
    for (const root of roots.slice(0, 3)) await commentOn(app, post, ann.id, root);
    const first = await app.browser().comments(post);
    expect([first.body.length, first.headers.get('x-total-count')]).toEqual([50, '54']);
    const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await app.browser().get<Comment[]>(next);
    expect([second.headers.get('link'), second.headers.get('x-total-count')]).toEqual([null, null]);
    const shown = [...first.body, ...second.body];
    expect(shown.map(({ id }) => id).toSorted()).toEqual(roots.toSorted());
    expect(shown.filter(({ replies }) => replies.length === 1)).toHaveLength(3);
  });

  describe('are moderated', () => {
    it('as they are seen', async () => {
      const moderate = moderation();
      await say({ text: 'می\u200Cخوانم id\u2800iot' });
      expect(moderate.mock.calls.map(([text]) => text)).toEqual(['میخوانم idiot']);
    });

    it('and rejected if the text is refused, or cannot be checked; an id is still free then', async () => {
      const draft = { id: crypto.randomUUID(), text: 'Lovely light.' };
      const message =
        "We can't show this comment: it has a link, and has rude or explicit words. Please change it.";
      for (let tries = 0; tries < 2; tries += 1) {
        expect(await say({ ...draft, text: 'Shit: example.org' })).toMatchObject({
          status: 422,
          body: { code: 'text_refused', message, errors: { text: [message] } },
        });
      }
      const down = moderation().mockRejectedValue(new JudgeUnavailableError('no answer'));
      expect(await say(draft)).toMatchObject({
        status: 503,
        body: {
          code: 'unavailable',
          message: 'Texts can’t be checked right now. Please try again in a few minutes.',
        },
      });
      expect([await threads(), await count()]).toEqual([[], 0]);
      down.mockRestore();
      expect((await say(draft)).status).toBe(201);
    });

    it('once, if they have an id of the client: sent again, they get the same answer and are posted once', async () => {
      const id = crypto.randomUUID();
      const draft = { id, text: 'Lovely light.' };
      const answers = await Promise.all([1, 2, 3].map(() => say(draft)));
      moderation().mockRejectedValue(new JudgeUnavailableError('no answer'));
      answers.push(await say({ id: id.toUpperCase(), text: ' Lovely light.\n' }));
      for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: answers[0]?.body });
      expect(await threads()).toMatchObject([{ id, text: 'Lovely light.' }]);
      jest.restoreAllMocks();
      const reply = { id: crypto.randomUUID(), text: 'Is it not?', parentCommentId: id };
      for (let tries = 0; tries < 2; tries += 1) {
        expect(await say(reply, ann)).toMatchObject({ status: 201, body: { id: reply.id } });
      }
      expect(await count()).toBe(2);
      await bob.deleteComment(id);
      expect(await say(draft)).toMatchObject(commentNotFound);
      expect(await threads()).toEqual([]);
    });

    it('only with an id that is one', async () =>
      expect(await say({ id: 'first', text: 'Lovely light.' })).toMatchObject({
        status: 400,
        body: { errors: { id: ['This is not a valid comment id'] } },
      }));
  });

  it('reply only to an existing comment on the same post', async () => {
    const elsewhere = await commentOn(app, await publishPost(app, ann.id, 5), ann.id);
    for (const parent of [elsewhere, NOWHERE]) {
      expect(await bob.comment(post, 'Where?', parent)).toMatchObject(commentNotFound);
    }
    expect(await bob.comment(post, 'Where?', 'first')).toMatchObject({
      status: 400,
      body: { errors: { parentCommentId: ['You cannot reply to this comment'] } },
    });
  });

  it('are liked any number of times, which counts once, and unliked', async () => {
    const address = `/api/comments/${await posted()}/like`;
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await ann.post(address)).toMatchObject({ status: 200, body: { success: true } });
    }
    expect((await ann.get(address)).body).toEqual({ liked: true });
    expect((await app.browser().get(address)).body).toEqual({ liked: false });
    const seen = await threads();
    expect(seen).toMatchObject([{ likesCount: 1 }]);
    expect((await ann.comments(post)).body).toEqual(seen);
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await ann.delete(address)).toMatchObject({ status: 200, body: { success: true } });
    }
    expect(await threads()).toMatchObject([{ likesCount: 0 }]);
  });

  it('are found only if they exist, on a post that one may see', async () => {
    const hidden = await publishPost(app, ann.id, 7.4, { moderationFlags: ['may show a face'] });
    const onHidden = await commentOn(app, hidden, ann.id);
    for (const id of [NOWHERE, onHidden, 'first']) {
      const address = `/api/comments/${id}/like`;
      expect(await bob.get(address)).toMatchObject(commentNotFound);
      expect(await bob.post(address)).toMatchObject(commentNotFound);
      expect(await bob.delete(address)).toMatchObject(commentNotFound);
    }
    expect((await ann.post(`/api/comments/${onHidden}/like`)).status).toBe(200);
    expect((await ann.comment(hidden, 'Why is it hidden?')).status).toBe(201);
    expect(await ann.deleteComment(NOWHERE)).toMatchObject(commentNotFound);
  });

  describe('when deleted', () => {
    it('delete all their replies, by any author and down to the deepest, before the response', async () => {
      const top = await posted();
      const stays = await posted();
      const levels = [top];
      while (levels.length < 49) levels.push(await commentOn(app, post, ann.id, levels.at(-1)));
      const deepest = await posted(levels.at(-1), ann);
      expect(await ann.comment(post, 'level 51', deepest)).toMatchObject({
        status: 400,
        body: { message: 'This thread is as deep as it gets. Please reply to an earlier comment.' },
      });
      await posted(levels[20]);
      await posted(levels[20]);
      expect(await count()).toBe(53);
      expect(await bob.deleteComment(top)).toMatchObject({ status: 200, body: { success: true } });
      expect((await threads()).map(({ id }) => id)).toEqual([stays]);
      expect(await count()).toBe(1);
      expect(await ann.get(`/api/comments/${deepest}/like`)).toMatchObject(commentNotFound);
    });

    it('delete all their replies before the response also when the reaction deletes some of them first', async () => {
      const top = await posted();
      const reply = await posted(top, ann);
      const deep = await posted(reply);
      const { log } = app.adapters.storage;
      const append = log.append.bind(log);
      const [answered, deleted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      jest.spyOn(log, 'append').mockImplementation(async (stream, expected, events) => {
        const metadata = events[0]?.metadata as EventMetadata | undefined;
        const isReaction = metadata?.actor.id === 'comment-replies';
        if (isReaction && stream === `comment-${deep}`) await answered.promise;
        const appended = await append(stream, expected, events);
        if (isReaction && stream === `comment-${reply}`) deleted.resolve();
        if (!isReaction) await waited('the reply is deleted', deleted.promise);
        return appended;
      });
      try {
        expect((await bob.deleteComment(top)).status).toBe(200);
        expect(await count()).toBe(0);
      } finally {
        answered.resolve();
      }
    });

    it('delete their replies also when the view is down', async () => {
      const top = await posted();
      const reply = await posted(top, ann);
      const views = app.server.get(Views, { strict: false }) as CurrentViews;
      const view = views.hide('comments');
      try {
        expect((await bob.deleteComment(top)).status).toBe(200);
        expect(await bob.post(`/api/comments/${reply}/like`)).toMatchObject(commentNotFound);
      } finally {
        if (view) views.show('comments', view);
      }
      await settled(app);
      expect(await count()).toBe(0);
    });

    it('stay deleted, and accept no replies; one that was decided before is deleted, too', async () => {
      const id = await posted();
      await bob.deleteComment(id);
      expect(await bob.deleteComment(id)).toMatchObject(commentNotFound);
      expect(await ann.comment(post, 'reply', id)).toMatchObject(commentNotFound);
      await commentOn(app, post, ann.id, id);
      expect(await threads()).toEqual([]);
      await settled(app);
      expect(await count()).toBe(0);
    });

    it('are deleted with their post', async () => {
      await posted(await posted(), ann);
      const left = () => app.server.get(CommentsReader).idsOn(post);
      expect(await left()).toHaveLength(2);
      await ann.deletePost(post);
      await settled(app);
      expect(await left()).toEqual([]);
      expect(await bob.comments(post)).toMatchObject(postNotFound);
    });
  });
});
