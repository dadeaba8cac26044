import { expect, type Route } from '@playwright/test';
import { me } from './support/api.ts';
import { comment, commentBy, comments, like, open, rate, tabTo, toast } from './support/community.ts';
import { hold } from './support/hold.ts';
import { openLive, setVisible } from './support/live.ts';
import { test } from './support/site.ts';
import { editProfile, profileMenu, publish } from './support/visitor.ts';

test('ratings, likes and comments of one person update the page of another', async ({
  user: page,
  ownPost: id,
  otherPage: other,
}) => {
  await open(page, id);
  await expect(page.getByText('From the AI score', { exact: true })).toBeVisible();
  const before = Number(await page.locator('.text-8xl').textContent());

  await open(other, id);
  await expect(other.getByRole('group', { name: 'Your rating from 0 to 10', exact: true })).toBeVisible();
  await other.getByRole('radio', { name: '10', exact: true }).check();
  await other.getByRole('button', { name: 'Submit Rating' }).click();
  await expect(other.getByText('You rated this post 10 out of 10. Thank you!')).toBeFocused();
  // Scores are rounded half up to tenths, so compute in whole tenths.
  const after = (Math.round((Math.round(before * 10) + 100) / 2) / 10).toFixed(1);
  await expect(other.locator('.text-8xl')).toHaveText(after);

  await expect(page.getByText('From 1 vote and the AI score', { exact: true })).toBeVisible();
  await expect(page.locator('.text-8xl')).toHaveText(after);

  await like(other).click();
  await expect(page.getByRole('button', { name: '1 like' })).toBeVisible();
  await like(other).click();
  await expect(page.getByRole('button', { name: '0 likes' })).toBeVisible();

  await other.getByLabel('Add a comment').fill('What a day for a walk.');
  await other.getByRole('button', { name: 'Post Comment' }).click();
  await expect(commentBy(other, 'What a day for a walk.')).toBeVisible();
  // A screen reader keeps its place.
  await expect(other.getByRole('button', { name: 'Post Comment' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Comments (1)' })).toBeVisible();
  // New comments must not move the text that someone reads.
  await expect(commentBy(page, 'What a day for a walk.')).toBeHidden();
  await page.getByRole('button', { name: '1 new comment – show' }).click();
  await expect(commentBy(page, 'What a day for a walk.')).toContainText('Just now');
  await expect(page.getByRole('button', { name: /new comment/ })).toBeHidden();
  // The author gets no notice of their own comment.
  await expect(other.getByRole('button', { name: /new comment/ })).toBeHidden();
});

test('the board announces a new post, and shows it on request', async ({ page, otherPage: other }) => {
  await publish(other);
  await openLive(page, '/leaderboard');
  const cards = page.getByRole('region', { name: 'Posts' }).getByRole('link');
  await expect(cards.first()).toBeVisible();
  const id = await publish(other);
  const show = page.getByRole('button', { name: /^\d+ new posts? – show$/ });
  await expect(show).toBeVisible();
  const card = page.locator(`a[href="/post/${id}"]`);
  await expect(card).toHaveCount(0);
  // A hidden page receives no live updates, for example about posts of other tests.
  await setVisible(page, false);
  await show.click();
  await expect(card.first()).toBeVisible();
  await expect(show).toBeHidden();
});

test('rating, commenting, replying and reporting work with the keyboard alone', async ({
  user: page,
  post: id,
  other: owner,
}) => {
  await comment(owner, id, 'Thank you for looking.');
  await open(page, id);
  await expect(profileMenu(page)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Your rating from 0 to 10', exact: true })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Leaderboard' }).focus();
  await tabTo(page, /^Report$/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Report Post' });
  await expect(dialog).toBeVisible();
  await tabTo(page, /^Submit Report$/);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'Reason required Please provide a reason for reporting this post',
  );
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('It shows a shoe.');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('radio', { name: 'It is spam or advertising' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Report submitted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: '0', exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Submit Rating' })).toBeDisabled();
  await page.keyboard.press('Space');
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '7', exact: true })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You rated this post 7 out of 10. Thank you!')).toBeFocused();

  await page.getByLabel('Add a comment').focus();
  await page.keyboard.type('Typed, not clicked.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(commentBy(page, 'Typed, not clicked.')).toBeVisible();

  await page
    .getByRole('button', { name: /^Reply to/ })
    .last()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Reply to/)).toBeFocused();
  await page.keyboard.type('You are welcome.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(commentBy(page, 'You are welcome.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Reply to/, expanded: true })).toBeHidden();
});

