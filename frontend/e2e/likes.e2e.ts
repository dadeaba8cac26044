import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { comment, commentBy, like, open, rate } from './support/community.ts';
import { hold } from './support/hold.ts';
import { test } from './support/site.ts';

test('a like counts once, even if the heart is pressed in several browsers', async ({
  user: page,
  post: id,
  newBrowser,
}) => {
  // Unlike another tab, another browser of the same person does not learn who liked.
  const second = await newBrowser(page);
  await open(page, id);
  await open(second, id);
  await expect(like(second)).toHaveAccessibleName('0 likes');
  await like(page).click();
  await expect(like(second)).toHaveAccessibleName('1 like');

  // The second browser does not know who liked.
  await expect(like(second)).toHaveAttribute('aria-pressed', 'false');
  const counted = second.waitForResponse(`**/api/posts/${id}`);
  await like(second).click();
  await counted;
  await expect(like(second)).toHaveAttribute('aria-pressed', 'true');
  await expect(like(second)).toHaveAccessibleName('1 like');

  // The first browser does not know that the second one has removed the like.
  await like(second).click();
  await expect(like(page)).toHaveAccessibleName('0 likes');
  const countedAgain = page.waitForResponse(`**/api/posts/${id}`);
  await like(page).click();
  await countedAgain;
  await expect(like(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(like(page)).toHaveAccessibleName('0 likes');
});

test('the last of several presses counts, and only it reads the count from the server', async ({
  user: page,
  post: id,
}) => {
  await open(page, id);
  await expect(like(page)).toHaveAccessibleName('0 likes');
  let reads = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/posts/${id}`) reads += 1;
  });
  const { release } = await hold(page, '**/api/posts/*/like');
  const counted = page.waitForResponse(`**/api/posts/${id}`);
  for (let press = 0; press < 3; press += 1) await like(page).click();
  await expect(like(page)).toHaveAccessibleName('1 like');
  release();
  await counted;
  await expect(like(page)).toHaveAccessibleName('1 like');
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true');
  expect(reads).toBe(1);
});

test('a press updates the like count of a comment, including likes of others, and changes nothing else', async ({
  user: page,
  post: id,
  other: owner,
}) => {
  const commentId = await comment(owner, id, 'Who likes this?');
  await open(page, id);
  const heart = page.getByRole('button', { name: /likes? of the comment/ });
  await expect(heart).toHaveAccessibleName(/^0 likes/);
  const liked = await call(owner, 'POST', `/api/comments/${commentId}/like`);
  expect(liked.status()).toBe(200);
  await comment(owner, id, 'And this?');
  await expect(page.getByRole('button', { name: '1 new comment – show' })).toBeVisible();

  await heart.click();
  await expect(heart).toHaveAccessibleName(/^2 likes/);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(commentBy(page, 'And this?')).toHaveCount(0);
  await heart.click();
  await expect(heart).toHaveAccessibleName(/^1 like /);
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
});

test('failed presses restore the heart, even if the server cannot be read', async ({
  user: page,
  post: id,
  other: owner,
}) => {
  await comment(owner, id, 'Who likes this?');
  await open(page, id);
  const heart = page.getByRole('button', { name: /likes? of the comment/ });
  await expect(heart).toHaveAccessibleName(/^0 likes/);
  const { release } = await hold(page, '**/api/{posts,comments}/**', { act: (route) => route.abort() });
  for (const pressed of [like(page), heart]) {
    await pressed.click();
    await expect(pressed).toHaveAccessibleName(/^1 like/);
    await pressed.click();
    await expect(pressed).toHaveAccessibleName(/^0 likes/);
  }
  let failures = 0;
  page.on('requestfailed', (request) => {
    if (request.method() !== 'GET' && request.url().endsWith('/like')) failures += 1;
  });
  release();
  // Each press is sent three times: before the last failure, the screen shows what the presses ask for.
  await expect.poll(() => failures, { timeout: 20_000 }).toBe(12);
  for (const pressed of [like(page), heart]) {
    await expect(pressed).toHaveAccessibleName(/^0 likes/);
    await expect(pressed).toHaveAttribute('aria-pressed', 'false');
  }
});

test('one call reads what is one’s own on a post page, and visitors do not send it', async ({
  user: page,
  post: id,
  other,
  newBrowser,
}) => {
  const liked = await comment(other, id, 'The first one.');
  const reply = await comment(other, id, 'A liked reply.', liked);
  await comment(other, id, 'Neither pressed.');
  for (const path of [`posts/${id}`, `comments/${liked}`, `comments/${reply}`])
    expect((await call(page, 'POST', `/api/${path}/like`)).status()).toBe(200);
  await rate(page, id, 7);
  const heartOf = (where: Page, text: string) =>
    commentBy(where, text).getByRole('button', { name: /likes? of the comment/ });
  const personalReads = (where: Page) => {
    const reads = new Set<string>();
    where.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.method() === 'GET' && /\/api\/me\/|\/(like|user-rating)$/.test(pathname))
        reads.add(pathname + search);
    });
    return reads;
  };

  const visitor = await newBrowser();
  const readByVisitor = personalReads(visitor);
  await open(visitor, id);
  await expect(heartOf(visitor, 'A liked reply.')).toHaveAccessibleName(/^1 like/);
  for (const heart of [like(visitor), heartOf(visitor, 'A liked reply.')])
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
  expect([...readByVisitor]).toEqual([]);

  const read = personalReads(page);
  await open(page, id);
  for (const heart of [like(page), heartOf(page, 'The first one.'), heartOf(page, 'A liked reply.')])
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(heartOf(page, 'Neither pressed.')).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText('You rated this post 7 out of 10. Thank you!')).toBeVisible();
  expect([...read]).toEqual([`/api/me/marks?thread=${id}`]);

  // After the session has ended elsewhere, the page shows nothing of this person.
  await page.context().clearCookies();
  await like(page).focus();
  await page.keyboard.press('Enter');
  await expect(like(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(heartOf(page, 'The first one.')).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('radio', { name: '7', exact: true })).toBeVisible();
});
