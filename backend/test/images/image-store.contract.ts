import {
  type ImageStore,
  InvalidImageNameError,
  RENDITION_WIDTHS,
  type Renditions,
  type RenditionWidth,
} from '../../src/infrastructure/images/image-store.port.js';

const ONE = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';
const OTHER = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b11';

const NO_PHOTO_IDS = [
  '',
  'photo',
  '..',
  '../../../../etc/passwd',
  '..%2f..%2fsecret',
  `../${ONE}`,
  `${ONE}/../${OTHER}`,
  `${ONE}\u0000`,
  `${ONE}\n`,
  ` ${ONE}`,
  ONE.toUpperCase(),
  ONE.replaceAll('-', ''),
];

function renditions(text: string): Renditions {
  return {
    160: Buffer.from(`${text} 160`),
    320: Buffer.from(`${text} 320`),
    480: Buffer.from(`${text} 480`),
    640: Buffer.from(`${text} 640`),
    1280: Buffer.from(`${text} 1280`),
  };
}

/** The contract of every ImageStore. `openStore` returns a new, empty store for each test. */
export function imageStoreContract(openStore: () => Promise<ImageStore>): void {
  let store: ImageStore;

  beforeEach(async () => {
    store = await openStore();
  });

  const text = async (photoId: string, width: RenditionWidth): Promise<string | undefined> =>
    (await store.open(photoId, width))?.bytes.toString();

  it('returns every rendition unchanged, with its size', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251));
    await store.put(ONE, { 320: Buffer.from('small'), 640: Buffer.from('middle'), 1280: bytes });

    expect(await text(ONE, 320)).toBe('small');
    expect(await text(ONE, 640)).toBe('middle');
    const largest = await store.open(ONE, 1280);
    expect(largest?.bytes.equals(bytes)).toBe(true);
    expect(largest?.size).toBe(70_000);
    expect(await store.exists(ONE)).toBe(true);
  });

  it('serves the next larger rendition of a photo that an older version stored', async () => {
    const { 160: _160, 480: _480, ...older } = renditions('older');
    await store.put(ONE, older);
    expect(await store.exists(ONE)).toBe(true);
    expect([await text(ONE, 160), await text(ONE, 480)]).toEqual(['older 320', 'older 640']);
  });

  it('does not find a photo that was never stored', async () => {
    await store.put(OTHER, renditions('other'));
    expect(await store.exists(ONE)).toBe(false);
    for (const width of RENDITION_WIDTHS) expect(await store.open(ONE, width)).toBeNull();
  });

  it('replaces a photo that is stored again', async () => {
    await store.put(ONE, renditions('first'));
    await store.put(ONE, renditions('second'));
    for (const width of RENDITION_WIDTHS) expect(await text(ONE, width)).toBe(`second ${width}`);
  });

  it('has a complete photo after concurrent writes of the same photo', async () => {
    await Promise.all(Array.from({ length: 5 }, () => store.put(ONE, renditions('same'))));
    expect(await store.exists(ONE)).toBe(true);
    for (const width of RENDITION_WIDTHS) expect(await text(ONE, width)).toBe(`same ${width}`);
  });

  it('deletes one photo and leaves the others', async () => {
    await store.put(ONE, renditions('one'));
    await store.put(OTHER, renditions('other'));

    await store.delete(ONE);

    expect(await store.exists(ONE)).toBe(false);
    expect(await store.open(ONE, 640)).toBeNull();
    expect(await text(OTHER, 640)).toBe('other 640');
  });

  it('ignores deletion of a missing photo, also repeated', async () => {
    await store.delete(ONE);
    await store.put(ONE, renditions('one'));
    await store.delete(ONE);
    await expect(store.delete(ONE)).resolves.toBeUndefined();
  });

  describe('the share card of a photo', () => {
    const card = (tag: string) => ({ tag, bytes: Buffer.from(`card ${tag}`) });

    it('is the last one that was stored', async () => {
      await store.put(ONE, renditions('one'));
      await store.put(OTHER, renditions('other'));
      expect(await store.card(ONE)).toBeNull();
      await store.putCard(ONE, card('first'));
      await store.putCard(ONE, card('second-_2'));
      await store.putCard(OTHER, card('third'));
      expect(await store.card(ONE)).toEqual(card('second-_2'));
    });

    it('is deleted with the photo, and does not change it', async () => {
      await store.put(ONE, renditions('one'));
      await store.putCard(ONE, card('first'));
      for (const width of RENDITION_WIDTHS) expect(await text(ONE, width)).toBe(`one ${width}`);
      await store.delete(ONE);
      expect(await store.card(ONE)).toBeNull();
    });

    it('is not stored without the photo', async () => {
      await store.putCard(ONE, card('first'));
      expect(await store.card(ONE)).toBeNull();
      await store.put(ONE, renditions('one'));
      await store.delete(ONE);
      await store.putCard(ONE, card('first'));
      expect(await store.card(ONE)).toBeNull();
      expect(await store.exists(ONE)).toBe(false);
    });

    it.each(['', '..', 'a/b', 'a.b', 'a b', 'a'.repeat(65)])('rejects the tag %j', async (tag) => {
      await store.put(ONE, renditions('one'));
      await expect(store.putCard(ONE, card(tag))).rejects.toThrow(InvalidImageNameError);
    });
  });

  describe('files of the frontend', () => {
    const namesOf = async () => {
      const names: string[] = [];
      for await (const name of store.assets()) names.push(name);
      return names.sort();
    };

    it('are stored by name until they are deleted, and are no photos', async () => {
      expect([await namesOf(), await store.asset('-FGtUR1v.js')]).toEqual([[], null]);
      for (const name of ['-FGtUR1v.js', 'BY2xzm8t.css', 'font-core-DBfGixrD.woff2'])
        await store.putAsset(name, Buffer.from(name));
      await store.putAsset('BY2xzm8t.css', Buffer.from('BY2xzm8t.css'));
      expect(await namesOf()).toEqual(['-FGtUR1v.js', 'BY2xzm8t.css', 'font-core-DBfGixrD.woff2']);
      expect((await store.asset('BY2xzm8t.css'))?.toString()).toBe('BY2xzm8t.css');

      for (const name of ['BY2xzm8t.css', 'BY2xzm8t.css']) await store.deleteAsset(name);
      expect(await store.asset('BY2xzm8t.css')).toBeNull();
      expect(await namesOf()).toEqual(['-FGtUR1v.js', 'font-core-DBfGixrD.woff2']);
      for await (const photo of store.stored()) throw new Error(`${photo.photoId} is a file of the frontend`);
    });

    it.each([
      '',
      '..',
      'index.html',
      'BY2xzm8t.css.br',
      '../BY2xzm8t.css',
      `../10/6b/${ONE}/640.webp`,
      'a/BY2xzm8t.js',
    ])('have no name %j (V5.3.2)', async (name) => {
      await expect(store.asset(name)).rejects.toThrow(InvalidImageNameError);
      await expect(store.putAsset(name, Buffer.from('x'))).rejects.toThrow(InvalidImageNameError);
      await expect(store.deleteAsset(name)).rejects.toThrow(InvalidImageNameError);
    });
  });

  it.each(NO_PHOTO_IDS)('rejects the id %j in every method (V5.3.2)', async (id) => {
    await expect(store.put(id, renditions('x'))).rejects.toThrow(InvalidImageNameError);
    await expect(store.open(id, 320)).rejects.toThrow(InvalidImageNameError);
    await expect(store.exists(id)).rejects.toThrow(InvalidImageNameError);
    await expect(store.delete(id)).rejects.toThrow(InvalidImageNameError);
    await expect(store.card(id)).rejects.toThrow(InvalidImageNameError);
    await expect(store.putCard(id, { tag: 'tag', bytes: Buffer.from('x') })).rejects.toThrow(
      InvalidImageNameError,
    );
  });

  it.each([0, 319, -1, Number.NaN, 1281])('rejects the width %d', async (width) => {
    await store.put(ONE, renditions('one'));
    await expect(store.open(ONE, width as RenditionWidth)).rejects.toThrow(InvalidImageNameError);
  });
}
