import sharp, { type Sharp } from 'sharp';
import { Post } from '../../src/domain/post/post.js';
import { useOwnApp } from '../support/app.js';
import { jpegPhoto } from '../support/photos.js';
import { publishPost, rate, send } from '../support/posts.js';
import { published } from '../support/publications.js';
import { usePerson } from '../support/people.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const PAPER = [245, 239, 225];
/** The areas of the card that the tests look at. */
const PHOTO = { left: 64, top: 200, width: 500, height: 360 };
const WORDS = { left: 620, top: 20, width: 540, height: 590 };
const RIBBON = { left: 74, top: 48, width: 6, height: 100 };
const NAME = { left: 620, top: 530, width: 540, height: 60 };

describe('the card of a post', () => {
  const app = useOwnApp('not shared yet');
  const ann = usePerson(app, 'ann@example.org');
  let postId: string;
  beforeAll(async () => {
    postId = await published(ann, await jpegPhoto(901));
  });
  const ask = (id: string, query = '', headers: Record<string, string> = {}) =>
    fetch(`${app.url}/api/posts/${id}/card.png${query}`, {
      // Otherwise Node sends `no-cache`, and the server never answers 304.
      headers: { 'cache-control': 'max-age=0', ...headers },
    });
  const cardOf = async (id: string): Promise<Buffer> => Buffer.from(await (await ask(id)).arrayBuffer());
  const nameOf = async (displayUsername: string | null) => {
    const { status } = await ann.request('PATCH', '/api/user/profile', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ displayUsername }),
    });
    expect(status).toBe(200);
  };

  it('is a PNG of 1200 × 630, with the photo on the left and text on paper beside it', async () => {
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

  it('shows the photo of its own post', async () => {
    const photo = await fetch(`${app.url}/images/${postId}/1280.webp`);
    const [own, other] = [Buffer.from(await photo.arrayBuffer()), await jpegPhoto(902)];
    const shown = await typicalColour(sharp(await cardOf(postId)).extract(PHOTO));
    expect(distance(shown, await typicalColour(sharp(own)))).toBeLessThan(
      distance(shown, await typicalColour(sharp(other))),
    );
  });

  it('has a ribbon for the first five ranks of the week, and none without a rating', async () => {
    const ribbons: number[][] = [];
    const week = await Promise.all(
      [9.9, 9.8, 9.7, 9.6, 9.5, 9.4].map((score) => publishPost(app, UNKNOWN_ID, score)),
    );
    for (const id of [...week, await publishPost(app, UNKNOWN_ID, null)]) {
      ribbons.push(await typicalColour(sharp(await cardOf(id)).extract(RIBBON)));
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

  it('draws names with accents and in other scripts', async () => {
    const cards: Buffer[] = [];
    for (const name of ['Zoe Lukasz', 'Zoë Łukasz', 'Ирина Жукова', 'Νίκος', 'नमस्ते', 'Ann 🦶🏽 ❤️']) {
      await nameOf(name);
      cards.push(await cardOf(postId));
    }
    for (const [index, card] of cards.entries()) {
      for (const other of cards.slice(index + 1)) expect(await differ(card, other, NAME)).toBe(true);
    }
  });

  it('draws the anonymous name, not boxes, when the font lacks letters of the chosen name', async () => {
    await nameOf(null);
    const anonymous = await cardOf(postId);
    for (const name of ['足の人', 'مرحبا Ann']) {
      await nameOf(name);
      expect(await differ(anonymous, await cardOf(postId), WORDS)).toBe(false);
    }
  });

  it('leaves out an emoji without a glyph', async () => {
    await nameOf('Ann Ember');
    const without = await cardOf(postId);
    await nameOf('Ann 1️⃣ Ember');
    expect(await differ(without, await cardOf(postId), WORDS)).toBe(false);
    await nameOf('Ann 🦶 Ember');
    expect(await differ(without, await cardOf(postId), NAME)).toBe(true);
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
    expect((await ask(deleted)).status).toBe(200);
    await send(app, Post.DeletePost({ postId: deleted, ownerId: ann.user.id, because: 'owner' }));
    for (const id of [hidden, deleted, UNKNOWN_ID, 'no-id', '..%2f..']) {
      const { status, body, headers } = await ann.get(`/api/posts/${id}/card.png`);
      expect({ id, status, body }).toMatchObject({ id, status: 404, body: { message: 'Post not found' } });
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
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
