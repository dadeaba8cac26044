import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import sharp from 'sharp';
import type { Footnote } from '../../../src/api/account/exported-data.service.js';
import { Account } from '../../../src/domain/account/account.js';
import { Photo } from '../../../src/domain/photo/photo.js';
import type { OwnPost } from '../../../src/projections/leaderboard/shown-posts.js';
import { unique, useApp } from '../../support/app.js';
import type { Browser } from '../../support/browser.js';
import { PASSWORD } from '../../support/visitor.js';
import { buyBoost } from '../../support/payments.js';
import { registered, verified } from '../../support/people.js';
import { newPhoto } from '../../support/photos.js';
import { send } from '../../support/posts.js';
import { published } from '../../support/publications.js';
import { settled } from '../../support/settled.js';
import { suspensionFor } from '../../support/suspensions.js';
import type { Visitor } from '../../support/visitor.js';
import { unzipped } from '../../support/zip.js';

describe('the export', () => {
  const app = useApp();
  const join = (name: string) => verified(app, `${unique(name)}@example.org`);
  const newcomer = (name: string) => registered(app, `${unique(name)}@example.org`);
  const cookieOf = ({ cookies }: Browser) =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const download = (browser: Visitor) =>
    fetch(`${app.url}/api/user/export`, { headers: { cookie: cookieOf(browser) } });
  /** Reads the head of the response and disconnects. `fetch` would open another connection at once. */
  const hangUp = async (browser: Visitor) => {
    const call = get(`${app.url}/api/user/export`, { agent: false, headers: { cookie: cookieOf(browser) } });
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    answer.destroy();
    await once(answer, 'close');
  };
  const exported = async (browser: Visitor) => {
    const response = await download(browser);
    expect(response.status).toBe(200);
    const files = await unzipped(new Uint8Array(await response.arrayBuffer()));
    const text = files.get('footnote.json')?.toString() ?? '';
    return { response, files, text, record: JSON.parse(text) as Footnote };
  };
  const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body;
  };

  it('holds all data of the user, and no data of others', async () => {
    const { browser: ann, user } = await join('ann');
    const { browser: bob, user: bobby } = await join('bob.private');
    const accountId = user.id;
    const profile = { displayUsername: 'Ann of the Hills', bio: 'I walk.', socialLinks: null };
    await send(app, Account.ChangeProfile({ accountId, ...profile }));
    const others = { displayUsername: 'Bob Bystander', bio: 'Bobs own bio', socialLinks: null };
    await send(app, Account.ChangeProfile({ accountId: bobby.id, ...others }));
    const pictureId = crypto.randomUUID();
    const [small, middle, large] = await Promise.all(
      [20, 40, 80].map((width) =>
        sharp({ create: { width, height: width, channels: 3, background: '#a04' } })
          .webp()
          .toBuffer(),
      ),
    );
    if (!small || !middle || !large) throw new Error('there are no pictures');
    await app.adapters.images.put(pictureId, { 320: small, 640: middle, 1280: large });
    await send(app, Account.ChangeProfilePicture({ accountId, pictureId }));
    const hers = await published(ann);
    const his = await published(bob);
    await ok(ann.rate(his, 8));
    await ok(bob.rate(hers, 3));
    await ok(ann.like(his));
    await ok(bob.like(hers));
    const hisComment = (await ok(bob.comment(his, 'Words of Bob'))) as { id: string };
    const herReply = (await ok(ann.comment(his, 'Words of Ann', hisComment.id))) as { id: string };
    await ok(ann.post(`/api/comments/${hisComment.id}/like`));
    await ok(ann.report(his, { reason: 'Not quite feet', category: 'not-feet' }));
    await ok(bob.report(hers, { reason: 'Bobs complaint', category: 'spam' }));

    const { response, files, text, record } = await exported(ann);

    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="footnote-export-2026-11-21.zip"',
    );
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect([...files.keys()].toSorted()).toEqual(
      ['footnote.json', `pictures/${hers}.webp`, 'pictures/profile.webp'].toSorted(),
    );
    expect(files.get(`pictures/${hers}.webp`)).toEqual((await app.adapters.images.open(hers, 1280))?.bytes);
    expect(files.get('pictures/profile.webp')).toEqual(large);

    expect(text).toBe(`${JSON.stringify(record, null, 2)}\n`);
    const at = app.clock.now().toISOString();
    expect(record.exportedAt).toBe(at);
    expect(record.profile).toEqual((await ann.me()).body);
    expect(record.profile).toMatchObject({ email: user.email, ...profile });
    expect(record.posts).toEqual((await ann.get<OwnPost[]>('/api/user/posts')).body);
    expect(record.ratings).toEqual([{ postId: his, score: 8, createdAt: at }]);
    expect(record.likes).toEqual([{ postId: his, createdAt: at }]);
    expect(record.comments).toEqual([
      {
        id: herReply.id,
        postId: his,
        parentCommentId: hisComment.id,
        text: 'Words of Ann',
        likesCount: 0,
        createdAt: at,
      },
    ]);
    expect(record.commentLikes).toEqual([{ commentId: hisComment.id, createdAt: at }]);
    expect(record.reports).toEqual([
      { subject: 'post', postId: his, category: 'not-feet', reason: 'Not quite feet', createdAt: at },
    ]);
    const sessions = (await ann.get<object[]>('/api/user/sessions')).body;
    expect(record.sessions).toHaveLength(sessions.length);
    expect(record.sessions[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      device: expect.any(String),
      place: null,
      address: '127.0.0.1',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
    });
    expect(record.payments).toEqual([]);
    expect(record.timeline.map(({ type }) => type)).toEqual([
      'AccountRegistered',
      'VerificationRequested',
      'EmailVerified',
      'ProfileChanged',
      'ProfilePictureChanged',
      'PhotoRated',
      'RatingClaimed',
      'PicturePublished',
      'PostPublished',
      'Rated',
      'Liked',
      'CommentPosted',
      'CommentLiked',
      'PostReported',
    ]);
    expect(record.timeline.find(({ type }) => type === 'CommentPosted')).toEqual({
      at,
      type: 'CommentPosted',
      data: {
        commentId: herReply.id,
        postId: his,
        authorId: accountId,
        parent: { commentId: hisComment.id },
        text: 'Words of Ann',
      },
    });

    const foreign = [
      bobby.id,
      bobby.anonymousUsername,
      'bob.private',
      'Bob Bystander',
      'Bobs own bio',
      'Words of Bob',
      'Bobs complaint',
      PASSWORD,
      'argon2',
      'passwordHash',
      'tokenHash',
      'emailHash',
      'imageHash',
    ];
    expect(foreign.filter((word) => text.includes(word))).toEqual([]);
  });

  it('holds every post, and the pictures that are stored, of unpublished photos too', async () => {
    const { browser } = await join('hal');
    const { browser: other } = await join('ida');
    const uploaded = async (by: Visitor) => {
      const { body } = await by.uploadPhoto(await newPhoto());
      return /[0-9a-f-]{36}/.exec(body.imageUrl)?.[0] ?? '';
    };
    const photo = await uploaded(browser);
    await uploaded(other);
    const [post, lost] = [await published(browser), await published(browser)];
    await app.adapters.images.delete(lost);

    const { files, record } = await exported(browser);
    const names = [post, photo].map((id) => `pictures/${id}.webp`);
    expect([...files.keys()].toSorted()).toEqual(['footnote.json', ...names].toSorted());
    expect(files.get(`pictures/${photo}.webp`)).toEqual((await app.adapters.images.open(photo, 1280))?.bytes);
    expect(record.posts.map(({ id }) => id).toSorted()).toEqual([post, lost].toSorted());

    await send(app, Photo.DeletePhoto({ photoId: photo, claimedBy: null }));
    expect([...(await exported(browser)).files.keys()].toSorted()).toEqual([
      'footnote.json',
      `pictures/${post}.webp`,
    ]);
  });

  it('includes deleted posts and comments, and removed likes', async () => {
    const { browser } = await join('fay');
    const { browser: other } = await join('gus');
    const own = await published(browser);
    const others = await published(other);
    await ok(browser.like(others));
    await ok(browser.delete(`/api/posts/${others}/like`));
    const comment = await ok(browser.comment(others, 'Words of Fay'));
    await ok(browser.deleteComment((comment as { id: string }).id));
    await ok(browser.deletePost(own));
    await settled(app);

    const { record } = await exported(browser);

    expect(record).toMatchObject({ posts: [], likes: [], comments: [] });
    const types = record.timeline.map(({ type }) => type);
    expect(types.slice(types.indexOf('PhotoRated'))).toEqual([
      'PhotoRated',
      'RatingClaimed',
      'PicturePublished',
      'PostPublished',
      'Liked',
      'Unliked',
      'CommentPosted',
      'CommentDeleted',
      'PostDeleted',
      'PictureWithdrawn',
    ]);
    expect(record.timeline.find(({ type }) => type === 'CommentPosted')?.data).toMatchObject({
      text: 'Words of Fay',
    });
  });

  it('is open to unverified and to suspended users', async () => {
    const { browser, user } = await newcomer('carol');
    expect((await exported(browser)).record).toMatchObject({
      profile: { email: user.email, emailVerified: false },
      posts: [],
      ratings: [],
      comments: [],
      timeline: [{ type: 'AccountRegistered' }, { type: 'VerificationRequested' }],
    });
    await send(
      app,
      Account.SuspendAccount({ accountId: user.id, ...suspensionFor('a dispute about a payment') }),
    );
    expect((await exported(browser)).record.timeline.at(-1)).toMatchObject({
      type: 'AccountSuspended',
      data: { reason: 'a dispute about a payment' },
    });
  });

  it('names the uploader, but not the address of an uploaded photo', async () => {
    const { browser, user } = await newcomer('hal');
    const photo = { photoId: crypto.randomUUID(), uploader: `account:${user.id}`, reasons: ['shows a face'] };
    await send(app, Photo.RefusePhoto({ ...photo, address: 'address:4f2a' }));
    const { timeline } = (await exported(browser)).record;
    expect(timeline.at(-1)).toMatchObject({ type: 'PhotoRefused' });
    expect(timeline.at(-1)?.data).toEqual(photo);
  });

  it('writes amounts as every file does, with their unit', async () => {
    const { browser } = await join('flora');
    await buyBoost(app, browser, 'mega');
    await settled(app);
    const { record, text } = await exported(browser);
    const price = { amountInMajorUnits: '9.99', currency: 'USD' };
    expect(record.payments).toMatchObject([{ price, boost: { price } }]);
    const bought = record.timeline.filter(({ data }) => 'price' in data).map(({ data }) => data);
    expect(bought).not.toEqual([]);
    for (const data of bought) expect(data).toMatchObject({ price });
    expect(text).not.toContain('"amount"');
  });

  it('is no file that looks complete when a picture is deleted while it is made', async () => {
    const { browser } = await join('emil');
    await published(browser);
    const open = jest.spyOn(app.adapters.images, 'open').mockResolvedValue(null);
    const { status } = await download(browser);
    expect(status).toBe(500);
    // Later, when a part of it has been sent.
    await published(browser);
    const bytes = randomBytes(200_000);
    open.mockResolvedValueOnce({ bytes, size: bytes.length });
    const response = await download(browser);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
    open.mockRestore();
    await hangUp(browser);
    expect((await exported(browser)).files.size).toBe(3);
  });
});
