import { readdir } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { UnusedPictures } from '../../../src/api/account/unused-pictures.js';
import { Account } from '../../../src/domain/account/account.js';
import { UNUSED_CLAIM_MS, Username } from '../../../src/domain/account/username.js';
import { Comment } from '../../../src/domain/comment/comment.js';
import { Report } from '../../../src/domain/report/report.js';
import { RENDITION_WIDTHS } from '../../../src/infrastructure/images/image-store.port.js';
import { normalisePhoto } from '../../../src/infrastructure/images/photo.js';
import { Projector } from '../../../src/kernel/views/projector.js';
import type { User } from '../../../src/projections/accounts/accounts.js';
import type { Post } from '../../../src/projections/leaderboard/shown-posts.js';
import { searchable } from '../../../src/projections/names.js';
import { photoIdIn } from '../../../src/projections/photos/rating-result.js';
import { projections } from '../../../src/projections/projections.js';
import { useOwnApp } from '../../support/app.js';
import { DAY, askForDeletion, deleteDue, erased, factsOf, leave, scrub } from '../../support/erasure.js';
import { mailBoxOf, mailsTo } from '../../support/mails.js';
import { registered, verified } from '../../support/people.js';
import { jpegPhoto } from '../../support/photos.js';
import { beforeNext, send } from '../../support/posts.js';
import { published } from '../../support/publications.js';
import { settled } from '../../support/settled.js';
import { PASSWORD, type Visitor } from '../../support/visitor.js';

let said = '';
const log = new Writable({
  write: (chunk: Buffer, _, done) => {
    said += chunk.toString();
    done();
  },
});
const app = useOwnApp('moves the clock, and reads the log', {
  log,
  env: { TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' },
});

describe('the erasure of a person', () => {
  it('leaves none of their data in files, responses or the log, and keeps all data of others', async () => {
    const email = 'annette.quillfeather@example.org';
    const { browser: ann, user } = await verified(app, email);
    const { browser: bob, user: bobby } = await verified(app, 'bob.remembered@example.org');
    const { images, storage } = app.adapters;
    const headers = {
      'user-agent': 'Mozilla/5.0 (Quietphone Annabelle 77) Gecko/20100101',
      'x-forwarded-for': '203.0.113.77',
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ email, password: PASSWORD });
    await ann.request('POST', '/api/auth/login', { headers, body });
    const pictureId = crypto.randomUUID();
    const picture = await jpegPhoto(700);
    const renditions = RENDITION_WIDTHS.map((width) => [width, picture]);
    await images.put(pictureId, Object.fromEntries(renditions) as Parameters<typeof images.put>[1]);
    const accountId = user.id;
    await send(app, Account.ChangeProfilePicture({ accountId, pictureId }));
    const profile = {
      displayUsername: 'Wanderannette',
      bio: 'Mossstones and meadowpaths are mine.',
      socialLinks: { instagram: 'https://www.instagram.com/annette.on.foot' },
    };
    await send(app, Account.ChangeProfile({ accountId, ...profile }));
    const herPost = await published(ann, 701);
    const { body: unpublished } = await ann.uploadPhoto(await jpegPhoto(702));
    const herPhoto = photoIdIn(unpublished.imageUrl) ?? '';
    const hisPost = await published(bob, 703);
    const facts = factsOf((await bob.viewPost(hisPost)).body);
    const commentId = crypto.randomUUID();
    const text = 'Lichenlight on your left!';
    await send(app, Comment.PostComment({ commentId, post: facts, authorId: accountId, parent: null, text }));
    expect((await bob.comment(hisPost, 'Replied by Bob', commentId)).status).toBe(201);
    const report = { category: 'spam', reason: 'Looks like an advertmontage to me.' } as const;
    await send(app, Report.ReportPost({ post: facts, reporterId: accountId, ...report }));

    const words = [
      email,
      'annette.quillfeather',
      user.anonymousUsername,
      'Wanderannette',
      'Mossstones',
      'annette.on.foot',
      'Lichenlight',
      'advertmontage',
      'Annabelle 77',
      '203.0.113.77',
      // In the index of names are all endings of them, in lower case: these are within each one of eight letters or more.
      ...[user.anonymousUsername, 'Wanderannette'].map((name) => searchable(name).slice(-8)),
    ];
    const found = async () => {
      const texts = await app.texts();
      return words.filter((word) => texts.some((file) => file.includes(word)));
    };
    const pictures = [pictureId, herPost, herPhoto];
    const files = async () => {
      const names = await readdir(app.dataDir, { recursive: true });
      return pictures.filter((id) => names.some((name) => name.includes(id)));
    };
    expect(await found()).toEqual(words);
    expect(await files()).toEqual(pictures);

    const due = new Date(app.clock.now().getTime() + 7 * DAY);
    await leave(app, ann);
    await ann.me();
    expect(await deleteDue(app)).toBe(1);
    expect((await ann.me()).status).toBe(401);
    await erased(app, accountId);

    expect(await found()).toEqual([]);
    expect(await files()).toEqual([]);
    expect(words.filter((word) => said.includes(word))).toEqual([]);
    expect(said).toContain('"path":"/api/user/deletion"');

    const day = due.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    expect(await mailBoxOf(app).read(`deleted-${accountId}`)).toMatchObject({
      to: 'deleted-account@footnote.invalid',
      subject: 'Your account was deleted',
      text: expect.stringContaining(day),
    });

    const visitor = app.browser();
    expect((await visitor.get(`/api/users/${accountId}`)).status).toBe(404);
    expect((await visitor.viewPost(herPost)).status).toBe(404);
    for (const id of pictures) expect((await visitor.get(`/images/${id}/320.webp`)).status).toBe(404);
    const login = (address: string) =>
      visitor.post<{ requestId: string }>('/api/auth/login', { email: address, password: PASSWORD });
    const refused = await login(email);
    expect(refused.status).toBe(401);
    const { requestId: _, ...unknown } = (await login('unknown@example.org')).body;
    expect(refused.body).toMatchObject(unknown);

    // Her comment is gone, and the reply to it.
    expect((await visitor.comments(hisPost)).body).toEqual([]);
    expect((await visitor.viewPost(hisPost)).body.commentsCount).toBe(0);

    // A rebuild from the log restores nothing of hers and loses nothing of others.
    await app.server.get(Projector, { strict: false }).rebuild(projections.map(({ name }) => name));
    expect(await found()).toEqual([]);
    expect((await visitor.get(`/api/users/${bobby.id}`)).body).toMatchObject({ postsCount: 1 });
    const { body: board } = await visitor.get<Post[]>('/api/posts');
    expect(board.filter(({ id }) => id === hisPost || id === herPost)).toMatchObject([{ id: hisPost }]);
    expect((await bob.me()).body.email).toBe('bob.remembered@example.org');
    expect(await storage.keys.find([accountId])).toEqual(new Map([[accountId, 'destroyed']]));

    // The address is free for a new account.
    const again = await verified(app, email);
    expect(again.user).toMatchObject({ email, emailVerified: true, displayUsername: null });
    expect(again.user.id).not.toBe(accountId);
  });
});

