import { expect, type Page, type Route } from '@playwright/test';
import { call } from './support/api.ts';
import { comment, commentBy, comments, open, toast } from './support/community.ts';
import { test } from './support/site.ts';
import { profileMenu, sendLogin } from './support/visitor.ts';

const box = (page: Page) => page.getByLabel('Add a comment');
const send = (page: Page) => page.getByRole('button', { name: 'Post Comment' });
const heading = (page: Page, count: number) => page.getByRole('heading', { name: `Comments (${count})` });
const newOnes = (page: Page) => page.getByRole('button', { name: /^\d+ new comments? – show$/ });

/** Handles every call that posts a comment with `act`. Returns the bodies of the calls. */
async function onPosting(page: Page, act: (route: Route) => Promise<void>): Promise<unknown[]> {
  const sent: unknown[] = [];
  await page.route('**/api/posts/*/comments', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent.push(route.request().postDataJSON());
    return act(route);
  });
  return sent;
}

async function logInHere(page: Page, email: string): Promise<void> {
  await comments(page).getByRole('link', { name: 'log in' }).click();
  await sendLogin(page, email);
  await expect(box(page)).toBeVisible();
}

test('a comment whose response was lost is posted only once when it is sent again', async ({
  user: page,
  ownPost: id,
}) => {
  await open(page, id);
  const sent = await onPosting(page, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await box(page).fill('Said once.');
  await send(page).click();
  await expect(toast(page, 'Failed to post comment')).toContainText('Please try again');
  await expect(heading(page, 1)).toBeVisible();
  // Other pages announce it as new, but its author's page does not.
  await expect(newOnes(page)).toBeHidden();
  await expect(box(page)).toHaveValue('Said once.');

  await page.unroute('**/api/posts/*/comments');

  const again = page.waitForRequest((request) => request.method() === 'POST');
  await send(page).click();
  expect((await again).postDataJSON()).toEqual(sent[0]);
  await expect(toast(page, 'Comment posted')).toBeVisible();
  await expect(box(page)).toHaveValue('');
  await expect(comments(page).getByRole('article')).toHaveCount(1);
  await expect(heading(page, 1)).toBeVisible();
});

test('a double click sends one comment, which cannot be edited and is not announced as new meanwhile', async ({
  user: page,
  ownPost: id,
}) => {
  await open(page, id);
  const answer = Promise.withResolvers<void>();
  const sent = await onPosting(page, async (route) => {
    const response = await route.fetch();
    await answer.promise;
    await route.fulfill({ response });
  });
  await box(page).fill('Said once.');
  await send(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(box(page)).toHaveAttribute('aria-busy', 'true');
  await expect(box(page)).not.toBeEditable();
  await expect(heading(page, 1)).toBeVisible();
  await expect(newOnes(page)).toBeHidden();
  await expect(comments(page).getByRole('article')).toHaveCount(0);
  answer.resolve();
  await expect(commentBy(page, 'Said once.')).toBeVisible();
  await expect(box(page)).toHaveValue('');
  await expect(box(page)).toBeEditable();
  expect(sent).toEqual([{ id: expect.any(String), text: 'Said once.' }]);
});

test('drafts come back for their author and for no other person', async ({
  page,
  email,
  other,
  post: id,
  newPerson,
}) => {
  await comment(other, id, 'Before.');
  await open(page, id);
  await box(page).fill('Begun on the post.');
  await page.getByRole('button', { name: /^Reply to/ }).click();
  await expect(page.getByLabel(/^Reply to/)).toBeFocused();
  await page.getByLabel(/^Reply to/).fill('Begun as a reply.');

  await page.getByRole('contentinfo').getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page).toHaveURL(/leaderboard/);
  await page.goBack();
  await expect(box(page)).toHaveValue('Begun on the post.');
  await expect(page.getByLabel(/^Reply to/)).toHaveValue('Begun as a reply.');
  await expect(page.getByLabel(/^Reply to/)).not.toBeFocused();
  await page.reload();
  await expect(box(page)).toHaveValue('Begun on the post.');
  await expect(page.getByLabel(/^Reply to/)).toHaveValue('Begun as a reply.');
  await expect(page.getByLabel(/^Reply to/)).not.toBeFocused();

  await page.context().clearCookies();
  await send(page).click();
  await expect(toast(page, 'Please log in to continue.')).toBeVisible();
  await expect(comments(page).getByRole('textbox')).toHaveCount(0);
  await logInHere(page, (await newPerson()).email);
  await expect(box(page)).toHaveValue('');
  await expect(page.getByLabel(/^Reply to/)).toBeHidden();

  await page.context().clearCookies();
  await box(page).fill('Of somebody else.');
  await send(page).click();
  await logInHere(page, email);
  await expect(box(page)).toHaveValue('Begun on the post.');
  await expect(page.getByLabel(/^Reply to/)).toHaveValue('Begun as a reply.');
  await send(page).click();
  await expect(commentBy(page, 'Begun on the post.')).toBeVisible();
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(commentBy(page, 'Begun as a reply.')).toBeVisible();
  await expect(comments(page).getByRole('article')).toHaveCount(3);
});

test('a logout discards the drafts of a tab', async ({ page, email, other, post: id }) => {
  await comment(other, id, 'Before.');
  await open(page, id);
  await box(page).fill('Begun on the post.');
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('commentDrafts'))).toBeNull();
  await page.goBack();
  await logInHere(page, email);
  await expect(box(page)).toHaveValue('');
});

