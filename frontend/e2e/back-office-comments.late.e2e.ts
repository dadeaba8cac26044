import { expect, type Page } from '@playwright/test';
import { rowsOf } from './support/admins.ts';
import { me } from './support/api.ts';
import { expectWellAtWidths } from './support/axe.ts';
import { comment, tabTo, toast } from './support/community.ts';
import { newSeed } from './support/photo.ts';
import { test } from './support/site.ts';
import { publish } from './support/visitor.ts';

const GONE = 'This comment was removed by a moderator.';
const rows = (page: Page) => rowsOf(page, 'comments');
const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text });

/** What a visitor reads below a post. */
async function shownTexts(page: Page, postId: string): Promise<string[]> {
  const threads: { text: string; replies: { text: string }[] }[] = await (
    await page.request.get(`/api/posts/${postId}/comments`)
  ).json();
  return threads.flatMap(({ text, replies }) => [text, ...replies.map((reply) => reply.text)]);
}

test('a moderator hides comments with a reason, one and many, and shows them again', async ({
  moderator: page,
  post: id,
  other: person,
}) => {
  const rude = await comment(person, id, 'How rude.');
  await comment(person, id, 'No, you.', rude);
  await comment(person, id, 'Lovely light.');
  await page.goto(`/rtm-sys/post/${id}`);
  await page.getByRole('region', { name: 'Facts' }).getByRole('link', { name: '3', exact: true }).click();
  await expect(page).toHaveURL(`/rtm-sys/comments?post=${id}`);
  await expect(rows(page)).toHaveCount(4);
  await expectWellAtWidths(page, [360, 1440]);

  await rowOf(page, 'How rude.').focus();
  await page.keyboard.press('h');
  const dialog = page.getByRole('dialog', { name: 'Hide This Comment?' });
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please choose a reason')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Insults or harassment' }).check();
  await tabTo(page, /^Hide$/);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Comment hidden')).toBeVisible();
  await expect(rowOf(page, 'How rude.')).toContainText('Insults or harassment');
  await expect(rowOf(page, 'How rude.')).toBeFocused();
  expect(await shownTexts(page, id)).toEqual(['Lovely light.', GONE, 'No, you.']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect(rowOf(page, 'How rude.')).not.toContainText('Hidden');
  expect(await shownTexts(page, id)).toEqual(['Lovely light.', 'How rude.', 'No, you.']);

  await rowOf(page, 'How rude.').focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Chosen comments' });
  await expect(bar).toContainText('3 chosen');
  await bar.getByRole('button', { name: 'Hide…' }).click();
  const many = page.getByRole('dialog', { name: 'Hide 3 Comments?' });
  await many.getByRole('radio', { name: 'Advertising or spam' }).check();
  await many.getByRole('button', { name: 'Hide', exact: true }).click();
  const outcome = page.getByRole('dialog', { name: '3 comments hidden' });
  await expect(outcome).toContainText('3 of 3');
  expect(await shownTexts(page, id)).toEqual([]);
  await outcome.getByRole('button', { name: 'Undo All' }).click();
  const undone = page.getByRole('dialog', { name: '3 comments undone' });
  await undone.getByRole('button', { name: 'Close' }).first().click();
  expect(await shownTexts(page, id)).toHaveLength(3);

  await rowOf(page, 'Lovely light.').getByRole('button', { name: /^Hide/ }).click();
  await dialog.getByRole('radio', { name: 'Advertising or spam' }).check();
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(rowOf(page, 'Lovely light.')).toContainText('Hidden');
  await rowOf(page, 'Lovely light.').getByRole('button', { name: /^Show/ }).click();
  const showing = page.getByRole('dialog', { name: 'Show This Comment?' });
  await showing.getByRole('button', { name: 'Show' }).click();
  await expect(showing.getByText('Please give a reason')).toBeVisible();
  await showing.getByLabel('Reason').fill('It is about the light.');
  await showing.getByRole('button', { name: 'Show' }).click();
  await expect(toast(page, 'Comment shown')).toBeVisible();
  await expect(rowOf(page, 'Lovely light.')).toContainText('Shown');
  expect(await shownTexts(page, id)).toContain('Lovely light.');
});

test('comments are filtered by address, searched, and opened with their post', async ({
  moderator: page,
  otherPage: person,
}) => {
  const [id, other] = [await publish(person), await publish(person)];
  // No long number: the text check would take some for a phone number.
  const words = `lantern ${newSeed() % 10_000}`;
  const { anonymousUsername } = await me(person);
  await comment(person, id, words);
  await comment(person, other, 'Another one.');
  await page.goto(`/rtm-sys/comments?post=${id}&hidden=false`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('link', { name: anonymousUsername, exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'By one person' }).click();
  await expect(page).toHaveURL('/rtm-sys/comments');
  await page.getByRole('searchbox', { name: 'Search in texts' }).fill(words);
  await expect(page).toHaveURL(/search=lantern/);
  await expect(rows(page)).toHaveCount(2);
  const file = await page.request.get((await page.getByRole('link', { name: 'CSV' }).getAttribute('href'))!);
  expect(await file.text()).toContain(words);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Hidden');
  await expect(page.getByText('No comments here.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Shown');
  await rowOf(page, words).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/rtm-sys/post/${id}`);
});