describe('a request for deletion', () => {
  it('needs the password of the signed-in account, not of another one of the address', async () => {
    const email = 'shared@example.org';
    const { browser } = await registered(app, email, 'the first of the two');
    await registered(app, email, 'the second of the two');
    const ask = (password: string) => browser.post('/api/user/deletion', { password });
    expect(await ask('the second of the two')).toMatchObject({
      status: 400,
      body: { message: 'Current password is incorrect' },
    });
    expect((await browser.me()).body.deletionDueAt).toBeNull();
    expect((await ask('the first of the two')).status).toBe(200);
  });

  it('leaves seven days in which everything works, and a repeated request does not change the date', async () => {
    const { browser } = await verified(app, 'bob@example.org');
    const due = new Date(app.clock.now().getTime() + 7 * DAY).toISOString();
    expect(await askForDeletion(browser)).toMatchObject({ status: 200, body: { deletionDueAt: due } });
    app.clock.advance(7 * DAY - 1);
    expect((await askForDeletion(browser)).body.deletionDueAt).toBe(due);
    await deleteDue(app);
    const id = await published(browser, 710);
    expect((await app.browser().viewPost(id)).status).toBe(200);
    app.clock.advance(1);
    await deleteDue(app);
    expect((await browser.me()).status).toBe(401);
    await settled(app);
    expect((await app.browser().viewPost(id)).status).toBe(404);
  });

  it('can be cancelled, which keeps everything', async () => {
    const { browser } = await verified(app, 'carol@example.org');
    const id = await published(browser, 711);
    const before = (await browser.me()).body;
    await askForDeletion(browser);
    app.clock.advance(6 * DAY);
    expect(await browser.delete('/api/user/deletion')).toMatchObject({ status: 200, body: before as object });
    expect((await browser.delete('/api/user/deletion')).status).toBe(200);
    app.clock.advance(2 * DAY);
    await deleteDue(app);
    expect((await browser.me()).body).toEqual(before);
    expect((await app.browser().viewPost(id)).status).toBe(200);
  });

  it('is carried out once when several checks run at the same time', async () => {
    const { browser, user } = await registered(app, 'dora@example.org');
    await leave(app, browser);
    await Promise.all([deleteDue(app), deleteDue(app), deleteDue(app)]);
    const events = await app.adapters.storage.log.readStream(`account-${user.id}`);
    expect(events.filter(({ type }) => type === 'AccountDeleted')).toHaveLength(1);
    await erased(app, user.id);
    expect(await scrub(app)).toBe(false);
  });

  it('sends no mail to an unverified address, and erases the address too', async () => {
    const email = 'somebody.elses@example.org';
    const { browser, user } = await registered(app, email);
    await mailsTo(app, email, 1);
    await leave(app, browser);
    await deleteDue(app);
    await erased(app, user.id);
    expect(await mailBoxOf(app).read(`deleted-${user.id}`)).toBeNull();
    expect(await mailsTo(app, email, 0)).toEqual([]);
  });
});

