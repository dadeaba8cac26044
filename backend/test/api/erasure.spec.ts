import { readdir } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { Account } from '../../src/domain/account/account.js';
import { Comment } from '../../src/domain/comment/comment.js';
import { Report } from '../../src/domain/report/report.js';
import { Projector } from '../../src/kernel/views/projector.js';
import { RENDITION_WIDTHS } from '../../src/infrastructure/images/image-store.port.js';
import type { Post } from '../../src/projections/leaderboard/shown-posts.js';
import { searchable } from '../../src/projections/names.js';
import { photoIdIn } from '../../src/projections/photos/rating-result.js';
import { projections } from '../../src/projections/projections.js';
import { startApp, useOwnApp } from '../support/app.js';
import { DAY, askForDeletion, deleteDue, erased, factsOf, leave, scrub } from '../support/erasure.js';
import { settled } from '../support/settled.js';
import { mailBoxOf, mailsTo } from '../support/mails.js';
import { PASSWORD } from '../support/visitor.js';
import { registered, verified } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { send } from '../support/posts.js';
import { published } from '../support/publications.js';

describe('the erasure of a person', () => {
  it('leaves none of their data in files, responses or the log, and keeps all data of others', async () => {
    let said = '';
    const log = new Writable({
      write: (chunk: Buffer, _, done) => {
        said += chunk.toString();
        done();
      },
    });
    const app = await startApp({ log, env: { TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' } });
    try {
      const email = 'annette.quillfeather@example.org';
      const { browser: ann, user } = await verified(app, email);
      const { browser: bob, user: bobby } = await verified(app, 'bob.remembered@example.org');
      const headers = {
        'user-agent': 'Mozilla/5.0 (Quietphone Annabelle 77) Gecko/20100101',
        'x-forwarded-for': '203.0.113.77',
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ email, password: PASSWORD });
      await ann.request('POST', '/api/auth/login', { headers, body });
      const pictureId = crypto.randomUUID();
      const picture = await jpegPhoto(700);
      await app.adapters.images.put(
        pictureId,
        Object.fromEntries(RENDITION_WIDTHS.map((width) => [width, picture])) as Record<
          320 | 640 | 1280,
          Buffer
        >,
      );
      await send(app, Account.ChangeProfilePicture({ accountId: user.id, pictureId }));
      await send(
        app,
        Account.ChangeProfile({
          accountId: user.id,
          displayUsername: 'Wanderannette',
          bio: 'Mossstones and meadowpaths are mine.',
          socialLinks: { instagram: 'https://www.instagram.com/annette.on.foot' },
        }),
      );
      const herPost = await published(ann, 701);
      const { body: unpublished } = await ann.uploadPhoto(await jpegPhoto(702));
      const herPhoto = photoIdIn(unpublished.imageUrl) ?? '';
      const hisPost = await published(bob, 703);
      const facts = factsOf((await bob.viewPost(hisPost)).body);
      const commentId = crypto.randomUUID();
      const text = 'Lichenlight on your left!';
      await send(app, Comment.PostComment({ commentId, post: facts, authorId: user.id, parent: null, text }));
      const reply = { text: 'Replied by Bob', parentCommentId: commentId };
      expect((await bob.post(`/api/posts/${hisPost}/comments`, reply)).status).toBe(201);
      const report = { category: 'spam', reason: 'Looks like an advertmontage to me.' } as const;
      await send(app, Report.ReportPost({ post: facts, reporterId: user.id, ...report }));

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

      await leave(app, ann);
      await ann.me();
      expect(await deleteDue(app)).toBe(1);
      expect((await ann.me()).status).toBe(401);
      await erased(app, user.id);

      expect(await found()).toEqual([]);
      expect(await files()).toEqual([]);
      expect(words.filter((word) => said.includes(word))).toEqual([]);
      expect(said).toContain('"path":"/api/user/deletion"');

      const receipt = await mailBoxOf(app).read(`deleted-${user.id}`);
      expect(receipt).toMatchObject({
        to: 'deleted-account@footnote.invalid',
        subject: 'Your account was deleted',
        text: expect.stringContaining('28 November 2026'),
      });

      const visitor = app.browser();
      expect((await visitor.get(`/api/users/${user.id}`)).status).toBe(404);
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
      expect(board.map(({ id }) => id)).toEqual([hisPost]);
      expect((await bob.me()).body.email).toBe('bob.remembered@example.org');
      expect(await app.adapters.storage.keys.find([user.id])).toEqual(new Map([[user.id, 'destroyed']]));

      // The address is free for a new account.
      const again = await verified(app, email);
      expect(again.user).toMatchObject({ email, emailVerified: true, displayUsername: null });
      expect(again.user.id).not.toBe(user.id);
    } finally {
      await app.stop();
    }
  });
});

describe('a request for deletion', () => {
  const app = useOwnApp('not shared yet');
  it('needs the password', async () => {
    const { browser } = await registered(app, 'ann@example.org');
    expect(await browser.post('/api/user/deletion', { password: 'not my password' })).toMatchObject({
      status: 400,
      body: { message: 'Current password is incorrect' },
    });
    expect((await browser.post('/api/user/deletion', {})).status).toBe(400);
    expect((await browser.post('/api/user/deletion', { password: 'x'.repeat(129) })).status).toBe(400);
    expect((await browser.me()).body.deletionDueAt).toBeNull();
    expect((await app.browser().post('/api/user/deletion', { password: PASSWORD })).status).toBe(401);
    expect((await app.browser().delete('/api/user/deletion')).status).toBe(401);
  });

  it('checks the password of the signed-in account only, not of another account of the address', async () => {
    const first = await registered(app, 'shared@example.org', 'the first of the two');
    await registered(app, 'shared@example.org', 'the second of the two');
    const attempt = (password: string) => first.browser.post('/api/user/deletion', { password });
    expect((await attempt('the second of the two')).status).toBe(400);
    expect((await attempt('the first of the two')).status).toBe(200);
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
    const { browser, user } = await verified(app, 'carol@example.org');
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
    await expect(
      send(app, Account.DeleteAccount({ accountId: user.id, now: app.clock.now().toISOString() })),
    ).rejects.toThrow('This account is not due for deletion yet.');
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
    const { browser, user } = await registered(app, 'somebody.elses@example.org');
    await mailsTo(app, 'somebody.elses@example.org', 1);
    await leave(app, browser);
    await deleteDue(app);
    await erased(app, user.id);
    expect(await mailBoxOf(app).read(`deleted-${user.id}`)).toBeNull();
    expect(await mailsTo(app, 'somebody.elses@example.org', 0)).toEqual([]);
  });
});
