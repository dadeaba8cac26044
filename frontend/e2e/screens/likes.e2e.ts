import { expect } from '@playwright/test';
import { like } from '../support/community.ts';
import { known, test } from '../support/screen.ts';
import { watchRequests } from '../support/settled.ts';

test.use({ viewer: 'member' });

test('the last of several presses counts, and only it reads the count from the server', async ({
  page,
  api,
}) => {
  api.answer('GET /api/posts/{id}', (post) => ({ ...post, likesCount: 2 }));
  const settled = watchRequests(page);
  await page.goto(`/post/${known.post}`);
  await expect(like(page)).toHaveAccessibleName('2 likes');
  api.answer('GET /api/posts/{id}', (post) => ({ ...post, likesCount: 4 }));
  api.answer('GET /api/me/marks', (marks) => ({ ...marks, likedPosts: [known.post!] }));
  const release = api.hold('POST /api/posts/{id}/like');
  const reads = api.calls('GET /api/posts/{id}').length;
  for (let press = 0; press < 3; press += 1) await like(page).click();
  await expect(like(page)).toHaveAccessibleName('3 likes');
  release();
  await expect(like(page)).toHaveAccessibleName('4 likes');
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true');
  await settled();
  expect(api.calls('GET /api/posts/{id}')).toHaveLength(reads + 1);
});