describe('a profile picture', () => {
  const WAIT = 10 * 60_000 + 1;

  it('stays through a crash before the event of the next one, whose files are deleted later', async () => {
    const { browser, user } = await verified(app, 'pat@example.org');
    const shown = await browser.upload<User>('/api/user/profile/picture', await jpegPhoto(1), {
      field: 'picture',
    });
    const url = shown.body.profilePictureUrl ?? '';
    const [current, interrupted] = [/[0-9a-f-]{36}/.exec(url)?.[0] ?? '', crypto.randomUUID()];
    const { images } = app.adapters;
    const unused = app.server.get(UnusedPictures, { strict: false });
    await unused.remember(interrupted, user.id);
    await images.put(interrupted, (await normalisePhoto(await jpegPhoto(3))).renditions);
    // A crash after the event leaves the same trace.
    await unused.remember(current, user.id);
    expect(await unused.sweep()).toBe(0);
    app.clock.advance(WAIT);
    expect(await unused.sweep()).toBe(2);
    expect([await images.exists(interrupted), (await app.browser().get(url)).status]).toEqual([false, 200]);
    expect(await unused.sweep()).toBe(0);
  });
});

describe('a display name', () => {
  let ann: Visitor;
  let bob: Visitor;
  beforeAll(async () => {
    [ann, bob] = [
      (await verified(app, 'ann.named@example.org')).browser,
      (await verified(app, 'bob.named@example.org')).browser,
    ];
  });
  const statusesOf = async (...names: readonly [browser: Visitor, name: string][]) => {
    const statuses: number[] = [];
    for (const [browser, displayUsername] of names) {
      statuses.push((await browser.changeProfile({ displayUsername })).status);
    }
    return statuses;
  };
  const stopped = () => Promise.reject(new Error('stopped'));

  it('can be taken by the same person after the server stopped before the change, and stays', async () => {
    beforeNext(app, Account.commands.ChangeProfile, stopped);
    expect(await statusesOf([ann, 'Kay Meta'], [bob, 'Kay Meta'], [ann, 'Kay Meta'])).toEqual([
      500, 400, 200,
    ]);
    app.clock.advance(UNUSED_CLAIM_MS);
    expect(await statusesOf([bob, 'Kay Meta'])).toEqual([400]);
  });

  it('becomes free an hour after the server stopped before the change, and not before', async () => {
    beforeNext(app, Account.commands.ChangeProfile, stopped);
    expect(await statusesOf([ann, 'Max Talus'])).toEqual([500]);
    app.clock.advance(UNUSED_CLAIM_MS - 1);
    expect(await statusesOf([bob, 'Max Talus'])).toEqual([400]);
    app.clock.advance(1);
    expect(await statusesOf([bob, 'Max Talus'], [ann, 'Max Talus'])).toEqual([200, 400]);
  });

  it('becomes free an hour after the server stopped before the release', async () => {
    const [former, next] = ['Sal Cuboid', 'Sal Fibula'];
    expect(await statusesOf([ann, former])).toEqual([200]);
    beforeNext(app, Username.commands.ReleaseUsername, stopped);
    expect(await statusesOf([ann, next], [ann, next])).toEqual([500, 200]);
    app.clock.advance(UNUSED_CLAIM_MS);
    expect(await statusesOf([bob, former], [bob, next])).toEqual([200, 400]);
  });
});
