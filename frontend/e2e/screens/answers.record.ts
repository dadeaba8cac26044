import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type APIResponse, expect, type Page } from '@playwright/test';
import { firstOf, know, type Known, pagesOf } from '../../screenshots/pages.ts';
import type { AdminRole } from '../support/admins.ts';
import { call, me, type Person } from '../support/api.ts';
import type { Answer, Viewer } from '../support/screen-server.ts';
import { serveLive } from '../support/live.ts';
import { watchRequests } from '../support/settled.ts';
import { emptyPages } from '../support/server-pages.ts';
import { moveClock, operate } from '../support/server.ts';
import { stopTime } from '../support/shared-context.ts';
import { test } from '../support/site.ts';
import { editProfile, publish } from '../support/visitor.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FILE = path.join(import.meta.dirname, 'answers.json');
/** What pages read of an answer besides its body. */
const HEADERS = ['link', 'x-total-count', 'x-decision', 'content-disposition'];

const answers: Record<Viewer, Record<string, Answer>> = {
  visitor: {},
  member: {},
  moderator: {},
  finance: {},
  owner: {},
};

async function keep(viewer: Viewer, method: string, response: APIResponse): Promise<void> {
  const { pathname, search } = new URL(response.url());
  const all = response.headers();
  const isJson = all['content-type']?.startsWith('application/json');
  const headers = Object.fromEntries(HEADERS.flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
  const body: unknown = isJson ? await response.json() : undefined;
  answers[viewer][`${method} ${pathname}${search}`] = {
    status: response.status(),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body }),
  };
}

/** Sends a write as this viewer, and keeps its answer. Returns its body. */
async function write(
  viewer: Viewer,
  person: Person,
  method: 'POST' | 'PATCH' | 'DELETE',
  address: string,
  data?: object,
) {
  const response = await call(person, method, address, data);
  expect(response.ok(), `${method} ${address}: ${await response.text()}`).toBe(true);
  await keep(viewer, method, response);
  return /json/.test(response.headers()['content-type'] ?? '') ? response.json() : undefined;
}

/** Opens the pages of a viewer, and keeps what they read. */
async function visit(page: Page, viewer: Viewer, now: string, addresses: readonly string[]): Promise<void> {
  await stopTime(page.context(), now);
  await emptyPages(page);
  await serveLive(page);
  await page.route(/\/api\/(?!live)/, async (route) => {
    const response = await route.fetch();
    await keep(viewer, route.request().method(), response);
    await route.fulfill({ response });
  });
  const settled = watchRequests(page);
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first(), `${viewer} at ${address}`).toBeVisible();
    await settled();
  }
}

const boostOf = async (person: Person): Promise<string> =>
  (await (await person.request.get('/api/boosts/unclaimed')).json()).boost.id;

