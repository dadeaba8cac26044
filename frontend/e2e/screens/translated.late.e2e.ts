import { expect } from '@playwright/test';
import type { Marks, Post } from '../../src/api/generated/schema.d.ts';
import { commentBy, like } from '../support/community.ts';
import { me, rating } from '../support/screen-answers.ts';
import { recording } from '../support/screen-server.ts';
import { known, test } from '../support/screen.ts';
import { serveThread } from '../support/thread.ts';
import { failuresOf, translate } from '../support/translator.ts';
import { choosePhoto, getRating, profileMenu, sendLogin } from '../support/visitor.ts';

test('a post works after a translator has replaced its texts', async ({ page, api }) => {
  const failures = failuresOf(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await api.become('member');
  const thread = serveThread(api);
  const post = recording.answers.visitor[`GET /api/posts/${known.post}`]!.body as Post;
  // As the server keeps them, once the page has sent them: it reads again at moments of its own.
  const liked = () => api.calls('POST /api/posts/{id}/like').map(({ params }) => params['id']!);
  const hearts = () => api.calls('POST /api/comments/{id}/like').map(({ params }) => params['id']!);
  const rated = () => api.calls('POST /api/ratings/submit').length;
  // Until the comments, which tell of other figures.
  let hasComments = false;
  api.on('GET /api/posts/{id}', async () => {
    if (hasComments) return undefined;
    const figures = { likesCount: liked().length, ratingsCount: rated(), commentsCount: 0 };
    return { status: 200, body: { ...post, ...figures } };
  });
  api.answer('GET /api/me/marks', () => ({
    likedPosts: liked(),
    likedComments: hearts(),
    ratings: rated() > 0 ? { [post.id]: 8 } : ({} as Marks['ratings']),
  }));

  await page.goto(`/post/${known.post}`);
  await expect(page.getByRole('heading', { name: 'Comments (0)' })).toBeVisible();
  await expect(profileMenu(page)).toBeVisible();
  await page.evaluate(translate);
  await like(page).click();
  await expect(like(page)).toHaveAccessibleName('1 like');
  await page.getByRole('radio', { name: '8', exact: true }).check();
  await page.getByRole('button', { name: 'Submit Rating' }).click();
  await expect(page.getByText('You rated this post 8 out of 10. Thank you!')).toBeVisible();
  await expect(page.getByText('From 1 vote and the AI score', { exact: true })).toBeVisible();

  hasComments = true;
  const box = page.getByRole('textbox', { name: 'Add a comment' });
  await box.fill('Sunny soles');
  await expect(box).toHaveAccessibleDescription('11/500 characters');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await expect(page.getByRole('heading', { name: 'Comments (1)' })).toBeVisible();
  await expect(box).toHaveAccessibleDescription('0/500 characters');
  await commentBy(page, 'Sunny soles')
    .getByRole('button', { name: /^Reply/ })
    .click();
  await page.getByRole('textbox', { name: /^Reply to / }).fill('And warm');
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(commentBy(page, 'And warm')).toBeVisible();
  await expect(page.getByRole('link', { name: '2 comments' })).toBeVisible();

  api.tell({ posts: [{ ...post, likesCount: 5, commentsCount: 2 }] });
  await expect(like(page)).toHaveAccessibleName('5 likes');
  thread.say('From afar');
  thread.say('Once more');
  await page.getByRole('button', { name: '2 new comments – show' }).click();
  await expect(page.getByRole('heading', { name: 'Comments (4)' })).toBeVisible();
  await expect(commentBy(page, 'Once more')).toBeVisible();
  const heart = commentBy(page, 'From afar').getByRole('button', { name: /like/ });
  api.answer('GET /api/comments/{id}/like', { liked: true });
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await commentBy(page, 'And warm').getByRole('button', { name: 'Delete your comment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Comments (3)' })).toBeVisible();

  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Submit Report' }).click();
  await expect(dialog.getByText('Please provide a reason for reporting this post')).toBeVisible();
  await dialog.getByRole('radio').first().check();
  await expect(dialog.getByText('Please provide a reason for reporting this post')).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(page.getByRole('menuitem', { name: 'Link copied!' })).toBeVisible();
  await page.keyboard.press('Escape');
  api.answer('POST /api/auth/logout', undefined, { status: 204, as: 'visitor' });
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(failures).toEqual([]);
});

test('home, boards and login work while a translator replaces their texts', async ({ page, api }) => {
  const failures = failuresOf(page);
  api.answer('POST /api/upload', rating, { status: 201 });
  api.on('GET /api/posts', async ({ query }) => (query['search'] ? { status: 200, body: [] } : undefined));
  await page.addInitScript(translate);
  await page.goto('/');
  await getRating(page);
  await page.getByRole('button', { name: 'Upload Another' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Upload Another' }).click();
  await expect(page.getByRole('region', { name: 'Earlier rating' })).toContainText('is not posted yet.');
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Choose Another' }).click();
  await expect(page.getByRole('button', { name: 'Choose a Photo' })).toBeVisible();

  await page.goto('/leaderboard');
  const search = page.getByRole('textbox', { name: 'Search by username' });
  await page.getByRole('link', { name: 'Top Rated' }).click();
  await search.fill('nobody-has-this-name');
  await expect(page.getByText('No posts found')).toBeVisible();
  await search.fill('');
  await expect(page.getByRole('region', { name: 'Posts' }).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('link', { name: 'This Week' }).click();
  await expect(page.getByRole('heading', { name: 'This Week' })).toBeVisible();

  api.refuse('POST /api/auth/login', 401, { message: 'Wrong email or password.' });
  await page.goto('/login');
  await sendLogin(page, known.email!, 'wrong-password-of-somebody');
  await expect(page.getByRole('alert')).toContainText('password');
  api.answer('POST /api/auth/login', me, { as: 'member' });
  await sendLogin(page, known.email!);
  await expect(page).toHaveURL('/');
  await expect(profileMenu(page)).toBeVisible();
  expect(failures).toEqual([]);
});
