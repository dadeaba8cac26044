import { expect, type Page, test } from '@playwright/test';
import { anotherPerson, comment, rate, toast } from './support/community.ts';
import { photoWithLocation } from './support/photo.ts';
import { enter, newEmail, newSeed, password, publish, signUp, verificationLink } from './support/visitor.ts';

const like = (page: Page) => page.getByRole('button', { name: /^\d+ likes?$/ });
const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ });
/** Not the form under a comment, in which the same text may still stand. */
const commentBy = (page: Page, text: string) =>
  comments(page)
    .getByRole('article')
    .filter({ has: page.locator('p', { hasText: text }) });

/** Opens a post and waits until it is known who looks at it. */
async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/post/${id}`);
  await expect(page.getByRole('heading', { name: /^Current Rating/ })).toBeVisible();
}

/** Presses Tab until what is focused has this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    expect(
      await focused.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent),
    ).toMatch(name);
  }).toPass({ intervals: [0], timeout: 20_000 });
}

test.beforeEach(({ page }) => enter(page));

test('one rates, likes and comments, and the other sees the numbers move', async ({ page, browser }) => {
  await signUp(page);
  const id = await publish(page, newSeed());
  await open(page, id);
  await expect(page.getByText('From 1 score', { exact: true })).toBeVisible();
  const before = Number(await page.locator('.text-8xl').textContent());

  const other = await anotherPerson(browser);
  await open(other, id);
  await other.getByRole('radio', { name: '10', exact: true }).check();
  await other.getByRole('button', { name: 'Submit Rating' }).click();
  await expect(other.getByText('You rated this post 10 out of 10. Thank you!')).toBeFocused();
  const after = ((before + 10) / 2 + Number.EPSILON).toFixed(1);
  await expect(other.locator('.text-8xl')).toHaveText(after);

  await expect(page.getByText('From 2 scores', { exact: true })).toBeVisible();
  await expect(page.locator('.text-8xl')).toHaveText(after);

  await like(other).click();
  await expect(page.getByRole('button', { name: '1 like' })).toBeVisible();
  await like(other).click();
  await expect(page.getByRole('button', { name: '0 likes' })).toBeVisible();

  await other.getByLabel('Add a comment').fill('What a day for a walk.');
  await other.getByRole('button', { name: 'Post Comment' }).click();
  await expect(commentBy(other, 'What a day for a walk.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Comments (1)' })).toBeVisible();
  // What one reads does not move until one wants it to.
  await expect(commentBy(page, 'What a day for a walk.')).toBeHidden();
  await page.getByRole('button', { name: '1 new comment – show' }).click();
  await expect(commentBy(page, 'What a day for a walk.')).toContainText('Just now');
  await expect(page.getByRole('button', { name: /new comment/ })).toBeHidden();
  // Whoever wrote it is told of nothing new.
  await expect(other.getByRole('button', { name: /new comment/ })).toBeHidden();
  await other.context().close();
});

test('a new post announces itself on the board, and comes when it is wanted', async ({ page, browser }) => {
  const other = await anotherPerson(browser);
  await publish(other, newSeed());
  await page.goto('/leaderboard');
  const cards = page.getByRole('tabpanel').getByRole('link');
  await expect(cards.first()).toBeVisible();
  const id = await publish(other, newSeed());
  const show = page.getByRole('button', { name: /^\d+ new posts? – show$/ });
  await expect(show).toBeVisible();
  const card = page.locator(`a[href="/post/${id}"]`);
  await expect(card).toHaveCount(0);
  await show.click();
  await expect(card.first()).toBeVisible();
  await expect(show).toBeHidden();
  await other.context().close();
});

test('rating, commenting, replying and reporting work by keyboard alone', async ({ page, browser }) => {
  const owner = await anotherPerson(browser);
  const id = await publish(owner, newSeed());
  await comment(owner, id, 'Thank you for looking.');
  await owner.context().close();
  await signUp(page);
  await open(page, id);
  await expect(page.getByRole('button', { name: /^Profile menu/ })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Leaderboard' }).focus();
  await tabTo(page, /^Report$/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Report Post' });
  await expect(dialog).toBeVisible();
  await tabTo(page, /^Submit Report$/);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Reason required')).toContainText(
    'Please provide a reason for reporting this post',
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

test.describe('a visitor', () => {
  let id: string;
  test.beforeEach(async ({ browser }) => {
    const owner = await anotherPerson(browser);
    id = await publish(owner, newSeed());
    await comment(owner, id, 'Say something.');
    await owner.context().close();
  });

  test('is led to sign up with the reason, and comes back to the post', async ({ page, context }) => {
    await open(page, id);
    const dialog = page.getByRole('dialog');
    const reasons: [string | RegExp, string][] = [
      [/^0 likes of the comment/, 'Please sign up to like comments'],
      [/^Reply to/, 'Please sign up to reply to comments'],
      ['Report', 'Please log in to report posts'],
      [/^0 likes$/, 'Please sign up to like posts'],
    ];
    for (const [name, reason] of reasons) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(dialog).toContainText(reason);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
    }
    await like(page).click();
    await dialog.getByRole('link', { name: 'Register' }).click();
    await expect(page).toHaveURL(`/register?next=%2Fpost%2F${id}`);

    const email = newEmail();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await expect(page).toHaveURL(`/post/${id}`);

    // Not verified yet: the page says what is missing, and the server has not been asked.
    await expect(page.getByText('Please verify your email address first.', { exact: true })).toBeVisible();
    await like(page).click();
    await expect(dialog.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(like(page)).toHaveText(/^0/);

    const tab = await context.newPage();
    await tab.goto(await verificationLink(page.request, email));
    await expect(tab).toHaveURL(`/post/${id}`);
    await like(tab).click();
    await expect(tab.getByRole('button', { name: '1 like' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('logs in and comes back to the post', async ({ page, browser }) => {
    const other = await browser.newPage();
    const email = await signUp(other);
    await other.close();
    await open(page, id);
    await page.getByRole('link', { name: 'log in' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(`/post/${id}`);
    await expect(page.getByLabel('Add a comment')).toBeVisible();
  });

  for (const next of ['//evil.example/', 'https://evil.example/', '/\\evil.example']) {
    test(`is led home and not to ${next}`, async ({ page, browser }) => {
      const other = await browser.newPage();
      const email = await signUp(other);
      await other.close();
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
      await expect(page).toHaveURL('/');
    });
  }
});

test('a comment with replies is deleted with all of them, and the dialog says how many', async ({
  page,
  browser,
}) => {
  await signUp(page);
  const id = await publish(page, newSeed());
  const other = await anotherPerson(browser);
  const first = await comment(page, id, 'The first comment.');
  const reply = await comment(other, id, 'A reply to it.', first);
  const deep = await comment(page, id, 'A reply to the reply.', reply);
  await comment(other, id, 'On the fourth level.', deep);
  await comment(other, id, 'Another comment.');
  await open(page, id);

  await expect(commentBy(page, 'On the fourth level.')).toContainText('in reply to');
  await expect(commentBy(page, 'Another comment.').getByRole('button', { name: /^Delete/ })).toBeHidden();
  await commentBy(page, 'The first comment.')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Comment?' });
  await expect(dialog).toContainText('all 3 replies to it are deleted too');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(commentBy(page, 'The first comment.')).toBeVisible();

  await page.route(
    '**/api/comments/*',
    (route) => route.fulfill({ status: 500, json: { message: 'Not now.' } }),
    {
      times: 1,
    },
  );
  await commentBy(page, 'The first comment.')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Error')).toContainText('Not now.');
  await expect(commentBy(page, 'The first comment.')).toBeVisible();

  await commentBy(page, 'The first comment.')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(comments(page).getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Comments (1)' })).toBeFocused();
  await other.context().close();
});

test('a thread that is deleted elsewhere goes from the screen, and no reply that was begun is lost', async ({
  page,
  browser,
}) => {
  const other = await anotherPerson(browser);
  const id = await publish(other, newSeed());
  const first = await comment(other, id, 'The first comment.');
  for (let count = 1; count <= 5; count += 1) await comment(other, id, `Reply ${count}.`, first);
  await comment(other, id, 'Another comment.');
  const remove = (commentId: string) =>
    other.request.delete(`/api/comments/${commentId}`, { headers: { 'sec-fetch-site': 'same-origin' } });
  const begin = async (answered: string, reply: string): Promise<void> => {
    await commentBy(page, answered)
      .getByRole('button', { name: /^Reply to/ })
      .click();
    await page.getByLabel(/^Reply to/).fill(reply);
  };
  await signUp(page);
  await open(page, id);
  await begin('The first comment.', 'I was about to say this.');

  await remove(first);
  const kept = page.getByRole('status').filter({ hasText: 'This comment was deleted.' });
  await expect(kept).toContainText('I was about to say this.');
  await expect(comments(page).getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Comments (1)' })).toBeVisible();
  await expect(kept.locator(':focus')).toContainText('This comment was deleted.');
  await kept.getByRole('button', { name: 'Dismiss' }).click();
  await expect(kept).toBeHidden();

  // Without live updates it comes to light when the reply is sent.
  await page.route('**/api/live*', (route) => route.fulfill({ status: 503, body: '' }));
  const last = await comment(other, id, 'Soon gone.');
  await open(page, id);
  await begin('Soon gone.', 'Too late.');
  await remove(last);
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(toast(page, 'Failed to post reply')).toContainText('Comment not found');
  await expect(kept).toContainText('Too late.');
  await expect(comments(page).getByRole('article')).toHaveCount(1);
  await other.context().close();
});

test('a like that the server refuses is taken back before the eyes, with a word', async ({
  page,
  browser,
}) => {
  const other = await anotherPerson(browser);
  const id = await publish(other, newSeed());
  await comment(other, id, 'Like me.');
  await other.context().close();
  await signUp(page);
  await open(page, id);

  let answer = (): void => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const refuse = { status: 503, json: { message: 'The service is being restarted.' } };
  await page.route('**/api/posts/*/like', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await held;
    return route.fulfill(refuse);
  });
  await like(page).click();
  await expect(page.getByRole('button', { name: '1 like', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  answer();
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

test('a failed rating, comment, reply, report, copy or download says so, and loses nothing', async ({
  page,
  browser,
}) => {
  const other = await anotherPerson(browser);
  const id = await publish(other, newSeed());
  await comment(other, id, 'Before.');
  await other.context().close();
  await signUp(page);
  await open(page, id);
  // Somebody with the same account has rated it elsewhere meanwhile.
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
  await expect(toast(page, 'Failed to submit report')).toBeVisible();
  await expect(page.getByLabel('Reason')).toHaveValue('A reason.');
  // Escape is for the dialog, and then for the toast over it.
  await page.getByLabel('Reason').focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(toast(page, 'Failed to submit report')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toast(page, 'Failed to submit report')).toBeHidden();

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

test('a post is shared elsewhere with its rating, and its link is copied', async ({
  page,
  browser,
  context,
}) => {
  const other = await anotherPerson(browser);
  const id = await publish(other, newSeed());
  await other.context().close();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, id);
  const rating = await page.locator('.text-8xl').textContent();
  await page.getByRole('button', { name: 'Share' }).click();
  const links = await page
    .getByRole('menuitem')
    .filter({ hasText: 'opens in a new tab' })
    .evaluateAll((items) => items.map((item) => [item.getAttribute('href'), item.getAttribute('rel')]));
  expect(links.map(([href]) => new URL(href!).host)).toEqual([
    'x.com',
    'www.facebook.com',
    'wa.me',
    'www.reddit.com',
  ]);
  expect(links.map(([, rel]) => rel)).toEqual(Array(4).fill('noopener noreferrer'));
  const address = page.url();
  expect(new URL(links[0]![0]!).searchParams.get('text')).toBe(`Check out my ${rating}/10 rating...`);
  expect(new URL(links[0]![0]!).searchParams.get('url')).toBe(address);
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(page.getByRole('menuitem', { name: 'Link copied!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
});

test('why a post stands where it does adds up', async ({ page, browser }) => {
  const other = await anotherPerson(browser);
  const id = await publish(other, newSeed());
  await other.context().close();
  await signUp(page);
  await rate(page, id, 9);
  await open(page, id);
  await page.getByRole('button', { name: 'Why this rank' }).click();
  const value = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd');
  const ai = Number(await value('AI score').textContent());
  await expect(value('1 rating by people, together')).toHaveText('9');
  await expect(value('Sum')).toHaveText((ai + 9).toFixed(1));
  const shown = await page.locator('.text-8xl').textContent();
  await expect(value('Divided by 2 scores')).toHaveText(shown!);
  await expect(value('Boost')).toHaveText('None');
  await expect(value('Place of all time')).toHaveText(/^\d+ of \d+$/);
  await expect(value('Place this week')).toHaveText(/^\d+ of \d+$/);
});

test('a photo is posted without a rating by whoever is logged in', async ({ page }) => {
  const choose = async (): Promise<void> => {
    await page.getByLabel('Photo', { exact: true }).setInputFiles({
      name: 'foot.jpg',
      mimeType: 'image/jpeg',
      buffer: await photoWithLocation(newSeed()),
    });
  };
  await page.goto('/');
  await choose();
  await page.getByRole('button', { name: 'Post Without Rating' }).click();
  await expect(toast(page, 'Login Required')).toContainText(
    'Please log in or register to post directly without rating.',
  );
  await expect(page.getByRole('img', { name: 'Preview of your choice' })).toBeVisible();

  await signUp(page);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Profile menu/ })).toBeVisible();
  await choose();
  await page.getByRole('button', { name: 'Post Without Rating' }).click();
  await expect(page).toHaveURL(/\/post\/[\w-]+$/);
  await expect(page.getByText('Not yet rated', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeHidden();
});
