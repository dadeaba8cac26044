import { expect } from '@playwright/test';
import { call } from './support/api.ts';
import { comment, commentBy, comments, open, toast } from './support/community.ts';
import { test } from './support/site.ts';

test('deleting a comment deletes all its replies, and the dialog gives their number', async ({
  user: page,
  ownPost: id,
  other,
}) => {
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
  await expect(dialog).toContainText('all 3 replies to it will be deleted');
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
});

test('the dialog counts replies that arrived after the comments were loaded or while it is open', async ({
  user: page,
  ownPost: id,
  other,
}) => {
  const first = await comment(page, id, 'The first comment.');
  await open(page, id);
  await expect(commentBy(page, 'The first comment.')).toBeVisible();
  await comment(other, id, 'One reply.', first);
  await comment(other, id, 'Another reply.', first);
  await expect(page.getByRole('button', { name: '2 new comments – show' })).toBeVisible();
  const ask = () => page.getByRole('button', { name: /^Delete your comment$/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Comment?' });
  await ask();
  await expect(dialog).toContainText('all 2 replies to it will be deleted');
  await comment(other, id, 'A third reply.', first);
  await expect(dialog).toContainText('all 3 replies to it will be deleted');
  // Only the dialog uses the new count: the list behind it must not change.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(comments(page).getByRole('article')).toHaveCount(1);

  await page.route('**/api/posts/*/comments', (route) => route.abort('connectionreset'), { times: 1 });
  await ask();
  await expect(dialog).toContainText(
    'all replies to it will be deleted. This cannot be undone. The number of replies could not be',
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(comments(page).getByRole('article')).toHaveCount(0);
});

test('a thread that is deleted elsewhere disappears, and a started reply to it is kept', async ({
  user: page,
  post: id,
  other,
}) => {
  const first = await comment(other, id, 'The first comment.');
  for (let count = 1; count <= 5; count += 1) await comment(other, id, `Reply ${count}.`, first);
  await comment(other, id, 'Another comment.');
  const remove = (commentId: string) => call(other, 'DELETE', `/api/comments/${commentId}`);
  const begin = async (answered: string, reply: string): Promise<void> => {
    await commentBy(page, answered)
      .getByRole('button', { name: /^Reply to/ })
      .click();
    await page.getByLabel(/^Reply to/).fill(reply);
  };
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

  // Without live updates the deletion is only noticed when the reply is sent.
  await page.route('**/api/live**', (route) => route.fulfill({ status: 503, body: '' }));
  const last = await comment(other, id, 'Soon gone.');
  await page.reload();
  await begin('Soon gone.', 'Too late.');
  await remove(last);
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(toast(page, 'Failed to post reply')).toContainText('Comment not found');
  await expect(kept).toContainText('Too late.');
  await expect(comments(page).getByRole('article')).toHaveCount(1);
});
