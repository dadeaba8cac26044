import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ServiceUnavailableException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import sharp, { type Sharp } from 'sharp';
import {
  CardDrawings,
  DrawingLimit,
  TooManyDrawingsError,
} from '../../../src/api/share-cards/card-drawings.service.js';
import { scoreLabel } from '../../../src/api/share-cards/share-cards.service.js';
import { Post } from '../../../src/domain/post/post.js';
import { FolderImageStore } from '../../../src/infrastructure/images/folder-image-store.js';
import { ImageStore } from '../../../src/infrastructure/images/image-store.port.js';
import { ShareCardPainter } from '../../../src/infrastructure/share-card/share-card.port.js';
import { useApp, useOwnApp } from '../../support/app.js';
import { ADDRESS } from '../../support/browser.js';
import { useFolder } from '../../support/folder.js';
import { usePerson } from '../../support/people.js';
import { jpegPhoto } from '../../support/photos.js';
import { publishPost, rate, send } from '../../support/posts.js';
import { published } from '../../support/publications.js';
import { settled } from '../../support/settled.js';
import { Noted, waited } from '../../support/waits.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const PAPER = [245, 239, 225];
/** The areas of the card that the tests look at. */
const PHOTO = { left: 64, top: 200, width: 500, height: 360 };
const WORDS = { left: 620, top: 20, width: 540, height: 590 };
const RIBBON = { left: 74, top: 48, width: 6, height: 100 };
const NAME = { left: 620, top: 530, width: 540, height: 60 };

