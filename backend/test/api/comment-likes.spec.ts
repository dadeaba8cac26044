import { useApp } from '../support/app.js';
import { commentOn, publishPost } from '../support/posts.js';
import { type Visitor } from '../support/visitor.js';
import { usePerson } from '../support/people.js';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const commentNotFound = { status: 404, body: { message: 'Comment not found', code: 'not_found' } };

describe('likes of comments', () => {
  const app = useApp();
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');

  it('are idempotent, can be removed, and are counted for everyone alike', async () => {
    const post = await publishPost(app, ann.id, 7);
    const id = await commentOn(app, post, ann.id);
    const address = `/api/comments/${id}/like`;
    const threads = async (browser: Visitor) => (await browser.comments(post)).body;
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await ann.post(address)).toMatchObject({ status: 200, body: { success: true } });
    }
    expect((await ann.get(address)).body).toEqual({ liked: true });
    expect((await app.browser().get(address)).body).toEqual({ liked: false });
    const seen = await threads(ann);
    expect(seen).toMatchObject([{ likesCount: 1 }]);
    expect([await threads(bob), await threads(app.browser())]).toEqual([seen, seen]);
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await ann.delete(address)).toMatchObject({ status: 200, body: { success: true } });
    }
    expect(await threads(ann)).toMatchObject([{ likesCount: 0 }]);
  });

  it('need a comment on an existing, visible post', async () => {
    const hidden = await publishPost(app, ann.id, 7.4, { moderationFlags: ['may show a face'] });
    const onHidden = await commentOn(app, hidden, ann.id);
    for (const id of [NOWHERE, onHidden, 'first']) {
      const address = `/api/comments/${id}/like`;
      expect(await bob.get(address)).toMatchObject(commentNotFound);
      expect(await bob.post(address)).toMatchObject(commentNotFound);
      expect(await bob.delete(address)).toMatchObject(commentNotFound);
    }
  });
});
