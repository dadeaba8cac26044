import type { Comment } from '../../../src/projections/comments/comment.js';
import { useAdmin } from '../../support/admins.js';
import { unique, useApp } from '../../support/app.js';
import { usePerson } from '../../support/people.js';
import { publishPost } from '../../support/posts.js';

const GONE = 'This comment was removed by a moderator.';

describe('moderating comments', () => {
  const app = useApp();
  const admin = useAdmin(app, unique('moe'));
  const owner = usePerson(app, 'owner');
  const other = usePerson(app, 'other');

  const say = async (postId: string, text: string, parentCommentId: string | null = null) =>
    (await owner.comment(postId, text, parentCommentId)).body.id;
  const hide = (id: string) => admin.hideComment(id, { reason: 'abuse', note: 'Be kind.' });
  /** The texts of the threads as a visitor sees them, and the number of comments, twice. */
  const shown = async (postId: string) => {
    const { body, headers } = await app.browser().comments(postId);
    const texts = (comments: readonly Comment[]): unknown[] =>
      comments.map(({ text, replies }) => (replies.length > 0 ? [text, ...texts(replies)] : text));
    const { commentsCount } = (await app.browser().viewPost(postId)).body;
    return [texts(body), Number(headers.get('x-total-count')), commentsCount];
  };

  it('takes a comment away, with a sentence in its place while it has replies, and brings it back', async () => {
    const postId = await publishPost(app, owner.id, 7);
    const rude = await say(postId, 'Rude.');
    const reply = await say(postId, 'No.', rude);
    const { status, body } = await hide(rude);
    const answer = { id: rude, isHidden: true, actId: expect.any(String), waitsUntil: null };
    expect([status, body]).toEqual([200, answer]);
    expect(await shown(postId)).toEqual([[[GONE, 'No.']], 1, 1]);
    expect((await hide(rude)).body).toEqual(body);
    await hide(reply);
    expect(await shown(postId)).toEqual([[], 0, 0]);
    expect((await admin.undo(body.actId)).status).toBe(200);
    expect(await shown(postId)).toEqual([['Rude.'], 1, 1]);
  });

  it('accepts neither replies nor likes, but its author may delete it', async () => {
    const postId = await publishPost(app, owner.id, 7);
    const rude = await say(postId, 'Rude.');
    const reply = await say(postId, 'No.', rude);
    const { body } = await hide(rude);
    expect((await other.comment(postId, 'Hm.', rude)).status).toBe(404);
    expect((await other.post(`/api/comments/${rude}/like`)).status).toBe(404);
    expect((await other.comment(postId, 'Hm.', reply)).status).toBe(201);
    expect((await owner.deleteComment(rude)).status).toBe(200);
    expect(await shown(postId)).toEqual([[], 0, 0]);
    expect((await admin.undo(body.actId)).status).toBe(404);
  });

  it('answers malformed ids and bodies with 400', async () => {
    const postId = await publishPost(app, owner.id, 7);
    const id = await say(postId, 'Kind.');
    expect((await hide('none')).status).toBe(400);
    expect((await admin.hideComment(id, {})).status).toBe(400);
    expect(await shown(postId)).toEqual([['Kind.'], 1, 1]);
  });
});
