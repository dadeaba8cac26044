import { randomUUID } from 'node:crypto';
import type { Comment } from '../../src/projections/comments/comment.js';
import { useOwnApp } from '../support/app.js';
import { publishPost } from '../support/posts.js';
import { TestModeration } from '../support/test-moderation.js';
import { type Visitor } from '../support/visitor.js';
import { usePerson } from '../support/people.js';

const conflict = {
  status: 409,
  body: { message: 'Another comment already has this id.', code: 'conflict' },
};

describe('comments sent with an id from the client', () => {
  const moderation = new TestModeration();
  const app = useOwnApp('not shared yet', { moderation });
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  let post: string;

  beforeEach(async () => {
    moderation.reasons = [];
    moderation.isDown = false;
    post = await publishPost(app, ann.id, 7.4);
  });

  const send = (browser: Visitor, body: object, to = post) =>
    browser.post<Comment>(`/api/posts/${to}/comments`, body);
  const threads = async () => (await bob.comments(post)).body;
  const count = async () => (await bob.viewPost(post)).body.commentsCount;

  it('get the same answer each time and are posted once, also when sent at the same time', async () => {
    const id = randomUUID();
    const draft = { id, text: 'Lovely light.' };
    const answers = await Promise.all([1, 2, 3].map(() => send(bob, draft)));
    answers.push(await send(bob, { id: id.toUpperCase(), text: ' Lovely light.\n' }));
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: answers[0]?.body });
    expect(await threads()).toMatchObject([{ id, text: 'Lovely light.' }]);
    const reply = { id: randomUUID(), text: 'Is it not?', parentCommentId: id };
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await send(ann, reply)).toMatchObject({ status: 201, body: { id: reply.id } });
    }
    expect(await count()).toBe(2);
  });

  it('are not moderated again, so they are accepted while the moderation is down', async () => {
    const draft = { id: randomUUID(), text: 'Lovely light.' };
    const { body } = await send(bob, draft);
    moderation.isDown = true;
    expect(await send(bob, draft)).toMatchObject({ status: 201, body });
  });

  it('are rejected each time while the moderation refuses the text, and accepted once the text is allowed', async () => {
    const draft = { id: randomUUID(), text: 'An advertisement.' };
    moderation.reasons = ['has a link'];
    for (let tries = 0; tries < 2; tries += 1) expect((await send(bob, draft)).status).toBe(422);
    expect(await count()).toBe(0);
    moderation.reasons = [];
    expect((await send(bob, { ...draft, text: 'Lovely light.' })).status).toBe(201);
  });

  it('reserve the id: another author, text, parent or post with the same id is a conflict', async () => {
    const other = await publishPost(app, ann.id, 5);
    const parentCommentId = (await send(ann, { text: 'Before.' })).body.id;
    const draft = { id: randomUUID(), text: 'Lovely light.' };
    await send(bob, draft);
    expect(await send(ann, draft)).toMatchObject(conflict);
    expect(await send(bob, { ...draft, text: 'Lovely night.' })).toMatchObject(conflict);
    expect(await send(bob, { ...draft, parentCommentId })).toMatchObject(conflict);
    expect(await send(bob, draft, other)).toMatchObject(conflict);
    expect(await count()).toBe(2);
  });

  it('are not posted again after they were deleted', async () => {
    const draft = { id: randomUUID(), text: 'Lovely light.' };
    await send(bob, draft);
    await bob.deleteComment(draft.id);
    expect(await send(bob, draft)).toMatchObject({ status: 404, body: { message: 'Comment not found' } });
    expect(await threads()).toEqual([]);
  });

  it.each(['first', 7, ''])('are rejected with an invalid id: %j', async (id) => {
    expect(await send(bob, { id, text: 'Lovely light.' })).toMatchObject({
      status: 400,
      body: { errors: { id: ['This is not a valid comment id'] } },
    });
  });
});
