import type { OwnScoreSheet } from '../../../src/projections/leaderboard/shown-posts.js';
import { useAdmin } from '../../support/admins.js';
import { useApp } from '../../support/app.js';
import { usePerson } from '../../support/people.js';
import { newPhoto } from '../../support/photos.js';
import { published } from '../../support/publications.js';

describe('the score sheet of a post', () => {
  const app = useApp();
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  const admin = useAdmin(app, 'sheet');
  const visitor = () => app.browser();
  const own = (postId: string) => ann.get<OwnScoreSheet>(`/api/user/posts/${postId}/score-sheet`);
  const cardOf = async (postId: string) =>
    (await visitor().get(`/api/posts/${postId}/card.png`)).headers.get('etag') ?? '';
  /** What visitors see of it: in the answer, whether the card has it, and how often the list does. */
  const shown = async (postId: string) => [
    (await visitor().viewPost(postId)).body.scoreSheet,
    (await cardOf(postId)).startsWith('"sheet-'),
    JSON.stringify((await visitor().get('/api/posts?limit=5')).body).includes('"scoreSheet"'),
  ];

  it('is for its owner alone until they show it to everyone, and again once they hide it', async () => {
    const { body: rating } = await ann.uploadPhoto(await newPhoto());
    const { toeAlignment, toeNails, footShape, aesthetic, aiComment, judge } = rating;
    const sheet = { toeAlignment, toeNails, footShape, aesthetic, aiComment, judge };
    const { id } = (await ann.publish(rating)).body;
    const plain = await cardOf(id);
    expect((await own(id)).body).toEqual({ isPublic: false, sheet: rating });
    expect(await shown(id)).toEqual([undefined, false, false]);

    expect(await ann.showScoreSheet(id, true)).toMatchObject({ status: 200, body: { success: true } });
    expect((await own(id)).body.isPublic).toBe(true);
    expect(await shown(id)).toEqual([sheet, true, false]);
    expect((await bob.showScoreSheet(id, false)).status).toBe(404);
    expect(await shown(id)).toEqual([sheet, true, false]);

    await ann.showScoreSheet(id, false);
    expect(await shown(id)).toEqual([undefined, false, false]);
    expect(await cardOf(id)).toBe(plain);
  });

  it('is hidden and deleted with its post', async () => {
    const id = await published(ann);
    await ann.showScoreSheet(id, true);
    await admin.hide(id);
    expect((await visitor().viewPost(id)).status).toBe(404);
    expect((await ann.viewPost(id)).body.scoreSheet).toBeDefined();
    expect((await own(id)).body.isPublic).toBe(true);
    await ann.deletePost(id);
    expect((await own(id)).status).toBe(404);
    expect((await ann.showScoreSheet(id, false)).status).toBe(404);
  });

  it('does not exist for a post without a rating', async () => {
    const { id } = (await ann.publishPhoto(await newPhoto())).body;
    expect((await own(id)).body).toEqual({ isPublic: false, sheet: null });
    expect((await ann.showScoreSheet(id, true)).status).toBe(409);
  });
});
