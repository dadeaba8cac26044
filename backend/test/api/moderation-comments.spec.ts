import type { Comment } from '../../src/projections/comments/comment.js';
import { useAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { joining } from '../support/people.js';
import { publishPost } from '../support/posts.js';
import type { Visitor } from '../support/visitor.js';
import type { AdminComment } from '../../src/api/acts/comments-moderation.controller.js';

const COMMENTS = '/api/rtm-sys/comments';
const GONE = 'This comment was removed by a moderator.';

describe('moderating comments', () => {
  const app = useOwnApp('not shared yet');
  const admin = useAdmin(app, 'moe');
  const join = joining(app, 'talker');

  const posted = async () => {
    const owner = await join();
    return { owner, postId: await publishPost(app, owner.user.id, 7) };
  };
  const say = async (
    browser: Visitor,
    postId: string,
    text: string,
    parentCommentId: string | null = null,
  ) => {
    app.clock.advance(1000);
    const { body } = await browser.comment(postId, text, parentCommentId);
    return body.id;
  };
  const hide = (id: string) => admin.hideComment(id, { reason: 'abuse', note: 'Be kind.' });
  const undo = (actId: string | null) => admin.undo(actId, 'It was a joke.');
  /** The texts of the threads as a visitor sees them, and the number of comments, twice. */
  const shown = async (postId: string) => {
    const { body, headers } = await app.browser().comments(postId);
    const texts = (comments: readonly Comment[]): unknown[] =>
      comments.map(({ text, replies }) => (replies.length > 0 ? [text, ...texts(replies)] : text));
    const { commentsCount } = (await app.browser().viewPost(postId)).body;
    return [texts(body), Number(headers.get('x-total-count')), commentsCount];
  };

  it('takes a comment away, and brings it back after the undo', async () => {
    const { owner, postId } = await posted();
    const rude = await say(owner.browser, postId, 'Rude.');
    await say(owner.browser, postId, 'Kind.');
    const { status, body } = await hide(rude);
    expect([status, body]).toEqual([
      200,
      { id: rude, isHidden: true, actId: expect.any(String), waitsUntil: null },
    ]);
    expect(await shown(postId)).toEqual([['Kind.'], 1, 1]);
    expect((await hide(rude)).body).toEqual(body);
    expect((await undo(body.actId)).status).toBe(200);
    expect(await shown(postId)).toEqual([['Kind.', 'Rude.'], 2, 2]);
  });

  it('shows a sentence in its place while it has replies', async () => {
    const { owner, postId } = await posted();
    const rude = await say(owner.browser, postId, 'Rude.');
    const reply = await say(owner.browser, postId, 'No.', rude);
    const { body } = await hide(rude);
    expect(await shown(postId)).toEqual([[[GONE, 'No.']], 1, 1]);
    await hide(reply);
    expect(await shown(postId)).toEqual([[], 0, 0]);
    await undo(body.actId);
    expect(await shown(postId)).toEqual([['Rude.'], 1, 1]);
  });

  it('accepts neither replies nor likes, but its author may delete it', async () => {
    const { owner, postId } = await posted();
    const rude = await say(owner.browser, postId, 'Rude.');
    const reply = await say(owner.browser, postId, 'No.', rude);
    const { body } = await hide(rude);
    const other = await join();
    const answer = { text: 'Hm.', parentCommentId: rude };
    expect((await other.browser.post(`/api/posts/${postId}/comments`, answer)).status).toBe(404);
    expect((await other.browser.post(`/api/comments/${rude}/like`)).status).toBe(404);
    const below = { text: 'Hm.', parentCommentId: reply };
    expect((await other.browser.post(`/api/posts/${postId}/comments`, below)).status).toBe(201);
    expect((await owner.browser.deleteComment(rude)).status).toBe(200);
    expect(await shown(postId)).toEqual([[], 0, 0]);
    expect((await undo(body.actId)).status).toBe(404);
  });

  it('lists all comments for admins, with the text of hidden ones', async () => {
    const { owner, postId } = await posted();
    const rude = await say(owner.browser, postId, 'Wie ünhöflich.');
    const kind = await say(owner.browser, postId, 'Kind.');
    const { body: hidden } = await hide(rude);
    const found = async (query: string) => {
      const answer = await admin.get<AdminComment[]>(`${COMMENTS}?post=${postId}&${query}`);
      expect([query, answer.status]).toEqual([query, 200]);
      return answer.body.map(({ id }) => id);
    };
    const { body } = await admin.get<AdminComment[]>(`${COMMENTS}?post=${postId}`);
    expect(body).toMatchObject([
      { id: kind, text: 'Kind.', isHidden: false, actId: null },
      {
        id: rude,
        text: 'Wie ünhöflich.',
        username: owner.user.anonymousUsername,
        isHidden: true,
        actId: hidden.actId,
        reason: 'abuse',
      },
    ]);
    expect(await found('hidden=true')).toEqual([rude]);
    expect(await found('hidden=false')).toEqual([kind]);
    expect(await found(`author=${owner.user.id}&sort=createdAt`)).toEqual([rude, kind]);
    expect(await found('search=UNHOF')).toEqual([rude]);
    expect(await found('search=nothing')).toEqual([]);
    const acts = await admin.actsOn(rude);
    expect(acts.body).toMatchObject([{ kind: 'CommentHidden', note: 'Be kind.', ownerId: owner.user.id }]);
  });

  it('answers unknown ids with 404, malformed ones and bodies with 400', async () => {
    const { owner, postId } = await posted();
    const id = await say(owner.browser, postId, 'Kind.');
    expect((await hide(postId)).status).toBe(404);
    expect((await hide('none')).status).toBe(400);
    expect((await admin.hideComment(id, {})).status).toBe(400);
    expect((await admin.hideComment(id, { reason: 'other' })).status).toBe(400);
    expect(await shown(postId)).toEqual([['Kind.'], 1, 1]);
  });
});
