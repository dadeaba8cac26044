import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import sharp from 'sharp';
import type { Footnote } from '../../src/api/account/exported-data.service.js';
import { Account } from '../../src/domain/account/account.js';
import { Photo } from '../../src/domain/photo/photo.js';
import type { OwnPost } from '../../src/projections/leaderboard/shown-posts.js';
import { useOwnApp } from '../support/app.js';
import type { Browser } from '../support/browser.js';
import { PASSWORD } from '../support/visitor.js';
import { buyBoost } from '../support/payments.js';
import { registered, verified } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { send } from '../support/posts.js';
import { published } from '../support/publications.js';
import { settled } from '../support/settled.js';
import { suspensionFor } from '../support/suspensions.js';
import type { Visitor } from '../support/visitor.js';
import { unzipped } from '../support/zip.js';

describe('the export', () => {
  const app = useOwnApp('not shared yet');
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
    const { browser: ann, user } = await verified(app, 'ann@example.org');
    const { browser: bob, user: bobby } = await verified(app, 'bob.private@example.org');
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
    app.clock.advance(1000);
    const hers = await published(ann, 801);
    const his = await published(bob, 802);
    app.clock.advance(1000);
    await ok(ann.rate(his, 8));
    await ok(bob.rate(hers, 3));
    await ok(ann.like(his));
    await ok(bob.like(hers));
    const hisComment = (await ok(bob.comment(his, 'Words of Bob'))) as {
      id: string;
    };
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
    const at = '2026-11-21T12:00:02.000Z';
    expect(record.exportedAt).toBe(at);
    expect(record.profile).toEqual((await ann.me()).body);
    expect(record.profile).toMatchObject({ email: 'ann@example.org', ...profile });
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
      { postId: his, category: 'not-feet', reason: 'Not quite feet', createdAt: at },
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

  it('holds the pictures of unpublished photos while they are stored', async () => {
    const { browser } = await verified(app, 'hal@example.org');
    const { browser: other } = await verified(app, 'ida@example.org');
    const uploaded = async (by: Visitor, seed: number) => {
      const { body } = await by.uploadPhoto(await jpegPhoto(seed));
      return /[0-9a-f-]{36}/.exec(body.imageUrl)?.[0] ?? '';
    };
    const photo = await uploaded(browser, 820);
    await uploaded(other, 821);
    const post = await published(browser, 822);

    const { files, record } = await exported(browser);
    const names = [post, photo].map((id) => `pictures/${id}.webp`);
    expect([...files.keys()].toSorted()).toEqual(['footnote.json', ...names].toSorted());
    expect(files.get(`pictures/${photo}.webp`)).toEqual((await app.adapters.images.open(photo, 1280))?.bytes);
    expect(record.posts.map(({ id }) => id)).toEqual([post]);

    await send(app, Photo.DeletePhoto({ photoId: photo, claimedBy: null }));
    expect([...(await exported(browser)).files.keys()].toSorted()).toEqual([
      'footnote.json',
      `pictures/${post}.webp`,
    ]);
  });

  it('includes deleted posts and comments, and removed likes', async () => {
    const { browser } = await verified(app, 'fay@example.org');
    const { browser: other } = await verified(app, 'gus@example.org');
    const own = await published(browser, 803);
    const others = await published(other, 804);
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
    const { browser, user } = await registered(app, 'carol@example.org');
    expect((await exported(browser)).record).toMatchObject({
      profile: { email: 'carol@example.org', emailVerified: false },
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
    const { browser, user } = await registered(app, 'hal@example.org');
    const photo = { photoId: 'p1', uploader: `account:${user.id}`, reasons: ['shows a face'] };
    await send(app, Photo.RefusePhoto({ ...photo, address: 'address:4f2a' }));
    const { timeline } = (await exported(browser)).record;
    expect(timeline.at(-1)).toMatchObject({ type: 'PhotoRefused' });
    expect(timeline.at(-1)?.data).toEqual(photo);
  });

  it('needs a login', async () => {
    expect((await download(app.browser())).status).toBe(401);
  });

  it('holds every post, and leaves out a picture whose files are missing', async () => {
    const { browser } = await verified(app, 'dora@example.org');
    const photo = await jpegPhoto(810);
    const posts = [await published(browser, photo), await published(browser, 811)];
    await app.adapters.images.delete(posts[1] ?? '');
    const { record, files } = await exported(browser);
    expect(record.posts.map(({ id }) => id).toSorted()).toEqual(posts.toSorted());
    expect([...files.keys()]).toEqual(['footnote.json', `pictures/${posts[0]}.webp`]);
  });

  it('writes amounts as every file does, with their unit', async () => {
    const { browser } = await verified(app, 'flora@example.org');
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
    const { browser } = await verified(app, 'emil@example.org');
    await published(browser, 812);
    const { images } = app.adapters;
    const open = images.open.bind(images);
    images.open = () => Promise.resolve(null);
    const { status } = await download(browser);
    expect(status).toBe(500);
    // Later, when a part of it has been sent.
    await published(browser, 813);
    let count = 0;
    const bytes = randomBytes(200_000);
    images.open = async () => (count++ === 0 ? { bytes, size: bytes.length } : null);
    const response = await download(browser);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
    images.open = open;
    await hangUp(browser);
    expect((await exported(browser)).files.size).toBe(3);
  });
});
