import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { answersWith, notFound, PERSON, POST } from './support/fixtures.ts';

const zone = process.env.TZ;

/** Goes to where the day differs from that of UTC. */
function leave(): void {
  process.env.TZ = 'Pacific/Kiritimati';
}

function comeBack(): void {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
}

const built = '../dist/server/entry-server.js';
leave();
const { render } = (await import(built)) as typeof import('../src/entry-server.tsx');
comeBack();

const page = (address: string, answers = answersWith()) => render({ address, position: '17', answers });

/** What a link says about the page that it leads to. */
function attributesOf(link = ''): object {
  const found = link.matchAll(/(rel|href)="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]));
}

/** Addresses, and what the page says there. */
const pages = {
  '/': 'Put your best foot forward.',
  '/login': 'Good to see you again.',
  '/login?next=%2Fboost': 'Good to see you again.',
  '/register': 'You get a made-up name for the board.',
  '/rate': 'Rating needs JavaScript.',
  '/termsofservice': 'Terms of Service',
  '/privacypolicy': 'Privacy Policy',
  '/leaderboard': 'Photo by Quiet Otter, 8.5 out of 10',
  '/leaderboard?sort=top&search=a+b%26c': 'Photo by Quiet Otter, 8.5 out of 10',
  '/leaderboard?sort=top': 'Photo by Quiet Otter, 8.5 out of 10, rank 1',
  '/leaderboard?sort=top&after=abc': 'Photo by Quiet Otter, 8.5 out of 10, rank 61',
  '/leaderboard?tab=week': 'Photo by Quiet Otter, 8.5 out of 10, rank 1',
  '/leaderboard?tab=week&sort=recent&week=2026-W47': '16–22 November 2026',
  [`/post/${POST}`]: 'What a calm picture.',
  [`/user/${PERSON}`]: 'Walks a lot.',
};

describe('a rendered page', () => {
  before(leave);
  after(comeBack);

  for (const [address, text] of Object.entries(pages)) {
    it(`of ${address} says what it is about`, async () => {
      const { html } = await page(address);
      assert.ok(html.includes(text), html);
    });

    it(`of ${address} has nothing that the content security policy forbids`, async () => {
      const { html } = await page(address);
      assert.doesNotMatch(html, /<[^>]*\sstyle=|<style|<script|<[^>]*\son[a-z]+=/);
    });
  }

  it('covers what needs a grown-up, and not the legal texts', async () => {
    assert.match((await page('/leaderboard')).html, /^(?:<link rel="preload"[^>]*>)*<div class="age-gate /);
    assert.doesNotMatch((await page('/termsofservice')).html, /age-gate/);
  });

  it('leaves the gate to the styles: without scripts nothing would end what is inert', async () => {
    assert.doesNotMatch((await page('/leaderboard')).html, /\sinert/);
  });

  it('has a podium for a whole board only, best first', async () => {
    const hasPodium = async (address: string) =>
      /<ul class="[^"]*\bpodium\b/.test((await page(address)).html);
    for (const address of ['/leaderboard?sort=top', '/leaderboard?tab=week'])
      assert.ok(await hasPodium(address));
    for (const address of [
      '/leaderboard',
      '/leaderboard?sort=top&search=a+b%26c',
      '/leaderboard?sort=top&after=abc',
      '/leaderboard?tab=week&sort=recent&week=2026-W47',
    ]) {
      assert.ok(!(await hasPodium(address)), address);
    }
  });

  it('has dates in UTC', async () => {
    assert.equal(new Date('2026-11-21T23:30:00.000Z').getDate(), 22);
    const { html } = await page(`/post/${POST}`);
    assert.equal(html.match(/>21 November 2026</g)?.length, 2);
    assert.doesNotMatch(html, /22 November|ago</);
  });

  it('says when the week ends, and does not count', async () => {
    const { html } = await page('/leaderboard?tab=week');
    assert.match(html.replaceAll('<!-- -->', ''), /Ends on 23 November 2026 at 00:00 UTC/);
  });

  it('links to tabs and sort orders, and searches by a form', async () => {
    const { html } = await page('/leaderboard?tab=week&sort=recent&week=2026-W47');
    assert.match(html, /<a [^>]*href="\/leaderboard"[^>]*>All Posts</);
    assert.match(html, /<a [^>]*aria-current="page"[^>]*>This Week</);
    assert.match(
      html,
      /<a [^>]*href="\/leaderboard\?tab=week&amp;sort=top&amp;week=2026-W47"[^>]*>Top Rated</,
    );
    const form = /<form [^>]*action="\/leaderboard".*?<\/form>/.exec(html)?.[0] ?? '';
    for (const [name, value] of Object.entries({ tab: 'week', sort: 'recent', week: '2026-W47' })) {
      assert.ok(form.includes(`<input type="hidden" name="${name}" value="${value}"/>`), form);
    }
    assert.match(form, /name="search"/);
  });

  for (const [address, next] of Object.entries({
    '/leaderboard': '/leaderboard?after=abc',
    '/leaderboard?sort=top&search=a+b%26c': '/leaderboard?sort=top&amp;search=a+b%26c&amp;after=abc',
    '/leaderboard?tab=week': '/leaderboard?tab=week&amp;after=abc',
    [`/user/${PERSON}`]: `/user/${PERSON}?after=abc`,
  })) {
    it(`of ${address} links to the next page, which scripts load in place`, async () => {
      const { html } = await page(address);
      const [, link] = /scripted:hidden"><a ([^>]*)>Next Page</.exec(html) ?? [];
      assert.deepEqual(attributesOf(link), { rel: 'next', href: next });
      assert.doesNotMatch(html, />First Page</);
    });
  }

  for (const [address, first] of Object.entries({
    '/leaderboard?sort=top&after=abc': '/leaderboard?sort=top',
    '/leaderboard?tab=week&after=abc': '/leaderboard?tab=week',
    [`/user/${PERSON}?after=abc`]: `/user/${PERSON}`,
  })) {
    it(`of ${address} starts there, and links to the first page`, async () => {
      const { html } = await page(address);
      assert.ok(html.includes(`href="/post/${POST}"`), html);
      const [, link] = /<a ([^>]*)>First Page</.exec(html) ?? [];
      assert.deepEqual(attributesOf(link), { href: first });
      // Another tab, order or search is another list, and this was the last page.
      assert.doesNotMatch(html, /after=|name="after"|>Next Page</);
    });
  }

  it('cannot send a password before the script is there', async () => {
    for (const address of ['/login', '/register']) {
      const { html } = await page(address);
      const [form = ''] = /<form [^>]*method="post".*?<\/form>/.exec(html) ?? [];
      assert.match(form, /<button type="submit"[^>]* disabled=""/);
    }
  });

  it('of a missing post or person says so', async () => {
    const comments = { [`/api/posts/${POST}/comments`]: notFound };
    const post = await page(`/post/${POST}`, { [`/api/posts/${POST}`]: notFound, ...comments });
    assert.ok(post.html.includes('Post not found'));
    const person = await page(`/user/${PERSON}`, { [`/api/users/${PERSON}`]: notFound });
    assert.ok(person.html.includes('User Not Found'));
  });

  it('is the same again', async () => {
    assert.deepEqual(await page(`/post/${POST}`), await page(`/post/${POST}`));
  });
});

describe('its state', () => {
  it('has the position, and the answers that were used, as the browser will ask for them', async () => {
    const { state } = await page('/leaderboard?sort=top&search=a+b%26c');
    const { position, answers } = JSON.parse(state);
    assert.equal(position, '17');
    assert.deepEqual(Object.keys(answers), ['/api/posts?sort=top&limit=60&search=a%20b%26c']);
  });

  it('has only the headers that the app reads', async () => {
    const { state } = await page('/leaderboard');
    const [{ headers }] = Object.values(JSON.parse(state).answers) as [{ headers: object }];
    assert.deepEqual(Object.keys(headers), ['Link']);
  });

  const hostile =
    '</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>\u2028\u2029\u202E]]>"\'&';
  for (const kind of ['name', 'bio', 'comment'] as const) {
    for (const address of [`/post/${POST}`, `/user/${PERSON}`, '/leaderboard', '/leaderboard?tab=week']) {
      it(`of ${address} holds a hostile ${kind} as text`, async () => {
        const answers = answersWith({ [kind]: hostile });
        const { html, state } = await page(address, answers);
        assert.doesNotMatch(html, /<script|<img src=x|<!--<|\]\]>"/);
        assert.doesNotMatch(state, /[<\u2028\u2029]/);
        const given = new Set(Object.values(answers).map(({ body }) => body));
        for (const { body } of Object.values(JSON.parse(state).answers) as { body: string }[]) {
          assert.ok(given.has(body));
        }
      });
    }
  }

  it('shows a hostile comment unchanged', async () => {
    const { html } = await page(`/post/${POST}`, answersWith({ comment: hostile }));
    assert.ok(html.includes('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!--&lt;img src=x'));
    assert.ok(html.includes('\u2028\u2029\u202E]]&gt;&quot;&#x27;&amp;'));
  });
});

describe('a page that cannot be rendered', () => {
  const { [`/api/posts/${POST}/comments`]: _, ...withoutComments } = answersWith();

  it('names the answer that is missing', async () => {
    await assert.rejects(page('/leaderboard', {}), /no answer for \/api\/posts\?sort=recent&limit=60$/);
    await assert.rejects(page(`/post/${POST}`, withoutComments), /no answer for .*\/comments$/);
  });

  it('fails if the API did', async () => {
    const broken = { status: 500, headers: {}, body: '{"message":"Broken"}' };
    await assert.rejects(page(`/post/${POST}`, { ...answersWith(), [`/api/posts/${POST}`]: broken }), /500/);
    await assert.rejects(page('/leaderboard', { '/api/posts?sort=recent&limit=60': broken }));
  });

  it('leaves nothing behind for the next one', async () => {
    await assert.rejects(page('/leaderboard', {}));
    assert.ok((await page('/leaderboard')).html.includes('Quiet Otter'));
  });
});
