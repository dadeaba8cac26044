import { expect, type Page } from '@playwright/test';
import { commentBy, comments, toast } from '../support/community.ts';
import { openLive } from '../support/live.ts';
import { me as member } from '../support/screen-answers.ts';
import { type Api, known, test } from '../support/screen.ts';
import { serveThread } from '../support/thread.ts';
import { profileMenu, sendLogin } from '../support/visitor.ts';

test.use({ viewer: 'member' });

const open = (page: Page) => openLive(page, `/post/${known.post}`);
const box = (page: Page) => page.getByLabel('Add a comment');
const reply = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ });
const send = (page: Page) => page.getByRole('button', { name: 'Post Comment' });
const heading = (page: Page, count: number) => page.getByRole('heading', { name: `Comments (${count})` });
const newOnes = (page: Page) => page.getByRole('button', { name: /^\d+ new comments? – show$/ });
const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Delete Comment?' });
const press = (page: Page, text: string, button: RegExp) =>
  commentBy(page, text).getByRole('button', { name: button }).click();

test('deleting a comment deletes its replies, and the dialog counts also those that come meanwhile', async ({
  page,
  api,
}) => {
  const { say, sayAsMember } = serveThread(api);
  const first = sayAsMember('The first comment.');
  const answer = say('A reply to it.', first);
  say('On the fourth level.', sayAsMember('A reply to the reply.', answer));
  say('Another comment.');
  await open(page);
  await expect(commentBy(page, 'On the fourth level.')).toContainText('in reply to');
  await expect(commentBy(page, 'Another comment.').getByRole('button', { name: /^Delete/ })).toBeHidden();
  say('Not shown.', first);
  await expect(newOnes(page)).toHaveText('1 new comment – show');
  await press(page, 'The first comment.', /^Delete/);
  await expect(dialog(page)).toContainText('all 4 replies to it will be deleted');
  say('Nor is this.', first);
  await expect(dialog(page)).toContainText('all 5 replies to it will be deleted');
  // Only the dialog uses the new count: the list behind it must not change.
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(comments(page).getByRole('article')).toHaveCount(5);

  api.refuse('DELETE /api/comments/{id}', 500, { message: 'Not now.' });
  api.cut('GET /api/posts/{id}/comments');
  await press(page, 'The first comment.', /^Delete/);
  await expect(dialog(page)).toContainText(
    'all replies to it will be deleted. This cannot be undone. The number of replies could not be',
  );
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('ErrorNot now.');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(commentBy(page, 'The first comment.')).toBeVisible();
});

test('a comment is deleted once: confirming what was deleted elsewhere succeeds', async ({ page, api }) => {
  const { sayAsMember, remove } = serveThread(api);
  const first = sayAsMember('The first comment.');
  sayAsMember('A reply.', first);
  const second = sayAsMember('Another reply.', first);
  sayAsMember('The last comment.');
  await open(page);
  await press(page, 'The first comment.', /^Delete/);
  await expect(dialog(page)).toContainText('all 2 replies to it will be deleted');
  remove(second);
  await expect(dialog(page)).toContainText('1 reply to it will be deleted');
  remove(first);
  await expect(page.locator(`#comment-${first}`)).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Comment deleted')).toBeVisible();
  await expect(toast(page, 'Error')).toBeHidden();
  await expect(heading(page, 1)).toBeFocused();

  const third = sayAsMember('The third comment.');
  await newOnes(page).click();
  await press(page, 'The third comment.', /^Delete/);
  remove(third);
  await expect(page.locator(`#comment-${third}`)).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page, 1)).toBeFocused();
  await press(page, 'The last comment.', /^Delete/);
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(heading(page, 0)).toBeFocused();
});

