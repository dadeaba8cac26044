import type { FastifyRequest } from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServiceUnavailableException } from '@nestjs/common';
import {
  CardDrawings,
  DrawingLimit,
  TooManyDrawingsError,
} from '../../src/api/share-cards/card-drawings.service.js';
import { FolderImageStore } from '../../src/infrastructure/images/folder-image-store.js';
import { ImageStore } from '../../src/infrastructure/images/image-store.port.js';
import { ShareCardPainter } from '../../src/infrastructure/share-card/share-card.port.js';
import { useOwnApp } from '../support/app.js';
import { verified } from '../support/people.js';
import { publishPost, rate } from '../support/posts.js';
import { published } from '../support/publications.js';
import { settled } from '../support/settled.js';
import { Noted, waited } from '../support/waits.js';

/** Draws when the test says so, and counts its calls. */
class SlowPainter extends ShareCardPainter {
  asked = 0;
  atOnce = 0;
  most = 0;
  readonly waiting = new Noted<() => void>();
  isOpen = false;
  isBroken = false;

  override async paint(): Promise<Buffer> {
    this.asked += 1;
    this.atOnce += 1;
    this.most = Math.max(this.most, this.atOnce);
    if (!this.isOpen) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.atOnce -= 1;
    if (this.isBroken) throw new Error('no paint left');
    return Buffer.from(`card ${this.asked}`);
  }

  override paintSite(): Promise<Buffer> {
    return this.paint();
  }

  open(): void {
    this.isOpen = true;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/** A limit that a test sets. */
class FixedLimit {
  readonly taken = new Noted<string>();
  isReached = false;

  async take(address: string): Promise<void> {
    if (this.isReached) throw new TooManyDrawingsError(60);
    this.taken.push(address);
  }
}

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const RENDITIONS = { 320: Buffer.from('a'), 640: Buffer.from('b'), 1280: Buffer.from('c') };
const visitorOf = (ip: string) => ({ ip }) as FastifyRequest;
const VISITOR = visitorOf('203.0.113.7');

describe('drawing cards', () => {
  let folder: string;
  let images: FolderImageStore;
  let painter: SlowPainter;
  let limit: FixedLimit;
  let drawings: CardDrawings;
  const newDrawings = () => new CardDrawings(images, painter, limit as unknown as DrawingLimit);
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'footnote-cards-'));
    images = new FolderImageStore(folder);
    painter = new SlowPainter();
    limit = new FixedLimit();
    drawings = newDrawings();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const ask = (tag: string, post = 1, by = drawings) =>
    by.of(
      {
        postId: idOf(post),
        card: { name: 'Ann', plainName: 'Ann', rating: null, badge: null },
        tag,
      },
      VISITOR,
    );

  it('happens once for the same facts, however many clients ask, and counts once', async () => {
    const asked = Array.from({ length: 50 }, () => ask('same'));
    painter.open();
    expect(new Set(await Promise.all(asked)).size).toBe(1);
    await ask('same');
    expect([painter.asked, limit.taken]).toEqual([1, [VISITOR]]);
    expect((await ask('other')).tag).toBe('other');
    expect(painter.asked).toBe(2);
  });

  it('of the site itself happens once, and again after a failure', async () => {
    painter.open();
    painter.isBroken = true;
    await expect(drawings.ofSite()).rejects.toThrow('no paint left');
    painter.isBroken = false;
    expect(await drawings.ofSite()).toBe(await drawings.ofSite());
    expect(painter.asked).toBe(2);
  });

  it('is stored, so that nothing is drawn after a restart', async () => {
    painter.open();
    await images.put(idOf(1), RENDITIONS);
    const drawn = await ask('same');
    expect(await ask('same', 1, newDrawings())).toEqual(drawn);
    expect(painter.asked).toBe(1);
  });

  it('runs one at a time, and rejects a request when twenty others wait', async () => {
    const first = Array.from({ length: 21 }, (_, index) => ask('a card', index));
    await limit.taken.atLeast(21);
    await painter.waiting.atLeast(1);
    await expect(ask('one too many', 23)).rejects.toThrow(ServiceUnavailableException);
    painter.open();
    expect(await Promise.all(first)).toHaveLength(21);
    expect(painter).toMatchObject({ asked: 21, most: 1 });
    expect((await ask('one too many', 23)).tag).toBe('one too many');
  });

  it('leaves the older card in place while many others wait, and replaces it later', async () => {
    await images.put(idOf(1), RENDITIONS);
    await images.putCard(idOf(1), { tag: 'older', bytes: Buffer.from('older') });
    const others = Array.from({ length: 5 }, (_, index) => ask('a card', 10 + index));
    await limit.taken.atLeast(5);
    const replaced = Promise.withResolvers<void>();
    const putCard = images.putCard.bind(images);
    images.putCard = async (...card) => {
      await putCard(...card);
      if (card[1].tag === 'newer') replaced.resolve();
    };
    expect((await ask('newer')).tag).toBe('older');
    // A second request starts no second drawing.
    expect((await ask('newest')).tag).toBe('older');
    painter.open();
    await Promise.all(others);
    await waited('it is replaced', replaced.promise);
    expect((await images.card(idOf(1)))?.tag).toBe('newer');
    expect(painter.asked).toBe(6);
  });

  it('leaves the older card in place for a network that has reached its limit', async () => {
    await images.put(idOf(1), RENDITIONS);
    await images.putCard(idOf(1), { tag: 'older', bytes: Buffer.from('older') });
    limit.isReached = true;
    expect((await ask('newer')).tag).toBe('older');
    await expect(ask('newer', 2)).rejects.toThrow(TooManyDrawingsError);
    expect(painter.asked).toBe(0);
  });

  it('is retried after a failure', async () => {
    painter.open();
    painter.isBroken = true;
    await expect(ask('same')).rejects.toThrow('no paint left');
    painter.isBroken = false;
    expect((await ask('same')).tag).toBe('same');
  });
});

