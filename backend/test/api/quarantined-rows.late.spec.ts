import { type Footnote, ExportedData } from '../../src/api/account/exported-data.service.js';
import type { TimelineLine } from '../../src/api/account/timeline.controller.js';
import type { AdminPostDetails } from '../../src/api/acts/posts-list.controller.js';
import type { BlockedPicture } from '../../src/api/photos/blocked-pictures.controller.js';
import type { AdminAppeal } from '../../src/api/review/decisions.contract.js';
import type { NextReview, ReviewItem } from '../../src/api/review/review-items.service.js';
import { ALL_ADMINS, AdminRoles } from '../../src/domain/admin/admin-roles.js';
import { PictureBlock } from '../../src/domain/moderation/blocked-picture.js';
import { useAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { DESK } from '../support/desk.js';
import { usePerson, verified } from '../support/people.js';
import { publishPost, send } from '../support/posts.js';
import { settled } from '../support/settled.js';
import { METADATA } from '../support/test-kernel.js';

describe('an event in quarantine', () => {
  const app = useOwnApp('not shared yet', { per: 'test' });
  const olga = useAdmin(app, 'olga', 'owner');
  const otto = useAdmin(app, 'otto', 'owner');
  const moe = useAdmin(app, 'moe');
  const ann = usePerson(app, 'ann@example.org');

  /** Appends an event of a newer program. Returns what lists say in its place. */
  const quarantine = async (stream: string) => {
    const event = { id: crypto.randomUUID(), type: 'SomethingNew', data: {} };
    const { log, quarantine: known } = app.adapters.storage;
    const { position } = await log.append(stream, 'any', [
      { ...event, metadata: { ...METADATA, version: 1 } },
    ]);
    await settled(app);
    expect(known.has(stream)).toBe(true);
    return `This cannot be read at the moment: the event SomethingNew at position ${position} is in quarantine.`;
  };
  const flagged = () => publishPost(app, ann.id, 7, { moderationFlags: ['may show a face'] });
  const nextFor = async (passed: readonly string[] = []) =>
    (await moe.post<NextReview>(`${DESK}/queue/next`, { passed })).body.item?.id;

  it('is one row of the review queue, without anything of the post, and is no post to review', async () => {
    const damaged = await flagged();
    app.clock.advance(1000);
    const intact = await flagged();
    const words = await quarantine(`post-${damaged}`);
    const { status, body } = await moe.get<ReviewItem[]>(`${DESK}/queue`);
    expect(status).toBe(200);
    expect(body.find(({ id }) => id === damaged)).toMatchObject({
      unreadable: words,
      username: null,
      reasons: [],
      isPublic: false,
    });
    expect(body.find(({ id }) => id === intact)).toMatchObject({ unreadable: null, isOpen: true });
    expect(await nextFor()).toBe(intact);
    expect((await app.browser().get(`/api/posts/${damaged}`)).status).toBe(404);
    const pageOf = async (id: string) => (await olga.get<AdminPostDetails>(`${DESK}/posts/${id}`)).body;
    expect(await pageOf(damaged)).toMatchObject({ unreadable: words });
    expect(await pageOf(intact)).toMatchObject({ unreadable: null });
  });

  it('in a review does not keep the admin who has claimed it from signing out', async () => {
    const postId = await flagged();
    expect(await nextFor()).toBe(postId);
    await quarantine(`review-${postId}`);
    expect((await moe.signOut()).status).toBeLessThan(300);
    expect((await moe.self()).status).toBe(401);
  });

  it('is one row of the appeals, which says so and cannot be decided', async () => {
    const posts = [await publishPost(app, ann.id, 7), await publishPost(app, ann.id, 7)];
    const actIds: string[] = [];
    for (const postId of posts) {
      const { body } = await moe.hide(postId, { reason: 'spam', note: 'Spam.' });
      actIds.push(body.actId ?? '');
      expect((await ann.appeal(body.actId, 'Look again.')).status).toBeLessThan(300);
    }
    const [damaged = '', intact] = actIds;
    const words = await quarantine(`appeal-${damaged}`);
    const { status, body } = await olga.get<AdminAppeal[]>(`${DESK}/appeals`);
    expect(status).toBe(200);
    expect(body.find(({ id }) => id === damaged)).toMatchObject({ text: words, refusal: words });
    expect(body.find(({ id }) => id === intact)).toMatchObject({ text: 'Look again.', refusal: null });

    const hidden = await quarantine(`post-${posts[1]}`);
    const { body: after } = await moe.get<AdminAppeal[]>(`${DESK}/appeals`);
    expect(after.find(({ id }) => id === intact)).toMatchObject({ text: hidden, imageUrl: null });
    expect((await ann.decisions()).body).toEqual([]);
  });

  it('is one row of the acts that need two people', async () => {
    const [bob, eve] = [await verified(app, 'bob@example.org'), await verified(app, 'eve@example.org')];
    const asked: string[] = [];
    for (const { user } of [bob, eve]) {
      const why = { reason: 'abuse', note: 'Again and again.' };
      asked.push((await olga.delete<{ id: string }>(`${DESK}/users/${user.id}`, why)).body.id);
    }
    const words = await quarantine(`proposal-${asked[0]}`);
    const { status, body } = await olga.get<{ id: string; problem: string; note: string }[]>(
      `${DESK}/proposals`,
    );
    expect(status).toBe(200);
    expect(body.find(({ id }) => id === asked[0])).toMatchObject({ problem: words, note: null });
    expect(body.find(({ id }) => id === asked[1])).toMatchObject({ problem: null, note: 'Again and again.' });
  });

  it('is one row of the block list', async () => {
    const hashes = ['a', 'b'].map((digit) => digit.repeat(64));
    for (const imageHash of hashes) {
      const postId = await publishPost(app, ann.id, 7);
      await send(
        app,
        PictureBlock.BlockPicture({
          imageHash,
          perceptualHash: imageHash.slice(0, 16),
          copyHashes: [],
          postId,
          actId: crypto.randomUUID(),
          reason: 'explicit',
        } as never),
      );
    }
    const words = await quarantine(`blockedPicture-${hashes[0]}`);
    const { status, body } = await moe.get<BlockedPicture[]>(`${DESK}/blocked-pictures`);
    expect(status).toBe(200);
    expect(body.find(({ imageHash }) => imageHash === hashes[0])?.notes).toMatchObject([{ note: words }]);
    expect(body.find(({ imageHash }) => imageHash === hashes[1])?.notes).toEqual([]);
  });

  it('in the login of an admin is one row of the admins, and keeps nobody else out', async () => {
    const { body: self } = await otto.self();
    const words = await quarantine(`admin-${self.id}`);
    const { status, body } = await olga.admins();
    expect(status).toBe(200);
    expect(body.find(({ id }) => id === self.id)).toMatchObject({ username: words, role: 'owner' });
    expect((await otto.self()).status).toBe(503);
    expect((await verified(app, 'zoe@example.org')).user.emailVerified).toBe(true);
    expect((await olga.get(`${DESK}/audit`)).status).toBe(200);
  });

  it('about roles closes the back office with a message, and nothing else', async () => {
    await quarantine(`${AdminRoles.category}-${ALL_ADMINS}`);
    const answer = await olga.get<{ code: string; message: string }>(`${DESK}/me`);
    expect([answer.status, answer.body.code]).toEqual([503, 'roles_unreadable']);
    expect(answer.body.message).toContain('docs/operations.md');
    const signIn = await app.desk().signIn('olga');
    expect([signIn.status, signIn.body]).toEqual([
      503,
      expect.objectContaining({ code: 'roles_unreadable' }),
    ]);
    const zoe = await verified(app, 'zoe@example.org');
    expect(zoe.user.emailVerified).toBe(true);
    expect((await zoe.browser.like(await publishPost(app, ann.id, 7))).status).toBe(200);
  });

  it('is left out of the timeline of a person, and is named in the export', async () => {
    const postId = await publishPost(app, ann.id, 7);
    const { body: comment } = await ann.comment(postId, 'What a toe.');
    await quarantine(`comment-${comment.id}`);
    const timeline = await ann.get<TimelineLine[]>('/api/user/timeline');
    expect(timeline.status).toBe(200);
    expect(timeline.body.map(({ type }) => type)).toContain('CommentPosted');
    const { record } = await app.server.get(ExportedData, { strict: false }).of(ann.id);
    const { unreadable, posts }: Footnote = record;
    expect(unreadable).toMatchObject([{ type: 'SomethingNew' }]);
    expect(posts).toHaveLength(1);

    await quarantine(`post-${postId}`);
    const after = await ann.get<TimelineLine[]>('/api/user/timeline');
    expect(after.status).toBe(200);
    expect(after.body.map(({ type }) => type)).not.toContain('PostPublished');
  });
});
