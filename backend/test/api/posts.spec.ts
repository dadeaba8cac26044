import { Account } from '../../src/domain/account/account.js';
import type { Post } from '../../src/projections/leaderboard/shown-posts.js';
import type { User } from '../../src/projections/accounts/accounts.js';
import { startApp, useOwnApp } from '../support/app.js';
import { verified } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { send } from '../support/posts.js';

describe('the list of posts', () => {
  const app = useOwnApp('not shared yet');
  let users: User[];
  const published: { id: string; owner: number; rating: number }[] = [];

  beforeAll(async () => {
    const people = await Promise.all(['ann', 'bob'].map((name) => verified(app, `${name}@example.org`)));
    users = people.map(({ user }) => user);
    for (let index = 0; index < 7; index += 1) {
      const owner = index % 2;
      const browser = people[owner]?.browser ?? app.browser();
      const rating = await browser.uploadPhoto(await jpegPhoto(200 + index));
      const { body } = await browser.publish(rating.body);
      published.push({ id: body.id, owner, rating: Number(rating.body.averageRating) });
      app.clock.advance(1000);
    }
  });
  const list = (query = '') => app.browser().get<Post[]>(`/api/posts${query}`);
  const ids = (posts: readonly { id: string }[]) => posts.map(({ id }) => id);

  it('is an array, newest first', async () => {
    const { status, body, headers } = await list();
    expect(status).toBe(200);
    expect(ids(body)).toEqual(ids(published).toReversed());
    expect(headers.get('link')).toBeNull();
  });

  it('is best first with sort=top', async () => {
    const { body } = await list('?sort=top');
    const order = published.toSorted((one, other) => other.rating - one.rating);
    expect(body.map(({ averageRating }) => Number(averageRating))).toEqual(order.map(({ rating }) => rating));
  });

  it.each(['recent', 'top'])('is paged to its end by the Link header, each post once: %s', async (sort) => {
    const whole = ids((await list(`?sort=${sort}`)).body);
    const seen: string[] = [];
    let next: string | null = `/api/posts?sort=${sort}&limit=3`;
    let pages = 0;
    while (next !== null) {
      const { body, headers }: { body: Post[]; headers: Headers } = await app.browser().get<Post[]>(next);
      seen.push(...ids(body));
      next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;
      pages += 1;
    }
    expect(seen).toEqual(whole);
    expect(pages).toBe(3);
  });

  it('finds posts by a part of the name, ignoring case', async () => {
    const names = users.map(({ anonymousUsername }) => anonymousUsername.toUpperCase());
    const part = names[0]?.slice(2, 9) ?? '';
    const { body } = await list(`?search=${part}`);
    // Names are random: sometimes both contain the part.
    const theirs = published.filter(({ owner }) => names[owner]?.includes(part));
    expect(ids(body)).toEqual(ids(theirs).toReversed());
    expect((await list('?search=unknown%25has_this')).body).toEqual([]);
  });

  it('finds a display name by any part, ignoring case and accents, and pages the results', async () => {
    await send(app, Account.ChangeProfile({ accountId: users[1]?.id ?? '', displayUsername: 'Zoë Straßer' }));
    const bobs = ids(published.filter(({ owner }) => owner === 1)).toReversed();
    for (const text of ['zoe', 'OË', 'STRASS', 'ë s', 'sser']) {
      expect(ids((await list(`?search=${encodeURIComponent(text)}`)).body)).toEqual(bobs);
    }
    const first = await list('?search=asser&limit=2');
    const next = /^<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await app.browser().get<Post[]>(next);
    expect(ids([...first.body, ...second.body])).toEqual(bobs);
    await send(app, Account.ChangeProfile({ accountId: users[1]?.id ?? '', displayUsername: null }));
    expect((await list('?search=zoe')).body).toEqual([]);
  });

  it('merges the posts of all matching users in one order', async () => {
    const whole = ids((await list('?sort=top')).body);
    const seen: string[] = [];
    for (let next: string | null = '/api/posts?sort=top&search=%20e&limit=2'; next !== null;) {
      const { body, headers }: { body: Post[]; headers: Headers } = await app.browser().get<Post[]>(next);
      seen.push(...ids(body));
      next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;
    }
    expect(seen).toEqual(whole.filter((id) => seen.includes(id)));
    expect((await list('?search=%CC%81')).body).toEqual([]);
  });

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=many', 'limit'],
    ['?search=a&search=b', 'search'],
    ['?sort=random', 'sort'],
    [`?search=${'x'.repeat(51)}`, 'search'],
  ])('rejects %s and names the field', async (query, field) => {
    expect(await list(query)).toMatchObject({
      status: 400,
      body: { errors: { [field]: [expect.any(String)] } },
    });
  });

  it.each([
    'rubbish',
    'W10',
    'WyJhIl0',
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('["a",null]').toString('base64url'),
  ])('rejects an invalid cursor: %s', async (cursor) => {
    expect(await list(`?cursor=${cursor}`)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });

  it.each([
    ['a NUL', 'search=%00', 0],
    ['bytes that are no text', 'search=%FF%FE', 0],
    ['half an emoji', 'search=%ED%A0%BD', 0],
    ['an unfinished escape', 'search=%E0%A4%A', 0],
    ['wildcards', 'search=%25_*', 0],
    ['fifty emoji', `search=${encodeURIComponent('👣'.repeat(50))}`, 0],
    ['spaces only', 'search=%20%20', 7],
    ['an operator of a database', 'search[$ne]=a', 7],
  ])('answers a search for %s', async (_, query, count) => {
    const { status, body } = await list(`?${query}`);
    expect([status, body.length]).toEqual([200, count]);
  });

  it.each([
    ['51 letters', `search=${'a'.repeat(51)}`],
    ['51 emoji', `search=${encodeURIComponent('👣'.repeat(51))}`],
    ['a very long text', `search=${'a'.repeat(10_000)}`],
    ['two texts', 'search=a&search=b'],
  ])('rejects a search for %s', async (_, query) =>
    expect(await list(`?${query}`)).toMatchObject({
      status: 400,
      body: { errors: { search: ['A search has at most 50 characters'] } },
    }),
  );

  it('rejects a cursor of another order or search', async () => {
    const { headers } = await list('?sort=recent&limit=3');
    const cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1] ?? '';
    expect((await list(`?sort=recent&limit=3&cursor=${cursor}`)).status).toBe(200);
    expect((await list(`?sort=top&limit=3&cursor=${cursor}`)).status).toBe(400);
    expect((await list(`?sort=recent&search=o&limit=3&cursor=${cursor}`)).status).toBe(400);
  });

  it('answers 404 for an unknown post and an invalid id', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'first', '%00', "'; DROP TABLE documents"]) {
      expect(await app.browser().viewPost(encodeURIComponent(id))).toMatchObject({
        status: 404,
        body: { message: 'Post not found', code: 'not_found' },
      });
    }
  });
});

describe('the weekly board', () => {
  it('ranks only posts of this week, best first, and starts empty on Monday', async () => {
    const app = await startApp();
    const { browser } = await verified(app, 'ann@example.org');
    for (const seed of [301, 302, 303]) {
      const rating = await browser.uploadPhoto(await jpegPhoto(seed));
      await browser.publish(rating.body);
    }
    const week = () =>
      app
        .browser()
        .get<{ week: string; startsAt: string; endsAt: string; posts: Post[] }>('/api/leaderboard/weekly');
    const { body } = await week();
    expect(body).toMatchObject({
      week: '2026-W47',
      startsAt: '2026-11-16T00:00:00.000Z',
      endsAt: '2026-11-23T00:00:00.000Z',
    });
    const ratings = body.posts.map(({ averageRating }) => Number(averageRating));
    expect(ratings).toHaveLength(3);
    expect(ratings).toEqual(ratings.toSorted((one, other) => other - one));
    app.clock.advance(Date.parse(body.endsAt) - app.clock.now().getTime());
    expect((await week()).body).toMatchObject({ week: '2026-W48', posts: [] });
    await app.stop();
  });
});