describe('the limit of drawings', () => {
  const app = useOwnApp('not shared yet', { env: { RATE_LIMITS: 'on' } });
  it('counts by network, keeps cards that are drawn, and ends after five minutes', async () => {
    const ann = await verified(app, 'ann@example.org');
    const postId = await published(ann.browser, 9100);
    const fresh = await publishPost(app, ann.user.id, 7);
    const ask = (id: string) => app.browser().get(`/api/posts/${id}/card.png`);
    const first = await ask(postId);
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);

    const limit = app.server.get(DrawingLimit, { strict: false });
    for (let taken = 1; taken < 30; taken += 1) await limit.take(visitorOf('127.0.0.1'));
    const refused = await ask(fresh);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.headers.get('retry-after')).toBe('300');
    await expect(limit.take(visitorOf('127.0.0.2'))).resolves.toBeUndefined();

    expect((await ask(postId)).headers.get('etag')).toBe(first.headers.get('etag'));
    await rate(app, postId, ann.user.id, 10);
    const older = await ask(postId);
    expect([older.status, older.headers.get('etag'), older.headers.get('cache-control')]).toEqual([
      200,
      first.headers.get('etag'),
      'public, max-age=30',
    ]);

    app.clock.advance(5 * 60_000);
    const newer = await ask(postId);
    expect(newer.headers.get('etag')).not.toBe(first.headers.get('etag'));
    expect((await ask(fresh)).status).toBe(200);
  });

  it('does not apply to the file of a deleted post: it is gone with the picture', async () => {
    const { browser } = await verified(app, 'bob@example.org');
    const postId = await published(browser, 9101);
    expect((await app.browser().get(`/api/posts/${postId}/card.png`)).status).toBe(200);
    const images = app.server.get<ImageStore>(ImageStore, { strict: false });
    expect(await images.card(postId)).not.toBeNull();
    expect((await browser.deletePost(postId)).status).toBe(200);
    await settled(app);
    expect(await images.card(postId)).toBeNull();
    expect((await app.browser().get(`/api/posts/${postId}/card.png`)).status).toBe(404);
  });
});
