import type { HealthReport } from '../../src/api/health/kernel-health.js';
import type { User } from '../../src/projections/accounts/accounts.js';
import type { Post } from '../../src/projections/leaderboard/shown-posts.js';
import type { RatingResult } from '../../src/projections/photos/rating-result.js';
import { Browser } from '../support/browser.js';
import { PASSWORD } from '../support/visitor.js';
import { jpegPhoto } from '../support/photos.js';
import { ServerProcess, tokenMailedTo, until } from './server-process.js';
import { useFolder } from '../support/folder.js';

const EMAIL = 'ann@example.org';

const dataDir = useFolder();

describe('a server that is killed', () => {
  let server: ServerProcess;
  beforeEach(async () => {
    server = await ServerProcess.start(dataDir);
  });
  afterEach(() => server.kill());

  /** The same visitor, at the restarted server. */
  const backAgain = (browser: Browser): Browser => {
    const again = server.browser();
    for (const [name, value] of browser.cookies) again.cookies.set(name, value);
    return again;
  };

  const caughtUp = (browser: Browser) =>
    until('the views have caught up', async () => {
      const { body } = await browser.get<HealthReport>('/health');
      return body.status === 'ok' && body.views.every(({ lag }) => lag === 0);
    });

  it('has everything it acknowledged after the restart, still knows the sessions, and logs no secret', async () => {
    const ann = server.browser();
    const registered = await ann.post<User>('/api/auth/register', { email: EMAIL, password: PASSWORD });
    expect(registered.status).toBe(201);
    const token = await tokenMailedTo(dataDir, EMAIL);
    const verified = await ann.post<User>('/api/auth/verify-email', { token });
    expect(verified.body).toMatchObject({ id: registered.body.id, emailVerified: true });
    const rating = await ann.upload<RatingResult>('/api/upload', await jpegPhoto(1));
    const published = await ann.post<{ id: string }>('/api/posts/publish', rating.body);
    expect(published.status).toBe(201);
    const post = await ann.get<Post>(`/api/posts/${published.body.id}`);
    const picture = await ann.get<string>(rating.body.imageUrl);

    await server.kill();
    server = await ServerProcess.start(dataDir, { LOG_LEVEL: 'info' });

    const again = backAgain(ann);
    await caughtUp(again);
    expect(await again.get<User>('/api/auth/me')).toMatchObject({ status: 200, body: verified.body });
    expect((await again.get<Post>(`/api/posts/${published.body.id}`)).body).toEqual(post.body);
    expect((await again.get<Post[]>('/api/posts')).body.map(({ id }) => id)).toEqual([published.body.id]);
    const after = await again.get<string>(rating.body.imageUrl);
    expect(after.status).toBe(200);
    expect(after.body).toBe(picture.body);
    const repeated = await again.post('/api/posts/publish', rating.body);
    expect(repeated).toMatchObject({ status: 201, body: published.body });
    const login = await server.browser().post('/api/auth/login', { email: EMAIL, password: PASSWORD });
    expect(login.status).toBe(200);

    const { code, output, errors } = await server.stop();
    expect(code).toBe(0);
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    const request = { level: 'info', msg: 'request', path: '/api/auth/login', status: 200 };
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(expect.objectContaining(request));
    for (const secret of [EMAIL, PASSWORD]) expect(output + errors).not.toContain(secret);
  });
});
