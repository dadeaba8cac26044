import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { AsOf, TrailLine } from '../../src/api/generated/schema.d.ts';
import { adminPassword, rowsOf } from '../support/admins.ts';
import { expectWellAtWidths, findingsBy } from '../support/axe.ts';
import { tabTo } from '../support/community.ts';
import { known, now, test } from '../support/screen.ts';
import { recording } from '../support/screen-server.ts';

test.use({ viewer: 'owner' });

const { owner: answers } = recording.answers;
const all = answers['GET /api/rtm-sys/audit']!.body as TrailLine[];
const lines = (page: Page) => rowsOf(page, 'lines');
const nothing = { status: 200, body: [] };

test('filters of the audit trail are in the address, combine, and are taken off one by one', async ({
  page,
  api,
}) => {
  const about = all.filter(({ subjects }) => subjects.some(({ id }) => id === known.post));
  api.on('GET /api/rtm-sys/audit', async ({ query }) =>
    query.to?.startsWith('2020') ? nothing : { status: 200, body: about },
  );
  api.answer('GET /api/rtm-sys/audit/newer', { count: 0 });
  await page.goto('/rtm-sys/audit?action=PostPublished&action=PhotoRated&from=2020-01-01T00:00:00.000Z');
  await expect(page.getByLabel('Action', { exact: true })).toHaveValue('PostPublished,PhotoRated');
  await expect(lines(page).nth(1)).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  expect(await findingsBy(page, 'target-size', 'landmark-unique')).toEqual([]);
  // On phones the filters are hidden until they are asked for, but not how many there are.
  await page.setViewportSize({ width: 360, height: 900 });
  const filters = page.getByRole('button', { name: 'Filters (2)' });
  await expect(page.getByLabel('Action', { exact: true })).toBeHidden();
  await expect(page.getByLabel('From', { exact: true })).toBeHidden();
  await filters.press('Enter');
  await expect(filters).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByLabel('From', { exact: true })).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  const tabs = page.getByRole('navigation', { name: 'Audit trail' });
  await tabs.getByRole('link', { name: 'Moderation' }).click();
  await expect(tabs.locator('[aria-current]')).toHaveText(['Moderation']);
  await tabs.getByRole('link', { name: 'Everything' }).click();
  await expect(tabs.locator('[aria-current]')).toHaveText(['Everything']);
  await page.goto(`/rtm-sys/post/${known.post}`);
  await page.getByRole('link', { name: 'Audit trail of this post' }).click();
  await expect(lines(page)).toHaveCount(about.length + 1);
  await page.getByLabel('Action', { exact: true }).selectOption('PostPublished');
  await page.getByLabel('Role', { exact: true }).selectOption('user');
  await expect(page).toHaveURL(/role=user/);
  const did = lines(page)
    .nth(1)
    .getByRole('link', { name: /^What .+ did$/ });
  const name = await did.innerText();
  await did.click();
  await expect(page).toHaveURL(/actor=/);
  await expect(page.getByRole('button', { name: `About: post ${known.post!.slice(-8)}` })).toBeVisible();
  await expect
    .poll(() => api.calls('GET /api/rtm-sys/audit').at(-1)?.query)
    .toMatchObject({
      action: 'PostPublished',
      role: 'user',
      subject: `post:${known.post}`,
      actor: about[0]!.actor.id,
    });
  await page.getByRole('button', { name: `By: ${name}` }).click();
  await page.getByLabel('To', { exact: true }).fill('2020-01-02T00:00:05');
  await expect(page.getByText('No lines match these filters.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2020-01-02T00:00:05');
});

