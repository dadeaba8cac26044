import { expect, type Page } from '@playwright/test';
import type { AdminPost } from '../../src/api/generated/schema.d.ts';
import { chooseInMenu, rowOfPost } from '../support/admins.ts';
import { expectWellAtWidths, seriousFindings } from '../support/axe.ts';
import { tabTo, toast } from '../support/community.ts';
import { known, test } from '../support/screen.ts';
import { recording } from '../support/screen-server.ts';

test.use({ viewer: 'moderator' });

const posts = recording.answers.moderator['GET /api/rtm-sys/posts?sort=-createdAt']!.body as AdminPost[];
const grid = (page: Page) => page.getByRole('grid', { name: 'posts' });
const rowOf = (page: Page, id: string) => rowOfPost(page, 'posts', id);

test('a moderator approves and hides in the list by keyboard, and undoes it', async ({ page, api }) => {
  const pending = posts.filter(({ status }) => status === 'pending');
  const [first, second] = [pending[0]!.id, pending[1]!.id];
  const changed: Record<string, Partial<AdminPost>> = {};
  api.answer('GET /api/rtm-sys/posts', () => pending.map((post) => ({ ...post, ...changed[post.id] })));
  api.on('POST /api/rtm-sys/posts/{id}/acts', async ({ params, body }) => {
    const isHidden = (body as { act: string }).act === 'PostHidden';
    changed[params.id!] = isHidden
      ? { status: 'hidden', isPublic: false }
      : { status: 'approved', isModerated: true };
    return { status: 200, body: { actId: known.act, waitsUntil: null } };
  });
  api.on('POST /api/rtm-sys/acts/{id}/undo', async () => {
    changed[second] = {};
    return { status: 200, body: { success: true, waitsUntil: null } };
  });
  await page.goto('/rtm-sys/posts');
  await expect(grid(page)).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  // A letter in a field moves nothing.
  await page.getByRole('searchbox').press('j');
  await expect(page.getByRole('searchbox')).toHaveValue('j');
  await page.getByRole('searchbox').clear();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('j');
  await expect(rowOf(page, first)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('a');
  // The first press only shows the picture.
  await expect(toast(page, 'Picture shown')).toBeVisible();
  await page.keyboard.press('a');
  await expect(toast(page, 'Post approved')).toBeVisible();
  await expect(rowOf(page, first)).toContainText('Approved');
  await expect(rowOf(page, first).getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await expect(rowOf(page, first)).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, second)).toBeFocused();
  await page.keyboard.press('h');
  const dialog = page.getByRole('dialog', { name: 'Hide This Post?' });
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please choose a reason')).toBeVisible();
  await page.keyboard.press('Space');
  await tabTo(page, /^Hide$/);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Post hidden')).toBeVisible();
  await expect(rowOf(page, second)).toContainText('Hidden');
  await expect(rowOf(page, second)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect(rowOf(page, second)).toContainText('Pending Review');
  await chooseInMenu(rowOf(page, second), 'Delete…');
  const deletion = page.getByRole('dialog', { name: 'Delete This Post?' });
  await deletion.getByRole('radio', { name: 'Advertising or spam' }).check();
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Post deleted')).toBeVisible();
  expect(api.calls('POST /api/rtm-sys/posts/{id}/acts').map(({ body }) => body)).toEqual([
    { act: 'PostApproved', note: '', shown: true },
    { act: 'PostHidden', reason: 'not-feet', note: '' },
    { act: 'PostRemoved', reason: 'spam', note: '' },
  ]);
});

test('filters, order, columns and saved filters of a list are kept where they belong', async ({
  page,
  api,
}) => {
  api.on('GET /api/rtm-sys/posts', async ({ query }) => {
    if (query.status !== 'nonsense') return { status: 200, body: query.status ? [] : posts };
    const error = { message: 'status is one of pending, approved', code: 'invalid', requestId: 'x' };
    return { status: 400, body: error };
  });
  await page.goto('/rtm-sys/posts');
  await expect(rowOf(page, known.ownPost!)).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Hidden');
  await expect(page).toHaveURL(/status=hidden/);
  await expect(page.getByText('No posts match these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Saved' }).click();
  await page.getByRole('menuitem', { name: 'Save this filter…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('My hidden ones');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('');
  await expect(rowOf(page, known.ownPost!)).toBeVisible();

  const flags = grid(page).getByRole('columnheader', { name: 'Flags' });
  await expect(flags).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Flags' }).click();
  await page.keyboard.press('Escape');
  await expect(flags).toBeHidden();
  await grid(page).getByRole('button', { name: 'Published' }).click();
  await expect(page).toHaveURL(/sort=createdAt/);
  await page.reload();
  await expect(grid(page)).toBeVisible();
  await expect(flags).toBeHidden();
  const published = grid(page).getByRole('columnheader', { name: 'Published' });
  await expect(published).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('link', { name: 'CSV' })).toHaveAttribute('href', /format=csv/);
  await page.getByRole('button', { name: 'Saved' }).click();
  await page.getByRole('menuitem', { name: 'My hidden ones', exact: true }).click();
  await expect(page).toHaveURL(/status=hidden/);

  await page.goto('/rtm-sys/posts?status=nonsense');
  await expect(page.getByText('status is one of pending,')).toBeVisible();
  await page.getByRole('button', { name: 'Reset Filters' }).click();
  await expect(page).toHaveURL('/rtm-sys/posts');
  await expect(grid(page)).toBeVisible();
});

test('chosen posts are hidden with progress, and all that worked is undone at once', async ({
  page,
  api,
}) => {
  await page.goto('/rtm-sys/posts');
  await rowOf(page, known.ownPost!).focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Chosen posts' });
  await expect(bar).toContainText('9 chosen');
  await page.keyboard.press('h');
  // One is hidden already.
  const question = page.getByRole('dialog', { name: 'Hide 8 Posts?' });
  await question.getByRole('radio', { name: 'Advertising or spam' }).check();
  api.on('POST /api/rtm-sys/posts/{id}/acts', async ({ params: { id } }) =>
    id === known.post
      ? { status: 404, body: { message: 'Post not found', code: 'not_found', requestId: 'x' } }
      : { status: 200, body: { actId: id, waitsUntil: null } },
  );
  const release = api.hold('POST /api/rtm-sys/posts/{id}/acts');
  await question.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Hide 8 posts' })).toBeVisible();
  release();
  const outcome = page.getByRole('dialog', { name: '7 posts hidden' });
  await expect(outcome).toContainText('8 of 8');
  await expect(outcome).toContainText('1 post failed: Post not found');
  expect(await seriousFindings(page)).toEqual([]);
  api.answer('POST /api/rtm-sys/acts/{id}/undo', { success: true, waitsUntil: null });
  await outcome.getByRole('button', { name: 'Undo All' }).click();
  const undone = page.getByRole('dialog', { name: '7 posts undone' });
  await undone.getByRole('button', { name: 'Close' }).first().click();
  await expect(undone).toBeHidden();
  expect(api.calls('POST /api/rtm-sys/acts/{id}/undo')).toHaveLength(7);
  await expect(page.getByRole('button', { name: /^Undo: / })).toHaveCount(0);
});

test('what was done to many posts can be undone for a reason until the next act', async ({ page, api }) => {
  api.on('POST /api/rtm-sys/posts/{id}/acts', async ({ params }) => ({
    status: 200,
    body: { actId: params.id, waitsUntil: null },
  }));
  api.answer('POST /api/rtm-sys/acts/{id}/undo', { success: true, waitsUntil: null });
  const line = page.getByRole('button', { name: 'Undo: 8 posts hidden' });
  const hideAll = async (): Promise<void> => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+a');
    await page.getByRole('region', { name: 'Chosen posts' }).getByRole('button', { name: 'Hide…' }).click();
    const question = page.getByRole('dialog', { name: 'Hide 8 Posts?' });
    await question.getByRole('radio', { name: 'Advertising or spam' }).check();
    await question.getByRole('button', { name: 'Hide', exact: true }).click();
    const outcome = page.getByRole('dialog', { name: '8 posts hidden' });
    await outcome.getByRole('button', { name: 'Close' }).first().click();
    await expect(line).toBeVisible();
  };
  await page.goto('/rtm-sys/posts');
  await expect(grid(page)).toBeVisible();
  await hideAll();
  await expectWellAtWidths(page, [1440, 360]);
  await line.press('Enter');
  const question = page.getByRole('dialog', { name: 'Undo: 8 posts hidden' });
  await question.getByLabel('Reason').fill('They were the wrong ones.');
  await question.getByRole('button', { name: 'Undo' }).click();
  const undone = page.getByRole('dialog', { name: '8 posts undone' });
  await undone.getByRole('button', { name: 'Close' }).first().click();
  await expect(line).toBeHidden();
  const undos = api.calls('POST /api/rtm-sys/acts/{id}/undo');
  expect(undos.map(({ body }) => body)).toEqual(undos.map(() => ({ reason: 'They were the wrong ones.' })));
  expect(undos).toHaveLength(8);
  await hideAll();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('a');
  await expect(toast(page, 'Picture shown')).toBeVisible();
  await expect(line).toBeVisible();
  await page.keyboard.press('a');
  await expect(toast(page, 'Post approved')).toBeVisible();
  await expect(line).toBeHidden();
});

test('the page of a post shows what is known, and undoes an act for a reason', async ({ page, api }) => {
  await page.goto('/rtm-sys/posts');
  await rowOf(page, known.hiddenPost!).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/rtm-sys/post/${known.hiddenPost}`);
  await expect(page.getByRole('region', { name: 'Check and Judge' })).toContainText('Demo judge');
  await expect(page.getByRole('heading', { name: 'Rate this' })).toHaveCount(0);
  await expect(page.locator(`a[href="/rtm-sys/comments?post=${known.hiddenPost}"]`)).toBeVisible();
  await expectWellAtWidths(page);
  const acts = page.getByRole('region', { name: 'Acts', exact: true });
  await expect(acts).toContainText('Post hidden');
  await acts.getByRole('button', { name: /^Undo/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo This Act?' });
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The light was fine.');
  api.answer('POST /api/rtm-sys/acts/{id}/undo', { success: true, waitsUntil: null });
  api.answer('GET /api/rtm-sys/posts/{id}', (post) => ({
    ...post,
    isLogAvailable: false,
    verdict: null,
    refusals: [],
  }));
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog).toBeHidden();
  for (const name of ['Check and Judge', 'Earlier Refusals of Its Owner']) {
    await expect(page.getByRole('region', { name })).toContainText('Not available at the moment.');
  }
  const [undo] = api.calls('POST /api/rtm-sys/acts/{id}/undo');
  expect(undo?.body).toEqual({ reason: 'The light was fine.' });
  await expect(page.getByRole('link', { name: 'Back Office' })).toHaveAttribute('href', '/rtm-sys');

  await page.getByRole('button', { name: 'Escalate…' }).click();
  const escalation = page.getByRole('dialog', { name: 'Escalate This Post?' });
  await expect(escalation).toContainText('only owners of the back office see the post');
  await escalation.getByRole('button', { name: 'Escalate' }).click();
  await expect(escalation.getByText('Please choose a reason')).toBeVisible();
  await escalation.getByRole('radio', { name: 'Violence or unlawful content' }).check();
  api.on('POST /api/rtm-sys/posts/{id}/escalate', async () => ({
    status: 200,
    body: { actId: known.act, waitsUntil: null },
  }));
  await escalation.getByRole('button', { name: 'Escalate' }).click();
  const said = toast(page, 'Post escalated');
  await expect(said).toBeVisible();
  // Only an owner lifts the hold, and sees the post.
  await expect(said.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page).toHaveURL('/rtm-sys/posts');
  const [escalated] = api.calls('POST /api/rtm-sys/posts/{id}/escalate');
  expect(escalated).toMatchObject({
    params: { id: known.hiddenPost },
    body: { reason: 'violent', note: '' },
  });
});

test.describe('for an owner', () => {
  test.use({ viewer: 'owner' });

  test('a post under legal hold has no picture before it is asked for, and an own one says so', async ({
    page,
    api,
  }) => {
    api.answer('GET /api/rtm-sys/me', (admin) => ({ ...admin, accountIds: [known.member!] }));
    api.answer('GET /api/rtm-sys/posts', () =>
      posts.map((post) =>
        post.id === known.post ? { ...post, status: 'escalated', isPublic: false } : post,
      ),
    );
    await page.goto('/rtm-sys/posts');
    await expect(rowOf(page, known.post!)).toContainText('Legal Hold');
    await expect(rowOf(page, known.post!).locator('img')).toHaveCount(0);
    const own = rowOf(page, known.ownPost!);
    await expect(own).toContainText('Your own post');
    const message = 'You cannot decide about your own content. Another admin has to.';
    api.refuse('POST /api/rtm-sys/posts/{id}/acts', 403, { message });
    await own.getByRole('button', { name: /^Picture of/ }).click();
    await own.getByRole('button', { name: /^Approve/ }).click();
    await expect(toast(page, 'Failed to approve the post')).toContainText(message);
    api.answer('GET /api/rtm-sys/posts/{id}', (post) => ({ ...post, status: 'escalated', isPublic: false }));
    await rowOf(page, known.post!).getByRole('link', { name: /^Open/ }).click();
    await expectWellAtWidths(page);
    const picture = page.getByRole('img', { name: /^Photo posted by/ });
    await expect(picture).toHaveCount(0);
    await page.getByRole('button', { name: 'Show Picture' }).click();
    await expect(picture).toBeVisible();
  });
});
