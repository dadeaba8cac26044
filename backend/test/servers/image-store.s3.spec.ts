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
import { settled } from '../support/settled.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { TestTimer } from '../support/timer.js';
import type { Visitor } from '../support/visitor.js';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());

const opened: S3ImageStore[] = [];
const open = (url: string) => {
  const store = new S3ImageStore(url, { timer: new TestTimer() });
  opened.push(store);
  return store;
};
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

describe('pictures in a bucket', () => {
  it('are taken by one that is private and without versions', async () => {
    const store = open(await s3.newBucket());
    await store.prepare();
    expect(store.away).toBeNull();
  });

  describe('fulfil the contract', () => {
    imageStoreContract(async () => open(await s3.newBucket()));
  });
});

async function post(browser: Visitor): Promise<string> {
  const rating = (await browser.uploadPhoto(await newPhoto())).body;
  await browser.publish(rating);
  return rating.imageUrl;
}

const idOf = (imageUrl: string) => imageUrl.split('/')[2] ?? '';

describe('npm run pictures', () => {
  const folder = useFolder();
  let app: OwnApp;
  let bucket: string;
  beforeAll(async () => {
    bucket = await s3.newBucket();
    app = await startApp();
  });
  afterAll(() => app.stop());

  const footnote = async (dataDir: string, s3Url: string, ...words: string[]) => {
    const program = path.join(import.meta.dirname, '../../src/tools/footnote.js');
    const settings = { DATA_DIR: dataDir, S3_URL: s3Url, PICTURES: 's3' };
    const { code, output, errors } = await runToEnd(settings, [program, ...words]);
    return `${code}: ${errors}${output}`;
  };
  const copyTo = (to: string, dataDir = app.dataDir) =>
    footnote(dataDir, bucket, 'pictures', 'copy', '--to', to);
  const contentOf = async (store: ImageStore) => {
    const found: Record<string, string> = {};
    for await (const { photoId } of store.stored()) {
      const files = await Promise.all(RENDITION_WIDTHS.map((width) => store.open(photoId, width)));
      found[photoId] = files.map((file) => file?.bytes.toString('base64')).join();
    }
    return found;
  };

  it('copies them beside the server, there and back, and deletes what was deleted', async () => {
    const { browser } = await verified(app, 'ann@example.org');
    const [first] = [await post(browser), await post(browser), await post(browser)];
    expect(await copyTo('s3')).toBe('0: Pictures: 3 copied, 0 already there, 0 deleted.\n');
    const images = new FolderImageStore(path.join(app.dataDir, 'images'));
    const before = await contentOf(images);
    expect(await contentOf(open(bucket))).toEqual(before);

    await browser.deletePost(idOf(first));
    const fourth = await post(browser);
    await settled(app);
    expect(await copyTo('s3')).toBe('0: Pictures: 1 copied, 2 already there, 1 deleted.\n');
    const after = await contentOf(images);
    expect(Object.keys(after).length).toBe(3);
    expect(await contentOf(open(bucket))).toEqual(after);

    await images.delete(idOf(fourth));
    expect(await copyTo('folder')).toBe('0: Pictures: 1 copied, 2 already there, 0 deleted.\n');
    expect(await contentOf(images)).toEqual(after);
  });

  it('says what is wrong', async () => {
    expect(await copyTo('s3', folder)).toBe(
      `1: Not all pictures were copied: ${path.join(folder, 'events.db')} is missing. Is DATA_DIR right?\n`,
    );
  });

  it('has pictures for a backup, which is restored into an empty bucket only', async () => {
    const [backup, restored] = [path.join(folder, 'backup'), path.join(folder, 'restored')];
    expect(await footnote(app.dataDir, bucket, 'backup', backup)).toContain('and 3 pictures.');
    const restore = (url: string) => footnote(restored, url, 'restore', backup, '--without-erasures');
    expect(await restore(bucket)).toMatch(/^1: .*The bucket of S3_URL holds pictures/);
    const other = await s3.newBucket();
    expect(await restore(other)).toMatch(/^0: /);
    expect(await contentOf(open(other))).toEqual(await contentOf(open(bucket)));
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
    const imageUrl = await post(browser);
    const picture = async () => (await browser.get(imageUrl)).status;
    expect(await picture()).toBe(200);

    await proxy.refuse();
    expect(await picture()).toBe(503);
    await app.timer.advance(1000);
    expect(await picture()).toBe(503);
    const rated = jest.spyOn(app.adapters.judge, 'judge');
    expect(await browser.uploadPhoto(await newPhoto())).toMatchObject({ status: 503 });
    expect(rated).not.toHaveBeenCalled();
    expect((await browser.get('/api/user/export')).status).toBe(503);
    for (const page of ['/api/posts', `/api/posts/${idOf(imageUrl)}`, '/api/user/posts', '/'])
      expect((await browser.get(page)).status).toBe(200);
    const { body } = await browser.get<{ status: string; alarms: { name: string }[] }>('/health');
    expect(body.status).toBe('degraded');
    expect(body.alarms.map(({ name }) => name)).toEqual(['pictures-away']);

    await proxy.heal();
    await app.timer.advance(1000);
    await eventually('pictures are served again', async () => (await picture()) === 200);
  });
});
