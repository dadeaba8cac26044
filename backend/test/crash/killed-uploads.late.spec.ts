import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { HealthReport } from '../../src/api/health/kernel-health.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import type { RatingResult } from '../../src/projections/photos/rating-result.js';
import type { Browser } from '../support/browser.js';
import { jpegPhoto } from '../support/photos.js';
import { ServerProcess, until } from './server-process.js';
import { useFolder } from '../support/folder.js';

const dataDir = useFolder();

describe('a server that is killed during uploads', () => {
  let server: ServerProcess;
  beforeEach(async () => {
    server = await ServerProcess.start(dataDir);
  });
  afterEach(() => server.kill());

  const caughtUp = (browser: Browser) =>
    until('the views have caught up', async () => {
      const { body } = await browser.get<HealthReport>('/health');
      return body.status === 'ok' && body.views.every(({ lag }) => lag === 0);
    });

  it('leaves no picture without an event, restarts and accepts the next', async () => {
    const photos = await Promise.all(Array.from({ length: 6 }, (_, index) => jpegPhoto(10 + index)));
    const answers: { visitor: Browser; imageUrl: string }[] = [];
    /** Uploads a photo in a loop, so that every visitor is in the middle of an upload when the server is killed. */
    const uploads = photos.map(async (photo) => {
      for (;;) {
        const visitor = server.browser();
        const upload = visitor.upload<RatingResult>('/api/upload', photo);
        const answer = await upload.catch(() => null);
        if (answer === null) return;
        expect(answer.status).toBe(201);
        answers.push({ visitor, imageUrl: answer.body.imageUrl });
        if (answers.length === 2) server.signal('SIGKILL');
      }
    });
    await Promise.all(uploads);
    await server.ended;
    expect(answers.length).toBeGreaterThanOrEqual(2);

    server = await ServerProcess.start(dataDir);
    const browser = server.browser();
    await caughtUp(browser);
    // Each visitor has the claim on the photo in a cookie; the port is another one now.
    for (const { visitor, imageUrl } of answers) {
      for (const [name, value] of visitor.cookies) browser.cookies.set(name, value);
      expect((await browser.get(imageUrl)).status).toBe(200);
    }
    expect((await browser.upload('/api/upload', await jpegPhoto(99))).status).toBe(201);
    expect((await server.stop()).code).toBe(0);

    const rated = await ratedPhotos(path.join(dataDir, 'events.db'));
    const kept = await photosIn(path.join(dataDir, 'images'));
    expect(kept.length).toBeGreaterThanOrEqual(answers.length + 1);
    expect(kept.filter((id) => !rated.has(id))).toEqual([]);
  });
});

/** The ids of the photos with a rating in the log. */
async function ratedPhotos(file: string): Promise<Set<string>> {
  const log = new SqliteEventLog(file);
  try {
    const events = await log.readAll(0, Number.MAX_SAFE_INTEGER);
    const rated = events.filter(({ type }) => type === 'PhotoRated');
    return new Set(rated.map(({ data }) => (data as { photoId: string }).photoId));
  } finally {
    await log.close();
  }
}

/** The ids of the photos with at least one file. */
async function photosIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  return [...new Set(files.filter((file) => file.isFile()).map((file) => path.basename(file.parentPath)))];
}