describe('the card of a post', () => {
  const app = useApp();
  const ann = usePerson(app, 'ann');
  let postId: string;
  beforeAll(async () => {
    postId = await published(ann, 90_100);
  });
  const ask = (id: string, query = '', headers: Record<string, string> = {}) =>
    fetch(`${app.url}/api/posts/${id}/card.png${query}`, {
      // Otherwise Node sends `no-cache`, and the server never answers 304.
      headers: { 'cache-control': 'max-age=0', [ADDRESS]: app.browser().address, ...headers },
    });
  const cardOf = async (id: string): Promise<Buffer> => Buffer.from(await (await ask(id)).arrayBuffer());
  const nameOf = async (displayUsername: string | null) => {
    expect((await ann.changeProfile({ displayUsername })).status).toBe(200);
  };

  it('is a PNG of 1200 × 630, with the photo of its post on the left and text on paper beside it', async () => {
    const answer = await ask(postId);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const card = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(card).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const colours = await coloursIn(sharp(card).extract(PHOTO));
    expect(colours).toBeGreaterThan(200);
    const words = await sharp(card).extract(WORDS).removeAlpha().raw().toBuffer();
    const paper = share(words, PAPER);
    expect(paper).toBeGreaterThan(0.7);
    expect(paper).toBeLessThan(0.97);
    const own = sharp(
      Buffer.from(await (await fetch(`${app.url}/images/${postId}/1280.webp`)).arrayBuffer()),
    );
    const shown = await typicalColour(sharp(card).extract(PHOTO));
    const [near, far] = [await typicalColour(own), await typicalColour(sharp(await jpegPhoto(902)))];
    expect(distance(shown, near)).toBeLessThan(distance(shown, far));
  });

  it('of the site itself is a PNG of the same size with its logo, which other sites may show for a week', async () => {
    const answer = await fetch(`${app.url}/api/card.png?v=1`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=604800');
    const card = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(card).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const logo = sharp(card).extract({ left: 88, top: 180, width: 150, height: 150 });
    expect(await coloursIn(logo)).toBeGreaterThan(20);
    expect(share(await sharp(card).removeAlpha().raw().toBuffer(), PAPER)).toBeGreaterThan(0.7);
  });

  it('is drawn again when its facts change, and keeps its tag until then', async () => {
    const id = await publishPost(app, UNKNOWN_ID, 5);
    const first = await ask(id);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const again = await ask(id, '', { 'if-none-match': `"other", ${etag}` });
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    await rate(app, id, UNKNOWN_ID, 10);
    const changed = await ask(id, '', { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    const before = Buffer.from(await first.arrayBuffer());
    expect(await differ(before, Buffer.from(await changed.arrayBuffer()), WORDS)).toBe(true);
  });

  it('draws names with accents, in other scripts and with emoji; what the font lacks is left out, without boxes', async () => {
    const drawn = async (name: string | null) => {
      await nameOf(name);
      return cardOf(postId);
    };
    const cards: Buffer[] = [];
    for (const name of [
      'Zoe Lukasz',
      'Zoë Łukasz',
      'Ирина Жукова',
      'Νίκος',
      'नमस्ते',
      'Ann 🦶🏽 ❤️',
      'Ann Ember',
    ]) {
      cards.push(await drawn(name));
    }
    for (const [index, card] of cards.entries()) {
      for (const other of cards.slice(index + 1)) expect(await differ(card, other, NAME)).toBe(true);
    }
    const ember = cards.at(-1) ?? Buffer.alloc(0);
    expect(await differ(ember, await drawn('Ann 1️⃣ Ember'), WORDS)).toBe(false);
    expect(await differ(ember, await drawn('Ann 🦶 Ember'), NAME)).toBe(true);
    // With letters that the font lacks, it has the anonymous name.
    const anonymous = await drawn(null);
    for (const name of ['足の人', 'مرحبا Ann']) {
      expect(await differ(anonymous, await drawn(name), WORDS)).toBe(false);
    }
  });

  it('fits the longest name in two lines', async () => {
    await nameOf('W'.repeat(50));
    const card = await cardOf(postId);
    for (const edge of [
      { left: 1165, top: 0, width: 35, height: 630 },
      { left: 600, top: 600, width: 600, height: 30 },
    ]) {
      const pixels = await sharp(card).extract(edge).removeAlpha().raw().toBuffer();
      expect(share(pixels, PAPER)).toBe(1);
    }
    await nameOf(null);
  });

  it('is gone with the picture of a deleted post', async () => {
    const id = await published(ann);
    expect((await ask(id)).status).toBe(200);
    const images = app.server.get<ImageStore>(ImageStore, { strict: false });
    expect(await images.card(id)).not.toBeNull();
    expect((await ann.deletePost(id)).status).toBe(200);
    await settled(app);
    expect(await images.card(id)).toBeNull();
    expect((await ask(id)).status).toBe(404);
  });

  it('is saved under a file name that is valid on all systems (V5.4.1, V5.4.2)', async () => {
    await nameOf('Zoë "quoted"; ../x');
    const { status, headers } = await ask(postId, '?download');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="footnote-${ann.user.anonymousUsername}-\\d+\\.\\d\\.png"$`),
    );
    await nameOf(null);
  });

  it('answers 404 for a hidden, deleted, unknown or invalid post, also to its owner', async () => {
    const hidden = await publishPost(app, ann.user.id, 7, { moderationFlags: ['may show a face'] });
    const deleted = await publishPost(app, ann.user.id, 7);
    await send(app, Post.DeletePost({ postId: deleted, ownerId: ann.user.id, because: 'owner' }));
    for (const id of [hidden, deleted, UNKNOWN_ID, 'no-id', '..%2f..']) {
      const { status, body, headers } = await ann.get(`/api/posts/${id}/card.png`);
      expect({ id, status, body }).toMatchObject({ id, status: 404, body: { message: 'Post not found' } });
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
  });
});

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
  const folder = useFolder();
  let images: FolderImageStore;
  let painter: SlowPainter;
  let limit: FixedLimit;
  let drawings: CardDrawings;
  const newDrawings = () => new CardDrawings(images, painter, limit as unknown as DrawingLimit);
  beforeEach(() => {
    images = new FolderImageStore(folder);
    painter = new SlowPainter();
    limit = new FixedLimit();
    drawings = newDrawings();
  });

  const ask = (tag: string, post = 1, by = drawings) =>
    by.of(
      {
        postId: idOf(post),
        card: { name: 'Ann', plainName: 'Ann', rating: null, badge: null, sheet: null },
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

  it('serves no older card with a score sheet that is hidden, not even while it is being drawn', async () => {
    const shown = ask('sheet-1');
    await painter.waiting.atLeast(1);
    const hidden = ask('plain');
    painter.open();
    expect([(await shown).tag, (await hidden).tag]).toEqual(['sheet-1', 'plain']);
    await ask('sheet-2');
    painter.isBroken = true;
    await expect(ask('plain 2')).rejects.toThrow('no paint left');
    expect((await ask('sheet-3')).tag).toBe('sheet-2');
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

describe('cards of a running week', () => {
  const app = useOwnApp('moves the clock, and ranks the whole week', { env: { RATE_LIMITS: 'on' } });
  const ann = usePerson(app, 'ann@example.org');

  it('have a limit by network, which keeps cards that are drawn, and ends after five minutes', async () => {
    const postId = await published(ann);
    const fresh = await publishPost(app, ann.id, 7);
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
    await rate(app, postId, ann.id, 10);
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

  it('have a ribbon for the first five ranks of a week, and none without a rating', async () => {
    app.clock.advance(7 * 86_400_000);
    const ids = await Promise.all(
      [9.9, 9.8, 9.7, 9.6, 9.5, 9.4, null].map((score) => publishPost(app, 'ann', score)),
    );
    const ribbons: number[][] = [];
    for (const id of ids) {
      const card = await fetch(`${app.url}/api/posts/${id}/card.png`);
      ribbons.push(await typicalColour(sharp(Buffer.from(await card.arrayBuffer())).extract(RIBBON)));
    }
    const wash = [230, 229, 238];
    expect(ribbons.map((colour) => colour.map(Math.round))).toEqual([
      [227, 179, 65],
      [198, 200, 203],
      [209, 148, 99],
      [255, 251, 242],
      [255, 251, 242],
      wash,
      wash,
    ]);
  });
});

const SCREEN = path.join(import.meta.dirname, '../../../../../frontend/src/lib/scores.ts');

describe('the label of a score', () => {
  it('has a step for each point but the lowest', () => {
    const labels = [10, 9, 8.9, 8, 7.9, 7, 6.9, 6, 5.9, 5, 4.9, 3, 2.9, 0].map(scoreLabel);
    const steps = ['LEGENDARY', 'EXCELLENT', 'GREAT', 'GOOD', 'AVERAGE', 'BELOW AVERAGE', 'NEEDS WORK'];
    expect(labels).toEqual(steps.flatMap((step) => [step, step]));
  });

  it('is the same as in the frontend', async () => {
    const source = await readFile(SCREEN, 'utf8');
    const bounds = [...source.matchAll(/\[(\d+), '([A-Z ]+)'\]/g)];
    expect(bounds).toHaveLength(6);
    for (const [, from, label] of bounds) expect(scoreLabel(Number(from))).toBe(label);
  });
});

async function coloursIn(picture: Sharp): Promise<number> {
  const pixels = await picture.removeAlpha().raw().toBuffer();
  const seen = new Set<number>();
  for (let at = 0; at < pixels.length; at += 3) seen.add(pixels.readUIntBE(at, 3));
  return seen.size;
}

/** The share of RGB pixels that have a colour, from 0 to 1. */
function share(pixels: Buffer, colour: readonly number[]): number {
  let found = 0;
  for (let at = 0; at < pixels.length; at += 3) {
    if (colour.every((value, channel) => pixels[at + channel] === value)) found += 1;
  }
  return (found * 3) / pixels.length;
}

/** The mean of red, green and blue. */
async function typicalColour(picture: Sharp): Promise<number[]> {
  const { channels } = await sharp(await picture.removeAlpha().png().toBuffer()).stats();
  return channels.map(({ mean }) => mean);
}

function distance(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((value, index) => value - (other[index] ?? 0)));
}

async function differ(one: Buffer, other: Buffer, where: typeof WORDS): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((card) => sharp(card).extract(where).raw().toBuffer()),
  );
  return first?.equals(second ?? Buffer.alloc(0)) !== true;
}