test('an owner finds a webhook by its id, looks at what is personal in a line, and sees new lines announced', async ({
  page,
  api,
}) => {
  const webhook = all.find(({ type }) => type === 'StripeEventReceived')!;
  const { id } = webhook.subjects.find(({ id: one }) => one.startsWith('evt_'))!;
  api.answer('GET /api/rtm-sys/search', [{ kind: 'stripe', id, name: id, why: 'The id of this.' }]);
  api.on('GET /api/rtm-sys/audit', async ({ query }) =>
    query.subject ? { status: 200, body: [webhook] } : undefined,
  );
  api.answer('GET /api/rtm-sys/audit/newer', { count: 0 });
  await page.goto('/rtm-sys/boosts');
  await expect(page.getByRole('heading', { name: 'Boosts' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
  await page.keyboard.type(id);
  await expect(page.getByRole('listbox', { name: 'Found' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/rtm-sys\/audit\?subject=stripe/);
  await expect(lines(page)).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'CSV' })).toHaveAttribute(
    'href',
    /^\/api\/rtm-sys\/audit\/export\?subject=stripe.+&format=csv$/,
  );
  const intent = webhook.subjects.find(({ id: one }) => one.startsWith('pi_'))!.id;
  await page.getByRole('link', { name: `Everything about ${intent}` }).press('Enter');
  await expect.poll(() => api.calls('GET /api/rtm-sys/audit').at(-1)?.query.subject).toBe(`stripe:${intent}`);

  await page.goto('/rtm-sys/audit');
  await lines(page).nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'As Stored' })).toBeVisible();
  await expectWellAtWidths(page);
  await expect(page.getByRole('link', { name: /^post .+ as it was then$/ })).toHaveAttribute(
    'href',
    `/rtm-sys/as-of/post/${known.hiddenPost}?at=${all[0]!.position}`,
  );
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(data).toContainText('"text": null');
  const stored = { stream: 'appeal', revision: 0, data: { text: 'The sign is from a film.' }, metadata: {} };
  api.answer('POST /api/rtm-sys/audit/{id}/look', stored);
  await page.getByRole('button', { name: /^Look/ }).click();
  await expect(data).toContainText('The sign is from a film.');
  await page.clock.install({ time: now });
  await page.goBack();
  await expect(lines(page).nth(1)).toBeVisible();
  api.answer('GET /api/rtm-sys/audit/newer', { count: 1 });
  await page.clock.runFor(10_000);
  const newer = page.getByRole('button', { name: /^1 new line/ });
  await expect(newer).toBeVisible();
  const asked = api.calls('GET /api/rtm-sys/audit').length;
  await newer.click();
  await expect(page.getByRole('heading', { name: 'Audit Trail' })).toBeFocused();
  await expect.poll(() => api.calls('GET /api/rtm-sys/audit').length).toBeGreaterThan(asked);
});