test('record the answers', async ({ page, site, newPerson, newBrowser, adminCookies }) => {
  const admin = async (role: AdminRole): Promise<Page> => {
    const own = await newBrowser();
    await own.context().addCookies(await adminCookies(role));
    return own;
  };
  const [author, rater, member, troll] = [
    await newPerson(),
    await newPerson(),
    await newPerson(),
    await newPerson(),
  ];
  await editProfile(author, { displayUsername: 'Barefoot Bea', bio: 'Walks on moss.' });

  // A week that closes.
  const [first, second, third] = [
    await publish(author, 1),
    await publish(rater, 2),
    await publish(author, 3),
  ];
  for (const [postId, overallScore] of [
    [first, 9],
    [third, 6],
  ] as const)
    await call(rater, 'POST', '/api/ratings/submit', { postId, overallScore });
  await call(author, 'POST', '/api/ratings/submit', { postId: second, overallScore: 8 });
  await moveClock(7 * DAY);

  // The running week.
  const post = await publish(author, 4);
  const reported = await publish(troll, 5);
  await moveClock(HOUR);
  const ownPost = await publish(member, 6);
  const hiddenPost = await publish(member, 7);
  const boostedPost = await publish(member, 8);
  const lastPost = await publish(rater, 9);
  await call(author, 'POST', '/api/ratings/submit', { postId: ownPost, overallScore: 7 });
  await call(rater, 'POST', '/api/ratings/submit', { postId: post, overallScore: 8 });
  await call(rater, 'POST', `/api/posts/${post}/like`);
  await moveClock(HOUR);
  const said = await call(rater, 'POST', `/api/posts/${post}/comments`, {
    text: 'The left one is a little shy.',
  });
  const { id: comment } = await said.json();
  const { id: reply } = await write('member', member, 'POST', `/api/posts/${post}/comments`, {
    text: 'Both are.',
    parentCommentId: comment,
  });
  await call(author, 'POST', `/api/comments/${comment}/like`);
  await write('member', member, 'POST', `/api/posts/${post}/like`);
  await write('member', member, 'DELETE', `/api/posts/${post}/like`);
  await write('member', member, 'POST', `/api/comments/${comment}/like`);
  await write('member', member, 'DELETE', `/api/comments/${comment}/like`);
  await write('member', member, 'POST', '/api/ratings/submit', { postId: post, overallScore: 7 });
  await write('member', member, 'POST', `/api/posts/${reported}/report`, {
    category: 'spam',
    reason: 'An advertisement for socks.',
  });
  await call(rater, 'POST', `/api/posts/${reported}/report`, { category: 'other', reason: 'No foot.' });

  // Payments.
  const pay = async (address: string, data: object): Promise<void> => {
    const { url } = await write('member', member, 'POST', address, data);
    const headers = { 'sec-fetch-site': 'same-origin' };
    const paid = await member.request.post(url, { headers, form: { act: 'pay' }, maxRedirects: 0 });
    expect(paid.status()).toBe(303);
    await operate('settle');
  };
  await pay('/api/boost/checkout', { boostType: 'regular' });
  const boostId = await boostOf(member);
  await write('member', member, 'POST', `/api/posts/${boostedPost}/apply-boost`, { boostId });
  await pay('/api/boost/checkout', { boostType: 'mega' });
  await pay('/api/donations/checkout', { amount: 500 });

  // Moderation. The sessions of admins are short.
  const [owner, moderator, finance] = [
    await admin('owner'),
    await admin('moderator'),
    await admin('finance'),
  ];
  const decision = { isPublic: false, reason: 'identifies', note: 'A street sign can be read.' };
  await write('owner', owner, 'PATCH', `/api/rtm-sys/posts/${hiddenPost}`, decision);
  const [{ actId }] = await (await member.request.get('/api/user/decisions')).json();
  await write('member', member, 'POST', `/api/user/decisions/${actId}/appeal`, {
    text: 'The sign is from a film.',
  });

  const known: Known & Record<string, string | undefined> = {
    ...(await know(owner, post)),
    site,
    ownPost,
    hiddenPost,
    boostedPost,
    reported,
    comment,
    reply,
    user: (await me(author)).id,
    author: (await me(author)).id,
    member: (await me(member)).id,
    email: member.email,
    troll: (await me(troll)).id,
    boost: await boostOf(member),
    act: actId,
    projection: 'accounts',
    report: (await firstOf<{ id: string }>(owner, 'reports'))?.id,
  };
  const [now] = (await operate('move-clock', '0')) as [string];
  const addressesOf = (viewer: 'visitor' | 'member' | 'owner') =>
    pagesOf(viewer).flatMap(({ at }) => at(known) ?? []);
  // All of the board: where the pointer rests on a card, the page reads the post in advance.
  const posts = [post, ownPost, boostedPost, reported, hiddenPost, first, second, third, lastPost].map(
    (id) => `/post/${id}`,
  );
  await visit(page, 'visitor', now, [...addressesOf('visitor'), ...posts, `/user/${known.member}`]);
  for (const [viewer, own] of Object.entries({ owner, moderator, finance }))
    await visit(own, viewer as Viewer, now, [
      ...addressesOf('owner'),
      `/rtm-sys/review?post=${reported}`,
      `/rtm-sys/post/${hiddenPost}`,
    ]);
  // Last, because a look at the inbox is the newest event then.
  const shown = await newBrowser(member);
  await visit(shown, 'member', now, [
    ...addressesOf('member'),
    ...posts,
    `/user/${known.author}`,
    `/user/${known.member}`,
  ]);

  const lines = Object.entries(answers).map(([viewer, given]) => {
    const rows = Object.entries(given)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, answer]) => `${JSON.stringify(name)}: ${JSON.stringify(answer)}`);
    return `${JSON.stringify(viewer)}: {\n${rows.join(',\n')}\n}`;
  });
  const head = `"now": ${JSON.stringify(now)},\n"known": ${JSON.stringify(known)}`;
  await writeFile(FILE, `{\n${head},\n"answers": {\n${lines.join(',\n')}\n}\n}\n`);
});