test('a thread that is deleted elsewhere disappears, and a started reply to it is kept', async ({
  page,
  api,
}) => {
  const { say, remove } = serveThread(api);
  const first = say('The first comment.');
  say('A reply.', first);
  const last = say('Soon gone.');
  await open(page);
  await press(page, 'The first comment.', /^Reply to/);
  await reply(page).fill('I was about to say this.');
  remove(first);
  const kept = page.getByRole('status').filter({ hasText: 'This comment was deleted.' });
  await expect(kept).toContainText('I was about to say this.');
  await expect(comments(page).getByRole('article')).toHaveCount(1);
  await expect(kept.locator(':focus')).toContainText('This comment was deleted.');
  await kept.getByRole('button', { name: 'Dismiss' }).click();
  await expect(kept).toBeHidden();

  // Without live updates the deletion is only noticed when the reply is sent.
  await page.route('**/api/live**', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await press(page, 'Soon gone.', /^Reply to/);
  await reply(page).fill('Too late.');
  remove(last);
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(toast(page, 'Failed to post reply')).toContainText('Comment not found');
  await expect(kept).toContainText('Too late.');
  await expect(comments(page).getByRole('article')).toHaveCount(0);
});

test('a comment is sent once, by a double click, and again after a lost answer', async ({ page, api }) => {
  serveThread(api);
  await open(page);
  const post = 'POST /api/posts/{id}/comments';
  const { promise: answered, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/posts/*/comments', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    await answered;
    return route.fulfill({ response });
  });
  await box(page).fill('Said once.');
  await send(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(box(page)).toHaveAttribute('aria-busy', 'true');
  await expect(box(page)).not.toBeEditable();
  // The page hears of it before it is answered, and does not announce it as new.
  await expect(heading(page, 1)).toBeVisible();
  await expect(newOnes(page)).toBeHidden();
  await expect(comments(page).getByRole('article')).toHaveCount(0);
  release();
  await expect(commentBy(page, 'Said once.')).toBeVisible();
  await expect(box(page)).toHaveValue('');
  expect(api.calls(post)).toHaveLength(1);

  await page.unroute('**/api/posts/*/comments');
  // The comment is posted, but its answers get lost.
  await page.route('**/api/posts/*/comments', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await box(page).fill('Said once more.');
  await send(page).click();
  await expect(toast(page, 'Failed to post comment')).toContainText('Please try again');
  await expect(heading(page, 2)).toBeVisible();
  // Other pages announce it as new, but its author's page does not.
  await expect(newOnes(page)).toBeHidden();
  await expect(box(page)).toHaveValue('Said once more.');
  await page.unroute('**/api/posts/*/comments');
  await send(page).click();
  await expect(toast(page, 'Comment posted')).toBeVisible();
  await expect(comments(page).getByRole('article')).toHaveCount(2);
  const bodies = api
    .calls(post)
    .slice(1)
    .map(({ body }) => body);
  expect(bodies.length).toBeGreaterThan(1);
  expect(bodies).toEqual(bodies.map(() => bodies[0]));
});

/** Logs in from the post page, by default as the member. */
async function logInHere(page: Page, api: Api, id = member.id): Promise<void> {
  api.answer('GET /api/auth/me', { ...member, id });
  api.answer('POST /api/auth/login', { ...member, id }, { as: 'member' });
  await comments(page).getByRole('link', { name: 'log in' }).click();
  await sendLogin(page, member.email);
  await expect(box(page)).toBeVisible();
}

test('drafts come back for their author and for no other person, until a logout', async ({
  page,
  api,
  context,
}) => {
  serveThread(api).say('Before.');
  await open(page);
  await box(page).fill('Begun on the post.');
  await press(page, 'Before.', /^Reply to/);
  await expect(reply(page)).toBeFocused();
  await reply(page).fill('Begun as a reply.');
  const expectDrafts = async (): Promise<void> => {
    await expect(box(page)).toHaveValue('Begun on the post.');
    await expect(reply(page)).toHaveValue('Begun as a reply.');
    await expect(reply(page)).not.toBeFocused();
  };
  await page.getByRole('contentinfo').getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page).toHaveURL(/leaderboard/);
  await page.goBack();
  await expectDrafts();
  await page.reload();
  await expectDrafts();

  const endSession = async (): Promise<void> => {
    await context.clearCookies();
    api.on('POST /api/posts/{id}/comments', async ({ viewer }) =>
      viewer === 'visitor'
        ? { status: 401, body: { message: 'Log in.', code: 'unauthenticated' } }
        : undefined,
    );
    await send(page).click();
    await expect(comments(page).getByRole('textbox')).toHaveCount(0);
  };
  await endSession();
  await expect(toast(page, 'Please log in to continue.')).toBeVisible();
  await logInHere(page, api, known.troll);
  await expect(box(page)).toHaveValue('');
  await expect(reply(page)).toBeHidden();
  await box(page).fill('By another person.');
  await endSession();
  await logInHere(page, api);
  await expectDrafts();
  await send(page).click();
  await expect(commentBy(page, 'Begun on the post.')).toBeVisible();
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(commentBy(page, 'Begun as a reply.')).toBeVisible();

  await box(page).fill('Gone with the session.');
  api.answer('POST /api/auth/logout', undefined as never, { status: 204, as: 'visitor' });
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('commentDrafts'))).toBeNull();
  await page.goBack();
  await logInHere(page, api);
  await expect(box(page)).toHaveValue('');
});

test('an open reply stays when it is closed, and when many newer comments are shown', async ({
  page,
  api,
}) => {
  const { say } = serveThread(api);
  say('The oldest.');
  say('The second.');
  await open(page);
  const toggle = commentBy(page, 'The oldest.').getByRole('button', { name: /^Reply to/ });
  await toggle.click();
  await reply(page).fill('Thrown away.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await toggle.click();
  await expect(reply(page)).toHaveValue('');
  await reply(page).fill('Half a thought.');
  await toggle.click();
  await expect(reply(page)).toBeHidden();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(toggle).toBeFocused();
  await toggle.click();
  await expect(reply(page)).toHaveValue('Half a thought.');
  await expect(reply(page)).toBeFocused();

  for (let count = 1; count <= 50; count += 1) say(`Newer ${count}.`);
  await expect(heading(page, 52)).toBeVisible();
  await newOnes(page).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, 52)).toBeFocused();
  await expect(reply(page)).toHaveValue('Half a thought.');
  await expect(comments(page).getByRole('article')).toHaveCount(51);
  await expect(commentBy(page, 'The second.')).toBeHidden();
  await page.getByRole('button', { name: 'Show More Comments' }).click();
  await expect(commentBy(page, 'The second.')).toBeFocused();
  await expect(reply(page)).toHaveValue('Half a thought.');
  await expect(page.getByRole('button', { name: 'Show More Comments' })).toBeHidden();
});

test('further comments load by keyboard, and new ones are counted although pages are missing', async ({
  page,
  api,
}) => {
  const { say } = serveThread(api);
  say('A reply.', say('The oldest.'));
  for (let count = 1; count <= 50; count += 1) say(`Newer ${count}.`);
  await open(page);
  await expect(comments(page).getByRole('article')).toHaveCount(50);
  await expect(newOnes(page)).toBeHidden();
  say('The newest.');
  await expect(newOnes(page)).toHaveText('1 new comment – show');

  let isDown = true;
  api.on('GET /api/posts/{id}/comments', async () => (isDown ? null : undefined));
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