test('an owner moves through the history of a post by keyboard', async ({ page, api }) => {
  const recorded = answers[`GET /api/rtm-sys/as-of/post/${known.post}`]!.body as AsOf;
  const first = recorded.stops[0]!;
  api.answer('GET /api/rtm-sys/as-of/post/{id}', (_, { query }) => {
    if (query.at === undefined) return recorded;
    const position = Number(query.at);
    const existed = position >= first.position;
    const facts = recorded.facts.map((fact) => {
      if (fact.name !== 'Votes') return fact;
      return { ...fact, was: { text: '0', isTime: false, kind: null, id: null }, isChanged: true };
    });
    return { ...recorded, position, existed, facts, line: existed ? recorded.line : null };
  });
  const votes = page
    .getByRole('table', { name: 'Then and now' })
    .getByRole('row')
    .filter({ hasText: 'Votes' });
  const slider = page.getByRole('slider', { name: 'Moment' });
  await page.goto(`/rtm-sys/post/${known.post}`);
  await page.getByRole('link', { name: 'Post as it was' }).click();
  await expect(slider).toHaveAttribute('aria-valuetext', /^Rated, /);
  await expect(page.getByText('Differs')).toHaveCount(0);
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', /^Like taken back, |^Unliked, /);
  await expect(votes.getByRole('cell')).toHaveText(['0', '2']);
  await expect(votes).toContainText('Differs');
  await expectWellAtWidths(page);
  await expect(page.getByRole('link', { name: 'Open the event' })).toHaveAttribute(
    'href',
    `/rtm-sys/audit/${recorded.line!.id}`,
  );
  // The address has the moment.
  await page.reload();
  await expect(votes.getByRole('cell')).toHaveText(['0', '2']);
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(page.getByText('Nothing had happened to it yet.')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Then (did not exist)' })).toBeVisible();
  await page.getByRole('button', { name: 'Now' }).click();
  await expect(page.getByText('Differs')).toHaveCount(0);
  await page.goto(`/rtm-sys/as-of/sock/${known.post}`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('an owner sees the board as it was, with its progress, by keyboard @verify', async ({ page, api }) => {
  const post = {
    rank: 1,
    id: known.post!,
    ownerId: known.author!,
    username: 'PeppyCrane8922',
    displayUsername: null,
    average: '6.5',
    votes: 2,
    likes: 1,
    comments: 2,
    boostType: null,
    publishedAt: now,
    week: '2035-W21',
    isDifferent: false,
  };
  const board = { position: 143, at: now, events: 143, count: 1, posts: [post], isIncomplete: false };
  const line = { board: { ...board, comparison: null }, progress: null, problem: null };
  api.on('GET /api/rtm-sys/as-of/board', async () => ({ status: 200, body: `${JSON.stringify(line)}\n` }));
  const release = api.hold('GET /api/rtm-sys/as-of/board');
  const closed = {
    week: '2035-W20',
    startsAt: '2035-05-14T00:00:00.000Z',
    endsAt: '2035-05-21T00:00:00.000Z',
  };
  api.answer('GET /api/leaderboard/weeks', [{ ...closed, winners: [] }]);
  api.answer('GET /api/rtm-sys/audit/newer', { count: 0 });
  await page.goto('/rtm-sys/audit');
  await page.getByRole('link', { name: 'See the board as it was' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Board as It Was');
  const time = page.getByLabel('Time', { exact: true });
  const moments = page.getByRole('combobox', { name: 'Or a moment' });
  await expect(moments.getByRole('option')).toHaveText([
    '–',
    'An hour ago',
    'Today, 00:00',
    'Closing of week 20 (14–20 May 2035)',
  ]);
  await moments.selectOption('Closing of week 20 (14–20 May 2035)');
  await expect(time).toHaveValue(/^2035-05-2[01]T/);
  await moments.selectOption('–');
  await time.press('Enter');
  await expect(page.getByRole('progressbar', { name: 'Progress of the board' })).toBeVisible();
  await expectWellAtWidths(page);
  await page.getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page).toHaveURL('/rtm-sys/as-of/board');
  release();
  await page.getByRole('button', { name: 'Show the Board' }).press('Enter');
  const shown = page.getByRole('table', { name: 'The board as it was' }).getByRole('row').nth(1);
  await expect(shown).toContainText('6.5');
  await expect(page.getByText(/^1 post on .+, from 143 events/)).toBeVisible();
  await expectWellAtWidths(page);
  const link = shown.locator(`a[href*="/as-of/post/${known.post}"]`);
  await expect(link).toHaveAttribute('href', /at=143/);
});

test('an owner goes from a figure to its lines, changes the range by keyboard, and downloads the figures', async ({
  page,
  api,
}) => {
  const address = Object.keys(answers).find((name) => name.startsWith('GET /api/rtm-sys/statistics?'))!;
  let isStale = true;
  api.on('GET /api/rtm-sys/statistics', async ({ query }) => {
    if (query.from?.startsWith('2020')) {
      const { body } = answers[address]!;
      const { periods, counts } = body as { periods: object[]; counts: { values: number[] }[] };
      const none = counts.map((count) => ({ ...count, values: count.values.map(() => 0) }));
      return { status: 200, body: { periods, counts: none, money: [] } };
    }
    if (query.format !== 'csv') return answers[address];
    // As if this sign-in were over 10 minutes old: the page asks, and no refusal takes its place.
    const stale = { code: 'sign_in_again', message: 'Too old.', requestId: 'a-request' };
    return isStale ? { status: 403, body: stale } : { status: 200, body: 'period,first,last\r\n' };
  });
  api.on('POST /api/rtm-sys/me/confirm', async () => {
    isStale = false;
    return { status: 204 };
  });
  await page.goto('/rtm-sys/statistics');
  await expect(page.getByRole('heading', { name: 'Statistics', level: 1 })).toBeVisible();
  await page.getByRole('navigation', { name: 'Statistics' }).getByRole('link', { name: 'Content' }).click();
  const posts = page.getByRole('listitem').filter({ hasText: 'Posts that were published' });
  await expect(posts.getByRole('img', { name: /^Bar chart: Posts\./ })).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  await page.getByLabel('By', { exact: true }).focus();
  await page.keyboard.press('w');
  await tabTo(page, /^Show$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]part=content&.*by=week/);
  const present = page.getByRole('table', { name: 'Figures by week' }).getByRole('row').nth(1);
  await expect(present).toContainText('Not over');

  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is It Still You?' });
  await dialog.getByLabel('Password').fill(adminPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toMatch(/^period,first,last/);
  const link = present.getByRole('link').first();
  const { pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '', page.url());
  expect(pathname).toBe('/rtm-sys/audit');
  expect(Object.fromEntries(searchParams)).toEqual({
    action: 'PhotoRated',
    from: '2035-05-23T00:00:00.000Z',
    to: '2035-05-23T23:59:59.999Z',
  });
  await page.goto('/rtm-sys/statistics?part=content&from=2020-01-01&to=2020-01-31');
  await expect(page.getByText('Nothing of this was recorded in these days.')).toBeVisible();
});