test('a like that the server rejects is reverted on screen with an error message', async ({
  user: page,
  post: id,
  other,
}) => {
  await comment(other, id, 'Like me.');
  await open(page, id);

  const refuse = { status: 503, json: { message: 'The service is being restarted.' } };
  const act = (route: Route) => route.fulfill(refuse);
  const { release } = await hold(page, '**/api/posts/*/like', { method: 'POST', act });
  await like(page).click();
  await expect(page.getByRole('button', { name: '1 like', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  release();
  await expect(page.getByRole('button', { name: '0 likes', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(toast(page, 'Error')).toContainText('The service is being restarted.');

  await page.route('**/api/comments/*/like', (route) => route.fulfill(refuse));
  const commentLike = page.getByRole('button', { name: /likes? of the comment/ });
  await commentLike.click();
  await expect(commentLike).toHaveAccessibleName(/^0 likes/);
  await expect(commentLike).toHaveAttribute('aria-pressed', 'false');
});

test('a failed rating, comment, reply, report, copy or download shows an error and keeps the input', async ({
  user: page,
  post: id,
  other,
}) => {
  await comment(other, id, 'Before.');
  await open(page, id);
  // The same account has rated the post elsewhere in the meantime.
  await rate(page, id, 3);
  await page.getByRole('radio', { name: '9', exact: true }).check();
  await page.getByRole('button', { name: 'Submit Rating' }).click();
  await expect(toast(page, 'Failed to Submit Rating')).toContainText('You may have already rated this post.');
  await expect(page.getByText('You rated this post 3 out of 10. Thank you!')).toBeVisible();

  const fail = { status: 503, body: '' };
  await page.route('**/api/posts/*/comments', (route) =>
    route.request().method() === 'POST' ? route.fulfill(fail) : route.fallback(),
  );
  await page.getByLabel('Add a comment').fill('Not lost.');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await expect(toast(page, 'Failed to post comment')).toContainText('Please try again');
  await expect(page.getByLabel('Add a comment')).toHaveValue('Not lost.');
  await page.getByRole('button', { name: /^Reply to/ }).click();
  await page.getByLabel(/^Reply to/).fill('Not lost either.');
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(toast(page, 'Failed to post reply')).toContainText('Please try again');
  await expect(page.getByLabel(/^Reply to/)).toHaveValue('Not lost either.');

  await page.route('**/api/posts/*/report', (route) => route.fulfill(fail));
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByLabel('Reason').fill('A reason.');
  await page.getByRole('button', { name: 'Submit Report' }).click();
  // The error appears once, in the dialog, and not in a toast above it.
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toHaveText('Failed to submit report Please try again');
  await expect(page.getByText('Failed to submit report')).toHaveCount(1);
  await expect(page.getByLabel('Reason')).toHaveValue('A reason.');
  await dialog.getByRole('button', { name: 'Close' }).click();

  // The first Escape closes the dialog, the second one the toast above it.
  const { release } = await hold(page, '**/api/posts/*/like', { act: (route) => route.fulfill(fail) });
  await like(page).click();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  release();
  await expect(toast(page, 'Error')).toBeVisible();
  // The timer of a toast pauses while the window has no focus.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await page.getByLabel('Reason').focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(toast(page, 'Error')).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.keyboard.press('Escape');
  await expect(toast(page, 'Error')).toBeHidden();

  await page.route('**/api/posts/*/card.png*', (route) => route.fulfill(fail));
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'Download picture' }).click();
  await expect(toast(page, 'Download failed')).toBeVisible();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'));
  });
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(toast(page, 'Failed to copy')).toBeVisible();
});

test('texts and display names follow the direction of their script', async ({ user: page }) => {
  await editProfile(page, { displayUsername: 'דנה כהן', bio: 'יחפה מאז 1999.' });
  const id = await publish(page);
  await comment(page, id, 'שלום, world!');
  await open(page, id);
  await expect(comments(page).getByText('שלום, world!')).toHaveCSS('direction', 'rtl');
  await expect(commentBy(page, 'שלום, world!').locator('bdi')).toHaveText('דנה כהן');
  const author = page.getByRole('region', { name: 'Author' });
  await expect(author.locator('bdi')).toHaveText('דנה כהן');
  await expect(author.getByText('יחפה מאז 1999.')).toHaveCSS('direction', 'rtl');
  const box = page.getByLabel('Add a comment');
  await expect(box).toHaveCSS('direction', 'ltr');
  await box.fill('תודה');
  await expect(box).toHaveCSS('direction', 'rtl');
  await page.goto(`/user/${(await me(page)).id}`);
  await expect(page.getByText('יחפה מאז 1999.')).toHaveCSS('direction', 'rtl');
  await page.goto('/leaderboard');
  const name = page.getByRole('link', { name: 'דנה כהן', exact: true }).locator('[dir=auto]');
  await expect(name).toHaveCSS('direction', 'rtl');
  await expect(name).toHaveCSS('text-align', 'left');
});
