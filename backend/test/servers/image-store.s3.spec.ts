import path from 'node:path';
import { FolderImageStore } from '../../src/infrastructure/images/folder-image-store.js';
import { type ImageStore, RENDITION_WIDTHS } from '../../src/infrastructure/images/image-store.port.js';
import { S3ImageStore } from '../../src/infrastructure/images/s3-image-store.js';
import { runToEnd } from '../crash/server-process.js';
import { imageStoreContract } from '../images/image-store.contract.js';
import { type OwnApp, startApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { useFolder } from '../support/folder.js';
import { verified } from '../support/people.js';
import { newPhoto } from '../support/photos.js';
import { type S3Server, startS3Server } from '../support/s3-server.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { TestTimer } from '../support/timer.js';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());

const FOOTNOTE = path.join(import.meta.dirname, '../../src/tools/footnote.js');
const idOf = (number: number) => `3f1c9a52-7d0e-4b86-9c41-${String(number).padStart(12, '0')}`;

describe('pictures in a bucket', () => {
  const opened: S3ImageStore[] = [];
  const open = async () => {
    const url = await s3.newBucket();
    const store = new S3ImageStore(url, { timer: new TestTimer() });
    opened.push(store);
    await store.prepare();
    return { url, store };
  };
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  describe('fulfil the contract', () => {
    imageStoreContract(async () => (await open()).store);
  });

  describe('copied from a folder', () => {
    const folder = useFolder();
    const photo = (text: string) => ({
      320: Buffer.from(text),
      640: Buffer.from('b'),
      1280: Buffer.from('c'),
    });
    const contentOf = async (store: ImageStore) => {
      const found: Record<string, string> = {};
      for await (const { photoId, bytes } of store.stored()) {
        const files = await Promise.all(RENDITION_WIDTHS.map((width) => store.open(photoId, width)));
        found[photoId] = `${bytes}: ${files.map((file) => file?.bytes.toString()).join()}`;
      }
      return found;
    };

    it('are the same there and back, and what changed meanwhile follows', async () => {
      const source = new FolderImageStore(path.join(folder, 'images'));
      const bucket = await open();
      const copy = (to: string, pictures: string) =>
        runToEnd({ DATA_DIR: folder, PICTURES: pictures, S3_URL: bucket.url }, [
          FOOTNOTE,
          'pictures',
          'copy',
          '--to',
          to,
        ]);
      for (let number = 0; number < 5; number += 1) await source.put(idOf(number), photo(`a${number}`));
      await source.putCard(idOf(0), { tag: 'first', bytes: Buffer.from('card') });
      expect(await copy('s3', 'folder')).toMatchObject({
        code: 0,
        output: '5 pictures copied, 0 were there already, 0 removed.\n',
        errors: '',
      });
      expect(await contentOf(bucket.store)).toEqual(await contentOf(source));

      await source.delete(idOf(1));
      await source.put(idOf(5), photo('new'));
      await bucket.store.delete(idOf(2));
      const { output } = await copy('s3', 'folder');
      expect(output).toBe('2 pictures copied, 3 were there already, 1 removed.\n');

      const before = await contentOf(source);
      for (const number of [0, 5]) await source.delete(idOf(number));
      expect((await copy('folder', 's3')).output).toBe(
        '2 pictures copied, 3 were there already, 0 removed.\n',
      );
      expect(await contentOf(source)).toEqual(before);
      expect(await copy('s3', 's3')).toMatchObject({
        code: 2,
        errors: expect.stringMatching(/^PICTURES is s3 already/),
      });
    });
  });
});

describe('the site while its bucket is away', () => {
  let proxy: TcpProxy;
  let app: OwnApp;
  beforeAll(async () => {
    proxy = await TcpProxy.before(s3.port);
    app = await startApp({ env: { PICTURES: 's3', S3_URL: await s3.newBucket(proxy.port) } });
  });
  afterAll(async () => {
    await proxy.heal();
    await app.stop();
    await proxy.close();
  });

  it('answers 503 for pictures and uploads, serves everything else, and says so', async () => {
    const { browser } = await verified(app, 'ann@example.org');
    const rating = (await browser.uploadPhoto(await newPhoto())).body;
    await browser.publish(rating);
    const picture = async () => (await browser.get(rating.imageUrl)).status;
    expect(await picture()).toBe(200);

    await proxy.refuse();
    expect(await picture()).toBe(503);
    expect(await browser.uploadPhoto(await newPhoto())).toMatchObject({ status: 503 });
    for (const page of ['/api/posts', `/api/posts/${rating.imageUrl.split('/')[2]}`, '/api/user/posts', '/'])
      expect((await browser.get(page)).status).toBe(200);
    await app.timer.advance(1000);
    expect(await picture()).toBe(503);
    const { body } = await browser.get<{ status: string; alarms: { name: string }[] }>('/health');
    expect(body.status).toBe('degraded');
    expect(body.alarms.map(({ name }) => name)).toEqual(['pictures-away']);

    await proxy.heal();
    await app.timer.advance(1000);
    await eventually('pictures are served again', async () => (await picture()) === 200);
  });
});
