import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LARGEST_UPLOAD, PIXEL_LIMITS, TOO_LARGE } from '@footnote/backend/shared/photo-file.ts';
import { choosePhoto, type Choice, UNREADABLE_FILE } from '../src/lib/chosen-photo.ts';

/** A PNG of this size, as far as its header tells. */
function png(width: number, height: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(64);
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1');
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.write('IDAT', 37, 'latin1');
  bytes.write('IEND', 49, 'latin1');
  return bytes;
}

/** All that is shown of a choice. Node has no canvas, as a browser that hides it. */
async function shownOf(file: File): Promise<Choice[]> {
  const shown: Choice[] = [];
  await choosePhoto(file, (choice) => shown.push(choice));
  return shown;
}

const lastOf = async (...parts: (string | Buffer<ArrayBuffer>)[]): Promise<Choice | undefined> =>
  (await shownOf(new File(parts, 'foot.jpg', { type: 'image/jpeg' }))).at(-1);

describe('a chosen file', () => {
  it('is a photo by its bytes, whatever its type', async () => {
    for (const type of ['', 'application/octet-stream', 'text/plain', 'image/png']) {
      const file = new File([png(900, 600)], 'foot', { type });
      const shown = await shownOf(file);
      assert.deepEqual(shown[0], {});
      assert.equal(shown[1]?.ready?.photo, file, type);
    }
  });
  it('is refused if its bytes are not those of a picture', async () =>
    assert.deepEqual(await lastOf('Not a picture'), { problem: 'Please upload an image file' }));
  it('is named with a way out if it is another kind of picture', async () => {
    assert.match((await lastOf('GIF89a'))?.problem ?? '', /a GIF.*save the GIF as PNG/);
    assert.match((await lastOf('%PDF-1.7'))?.problem ?? '', /a PDF.*as JPG/);
  });
  it('is refused as what it is where the browser cannot copy it', async () => {
    const heic = await shownOf(new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic'], 'foot.heic'));
    assert.deepEqual(heic[1], { isCopying: true });
    assert.match(heic[2]?.problem ?? '', /a HEIC photo.*Most Compatible/);
    const filling = Buffer.alloc(LARGEST_UPLOAD);
    assert.equal((await lastOf(png(900, 600), filling))?.problem, TOO_LARGE);
  });
  it('is not copied if nothing but its size could be mended', async () => {
    const [width, height] = [PIXEL_LIMITS.light / 10_000 + 1, 10_000];
    const [first, second, ...more] = await shownOf(new File([png(width, height)], 'foot.png'));
    assert.deepEqual([first, more], [{}, []]);
    assert.match(second?.problem ?? '', /at most 220/);
    const narrow = Buffer.concat([png(100, 5000), Buffer.alloc(LARGEST_UPLOAD)]);
    assert.match((await shownOf(new File([narrow], 'foot.png')))[1]?.problem ?? '', /100 × 5000/);
  });
  it('may be one that the browser cannot read', async () => {
    const away = new File([png(900, 600)], 'foot.png');
    away.slice = () =>
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) });
    assert.deepEqual((await shownOf(away)).at(-1), { problem: UNREADABLE_FILE });
  });
  it('is dropped when another one is chosen, or none', async () => {
    const shown: Choice[] = [];
    const show = (choice: Choice) => shown.push(choice);
    const [dropped, last] = [new File([png(9, 9)], 'a.png'), new File([png(8, 8)], 'b.png')];
    const first = choosePhoto(dropped, show);
    await choosePhoto(last, show);
    await first;
    assert.deepEqual(
      shown.map(({ ready }) => ready?.photo),
      [undefined, undefined, last],
    );
    const third = choosePhoto(dropped, show);
    await choosePhoto(undefined, show);
    await third;
    assert.deepEqual(shown.slice(3), [{}, {}]);
  });
});
