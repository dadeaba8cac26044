import { randomUUID } from 'node:crypto';
import type { Comment } from '../../src/projections/comments/comment.js';
import type { Post } from '../../src/projections/leaderboard/shown-posts.js';
import { type RunningApp, startApp } from '../support/app.js';
import type { Browser } from '../support/browser.js';
import { verified } from '../support/people.js';
import { publishPost } from '../support/posts.js';
import { TestModeration } from '../support/test-moderation.js';

const conflict = {
  status: 409,
  body: { message: 'Another comment already has this id.', code: 'conflict' },
};

describe('comments that are sent under an id of their sender', () => {
  const moderation = new TestModeration();
  let app: RunningApp;
  let ann: Browser;
  let bob: Browser;
  let owner: string;
  let post: string;

  beforeAll(async () => {
    app = await startApp({ moderation });
    const first = await verified(app, 'ann@example.org');
    ann = first.browser;
    owner = first.user.id;
    bob = (await verified(app, 'bob@example.org')).browser;
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    moderation.reasons = [];
    moderation.isDown = false;
    post = await publishPost(app, owner, 7.4);
  });

  const send = (browser: Browser, body: object, to = post) =>
    browser.post<Comment>(`/api/posts/${to}/comments`, body);
  const threads = async () => (await bob.get<Comment[]>(`/api/posts/${post}/comments`)).body;
  const count = async () => (await bob.get<Post>(`/api/posts/${post}`)).body.commentsCount;

  it('are answered as the first time, and posted once, at the same moment too', async () => {
    const id = randomUUID();
    const wish = { id, text: 'Lovely light.' };
    const answers = await Promise.all([1, 2, 3].map(() => send(bob, wish)));
    answers.push(await send(bob, { id: id.toUpperCase(), text: ' Lovely light.\n' }));
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: answers[0]?.body });
    expect(await threads()).toMatchObject([{ id, text: 'Lovely light.' }]);
    const reply = { id: randomUUID(), text: 'Is it not?', parentCommentId: id };
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await send(ann, reply)).toMatchObject({ status: 201, body: { id: reply.id } });
    }
    expect(await count()).toBe(2);
  });

  it('are not read by the moderation again, which may be down or have changed its mind', async () => {
    const wish = { id: randomUUID(), text: 'Lovely light.' };
    const { body } = await send(bob, wish);
    moderation.isDown = true;
    expect(await send(bob, wish)).toMatchObject({ status: 201, body });
  });

  it('are refused as they were when nothing was posted, until the text may be shown', async () => {
    const wish = { id: randomUUID(), text: 'An advertisement.' };
    moderation.reasons = ['has a link'];
    for (let tries = 0; tries < 2; tries += 1) expect((await send(bob, wish)).status).toBe(422);
    expect(await count()).toBe(0);
    moderation.reasons = [];
    expect((await send(bob, { ...wish, text: 'Lovely light.' })).status).toBe(201);
  });

  it('leave that id to nobody else, and to no other text, place or post', async () => {
    const other = await publishPost(app, owner, 5);
    const parentCommentId = (await send(ann, { text: 'Before.' })).body.id;
    const wish = { id: randomUUID(), text: 'Lovely light.' };
    await send(bob, wish);
    expect(await send(ann, wish)).toMatchObject(conflict);
    expect(await send(bob, { ...wish, text: 'Lovely night.' })).toMatchObject(conflict);
    expect(await send(bob, { ...wish, parentCommentId })).toMatchObject(conflict);
    expect(await send(bob, wish, other)).toMatchObject(conflict);
    expect(await count()).toBe(2);
  });

  it('do not come back once they are deleted', async () => {
    const wish = { id: randomUUID(), text: 'Lovely light.' };
    await send(bob, wish);
    await bob.delete(`/api/comments/${wish.id}`);
    expect(await send(bob, wish)).toMatchObject({ status: 404, body: { message: 'Comment not found' } });
    expect(await threads()).toEqual([]);
  });

  it.each(['first', 7, ''])('need an id that can be one: %j', async (id) => {
    expect(await send(bob, { id, text: 'Lovely light.' })).toMatchObject({
      status: 400,
      body: { errors: { id: ['This is not a valid comment id'] } },
    });
  });
});