test('closing a reply with its toggle keeps the draft', async ({ user: page, ownPost: id }) => {
  await comment(page, id, 'The first comment.');
  await open(page, id);
  const reply = page.getByRole('button', { name: /^Reply to/ });
  const text = page.getByRole('textbox', { name: /^Reply to/ });
  await reply.click();
  await text.fill('Half a thought.');
  await reply.click();
  await expect(text).toBeHidden();
  await expect(reply).toHaveAttribute('aria-expanded', 'false');
  await expect(reply).toBeFocused();
  await reply.click();
  await expect(text).toHaveValue('Half a thought.');
  await expect(text).toBeFocused();

  // Cancel discards the draft.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await reply.click();
  await expect(text).toHaveValue('');
});

test('an open reply stays when many newer comments are shown, and the focus moves to these', async ({
  user: page,
  ownPost: id,
}) => {
  await comment(page, id, 'The oldest.');
  await comment(page, id, 'The second.');
  await open(page, id);
  await expect(comments(page).getByRole('article')).toHaveCount(2);
  await commentBy(page, 'The oldest.')
    .getByRole('button', { name: /^Reply to/ })
    .click();
  await page.getByLabel(/^Reply to/).fill('Not lost.');
  for (let count = 1; count <= 50; count += 1) await comment(page, id, `Newer ${count}.`);
  await expect(heading(page, 52)).toBeVisible();
  await newOnes(page).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 52)).toBeFocused();
  await expect(page.getByLabel(/^Reply to/)).toHaveValue('Not lost.');
  await expect(comments(page).getByRole('article')).toHaveCount(51);
  await expect(commentBy(page, 'The second.')).toBeHidden();

  await page.getByRole('button', { name: 'Show More Comments' }).click();
  await expect(commentBy(page, 'The second.')).toBeFocused();
  await expect(page.getByLabel(/^Reply to/)).toHaveValue('Not lost.');
  await expect(page.getByRole('button', { name: 'Show More Comments' })).toBeHidden();
});

test('further comments load by keyboard, and new ones are counted although pages are missing', async ({
  user: page,
  ownPost: id,
  other,
}) => {
  const oldest = await comment(page, id, 'The oldest.');
  await comment(page, id, 'A reply.', oldest);
  for (let count = 1; count <= 50; count += 1) await comment(page, id, `Newer ${count}.`);
  await open(page, id);
  await expect(comments(page).getByRole('article')).toHaveCount(50);
  await expect(newOnes(page)).toBeHidden();
  await comment(other, id, 'The newest.');
  await expect(newOnes(page)).toHaveText('1 new comment – show');

  let isDown = true;
  await page.route('**/api/posts/*/comments?cursor=*', (route) =>
    isDown ? route.abort() : route.continue(),
  );
  const more = comments(page).getByRole('button', { name: 'Show More Comments' });
  await more.focus();
  await page.keyboard.press('Enter');
  const failed = page.getByText('More comments could not be loaded.');
  await expect(failed).toBeVisible();
  isDown = false;
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(commentBy(page, 'The oldest.')).toBeFocused();
  await expect(comments(page).getByRole('article')).toHaveCount(52);
  await expect(more).toBeHidden();
  await expect(failed).toBeHidden();
  await expect(newOnes(page)).toHaveText('1 new comment – show');
});

test('a comment that arrives while the list is loading is announced as new', async ({
  user: page,
  ownPost: id,
}) => {
  await open(page, id);
  const answer = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  let isPosted = false;
  await page.route('**/api/posts/*/comments', async (route) => {
    const response = await route.fetch();
    if (route.request().method() === 'POST') isPosted = true;
    else if (isPosted) {
      read.resolve();
      await answer.promise;
    }
    await route.fulfill({ response });
  });
  await box(page).fill('The first.');
  await send(page).click();
  await read.promise;
  await comment(page, id, 'The second.');
  await expect(heading(page, 2)).toBeVisible();
  answer.resolve();
  await expect(commentBy(page, 'The first.')).toBeVisible();
  await expect(newOnes(page)).toHaveText('1 new comment – show');
  await newOnes(page).click();
  await expect(commentBy(page, 'The second.')).toBeVisible();
  await expect(newOnes(page)).toBeHidden();
});

test('confirming the deletion of a comment that was deleted elsewhere succeeds', async ({
  user: page,
  ownPost: id,
}) => {
  const first = await comment(page, id, 'The first comment.');
  await comment(page, id, 'A reply.', first);
  const second = await comment(page, id, 'Another reply.', first);
  await comment(page, id, 'Another comment.');
  const remove = (commentId: string) => call(page, 'DELETE', `/api/comments/${commentId}`);
  const dialog = page.getByRole('alertdialog', { name: 'Delete Comment?' });
  const ask = (text: string) =>
    commentBy(page, text)
      .getByRole('button', { name: /^Delete/ })
      .click();
  await open(page, id);
  await expect(comments(page).getByRole('article')).toHaveCount(4);
  await ask('The first comment.');
  await expect(dialog).toContainText('all 2 replies to it will be deleted');
  await remove(second);
  await expect(dialog).toContainText('1 reply to it will be deleted');
  await remove(first);
  await expect(page.locator(`#comment-${first}`)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Comment deleted')).toBeVisible();
  await expect(toast(page, 'Error')).toBeHidden();
  await expect(heading(page, 1)).toBeFocused();

  const third = await comment(page, id, 'The third comment.');
  await newOnes(page).click();
  await ask('The third comment.');
  await remove(third);
  await expect(page.locator(`#comment-${third}`)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page, 1)).toBeFocused();
});
