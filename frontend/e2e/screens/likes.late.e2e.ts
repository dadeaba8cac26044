import { expect } from '@playwright/test';
import { commentBy, comments, like, toast } from '../support/community.ts';
import { type Api, known, test } from '../support/screen.ts';

test.use({ viewer: 'member' });

/** Keeps the likes of the member as the server does: the next answer has what the page has said before. */
function keepLikes(api: Api): void {
  const liked = new Set<string>();
  for (const kind of ['posts', 'comments'] as const) {
    api.on(`POST /api/${kind}/{id}/like`, async ({ params: { id } }) => void liked.add(id!));
    api.on(`DELETE /api/${kind}/{id}/like`, async ({ params: { id } }) => void liked.delete(id!));
  }
  api.answer('GET /api/me/marks', () => ({ likedPosts: [...liked], likedComments: [...liked], ratings: {} }));
}

test('a press that another browser of the same person has made before counts once', async ({ page, api }) => {
  keepLikes(api);
  await page.goto(`/post/${known.post}`);
  await expect(like(page)).toHaveAccessibleName('1 like');
  await expect(like(page)).toHaveAttribute('aria-pressed', 'false');
  await like(page).click();
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(like(page)).toHaveAccessibleName('1 like');
  // Removed there meanwhile.
  api.answer('GET /api/posts/{id}', (post) => ({ ...post, likesCount: 0 }));
  await like(page).click();
  await expect(like(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(like(page)).toHaveAccessibleName('0 likes');
});

test('a press updates the like count of a comment, including likes of others, and changes nothing else', async ({
  page,
  api,
}) => {
  keepLikes(api);
  await page.goto(`/post/${known.post}`);
  const heart = comments(page)
    .getByRole('button', { name: /likes? of the comment/ })
    .first();
  await expect(heart).toHaveAccessibleName(/^1 like /);
  api.answer('GET /api/posts/{id}/comments', ([first]) => [
    { ...first!, id: known.event!, text: 'And this?' },
    { ...first!, likesCount: 3 },
  ]);
  await heart.click();
  await expect(heart).toHaveAccessibleName(/^3 likes/);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(commentBy(page, 'And this?')).toHaveCount(0);
  api.refuse('DELETE /api/comments/{id}/like', 503, { message: 'Not now.' });
  await heart.click();
  await expect(toast(page, 'Your like was not saved')).toContainText('Not now.');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});

test('what went wrong leaves the scale free', async ({ page, api }) => {
  api.answer('GET /api/me/marks', { likedPosts: [], likedComments: [], ratings: {} });
  api.refuse('POST /api/posts/{id}/like', 503, { message: 'Not now.' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/post/${known.post}`);
  const scale = page.locator('[data-scale]');
  for (const block of ['start', 'end'] as const) {
    await scale.evaluate((element, at) => element.scrollIntoView({ block: at }), block);
    await like(page).click();
    const failure = toast(page, 'Your like was not saved');
    await expect(failure).toBeVisible();
    const [free, told] = [(await scale.boundingBox())!, (await failure.boundingBox())!];
    expect(told.y > free.y + free.height || told.y + told.height < free.y).toBe(true);
    await failure.getByRole('button', { name: 'Close' }).click();
  }
});

test('failed presses restore the heart, even if the server cannot be read @verify', async ({ page, api }) => {
  await page.goto(`/post/${known.post}`);
  const heart = comments(page)
    .getByRole('button', { name: /likes? of the comment/ })
    .first();
  await expect(heart).toHaveAccessibleName(/^1 like/);
  const writes = (['posts', 'comments'] as const).flatMap((kind) => [
    `POST /api/${kind}/{id}/like` as const,
    `DELETE /api/${kind}/{id}/like` as const,
  ]);
  api.cut('GET /api/posts/{id}');
  api.cut('GET /api/posts/{id}/comments');
  for (const write of writes) api.cut(write);
  const releases = writes.map((write) => api.hold(write));
  for (const pressed of [like(page), heart]) {
    await pressed.click();
    await expect(pressed).toHaveAccessibleName(/^2 likes/);
    await pressed.click();
    await expect(pressed).toHaveAccessibleName(/^1 like/);
  }
  let failures = 0;
  page.on('requestfailed', (request) => {
    if (request.method() !== 'GET') failures += 1;
  });
  for (const release of releases) release();
  // Each press is sent three times: before the last failure, the screen shows what the presses ask for.
  await expect.poll(() => failures).toBe(12);
  for (const pressed of [like(page), heart]) {
    await expect(pressed).toHaveAccessibleName(/^1 like/);
    await expect(pressed).toHaveAttribute('aria-pressed', 'false');
  }
});

test('one call reads what is one’s own on a post page; visitors do not send it, nor keep what it said', async ({
  page,
  api,
  context,
}) => {
  const marks = {
    likedPosts: [known.post!],
    likedComments: [known.comment!, known.reply!],
    ratings: { [known.post!]: 7 },
  };
  api.answer('GET /api/me/marks', marks);
  await page.goto(`/post/${known.post}`);
  const hearts = page.getByRole('button', { name: /^\d+ likes?( of the comment|$)/ });
  await expect(hearts).toHaveCount(3);
  for (const heart of await hearts.all()) await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('You rated this post 7 out of 10. Thank you!')).toBeVisible();
  expect(api.calls('GET /api/me/marks').map(({ query }) => query)).toEqual([{ thread: known.post }]);

  // After the session has ended elsewhere, the page shows nothing of this person.
  await context.clearCookies();
  api.refuse('DELETE /api/posts/{id}/like', 401, { code: 'unauthenticated' });
  await like(page).focus();
  await page.keyboard.press('Enter');
  for (const heart of await hearts.all()) await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('radio', { name: '7', exact: true })).toBeVisible();
  const reads = api.calls('GET /api/me/marks').length;
  await page.reload();
  await expect(hearts).toHaveCount(3);
  await expect(page.getByRole('radio', { name: '7', exact: true })).toBeVisible();
  expect(api.calls('GET /api/me/marks')).toHaveLength(reads);
});
