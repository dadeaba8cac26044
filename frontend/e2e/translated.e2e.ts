import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { comment, commentBy, like, open } from './support/community.ts';
import { test } from './support/site.ts';
import { choosePhoto, getRating, profileMenu, sendLogin } from './support/visitor.ts';

/** Replaces every text of the page, now and later, by elements with a copy of it, as translators in browsers do. */
function translate(): void {
  const untouched = 'script, style, noscript, textarea, option, svg, font, [translate=no]';
  const replace = (text: Text): void => {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untouched)) return;
    const outer = document.createElement('font');
    outer.appendChild(document.createElement('font')).textContent = text.data;
    text.replaceWith(outer);
  };
  const look = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
    if (root instanceof Text) texts.push(root);
    texts.forEach(replace);
  };
  look(document);
  new MutationObserver((records) =>
    records.forEach(({ target, addedNodes }) => [target, ...addedNodes].forEach(look)),
  ).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Collects what fails in the page. */
function failuresOf(page: Page): string[] {
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  return failures;
}

test('a post works after a translator has replaced its texts', async ({
  user: page,
  newPerson,
  post: id,
}) => {
  const failures = failuresOf(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, id);
  await page.evaluate(translate);
  await like(page).click();
  await expect(like(page)).toHaveAccessibleName('1 like');
  await page.getByRole('radio', { name: '8', exact: true }).check();
  await page.getByRole('button', { name: 'Submit Rating' }).click();
  await expect(page.getByText('You rated this post 8 out of 10. Thank you!')).toBeVisible();
  await expect(page.getByText('From 1 vote and the AI score', { exact: true })).toBeVisible();

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

  const other = await newPerson();
  expect((await call(other, 'POST', `/api/posts/${id}/like`, {})).ok()).toBe(true);
  await expect(like(page)).toHaveAccessibleName('2 likes');
  await comment(other, id, 'From afar');
  await comment(other, id, 'Once more');
  await page.getByRole('button', { name: '2 new comments – show' }).click();
  await expect(page.getByRole('heading', { name: 'Comments (4)' })).toBeVisible();
  await expect(commentBy(page, 'Once more')).toBeVisible();
  const heart = commentBy(page, 'From afar').getByRole('button', { name: /like/ });
  await heart.click();
  await expect(heart).toHaveAccessibleName(/^1 like of the comment/);
  await commentBy(page, 'And warm').getByRole('button', { name: 'Delete your comment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Comments (3)' })).toBeVisible();

  await page.getByRole('button', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Submit Report' }).click();
  await expect(dialog.getByText('Please provide a reason for reporting this post')).toBeVisible();
  await dialog.getByRole('textbox').fill('Spam');
  await expect(dialog.getByText('Please provide a reason for reporting this post')).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(page.getByRole('menuitem', { name: 'Link copied!' })).toBeVisible();
  await page.keyboard.press('Escape');
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(failures).toEqual([]);
});

test('the app takes over pages whose texts a translator has replaced', async ({ page, other, post }) => {
  const failures = failuresOf(page);
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
  const cards = page.getByRole('region', { name: 'Posts' }).getByRole('listitem');
  const search = page.getByRole('textbox', { name: 'Search by username' });
  await page.getByRole('link', { name: 'Top Rated' }).click();
  await search.fill('nobody-has-this-name');
  await expect(page.getByText('No posts found')).toBeVisible();
  await search.fill('');
  await expect(cards.first()).toBeVisible();
  await page.getByRole('link', { name: 'This Week' }).click();
  await expect(page.getByRole('heading', { name: 'This Week' })).toBeVisible();
  await page.goto(`/post/${post}`);
  await expect(page.getByRole('heading', { name: 'Comments (0)' })).toBeVisible();

  await page.goto('/login');
  await sendLogin(page, other.email, 'wrong-password-of-somebody');
  await expect(page.getByRole('alert')).toContainText('password');
  await sendLogin(page, other.email);
  await expect(page).toHaveURL('/');
  await expect(profileMenu(page)).toBeVisible();
  // React says of pages that they are not as the server sent them, and renders them again.
  expect(failures.filter((failure) => !failure.includes('React error #418'))).toEqual([]);
});
