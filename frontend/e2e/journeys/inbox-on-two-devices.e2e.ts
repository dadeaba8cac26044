import { expect, type Page } from '@playwright/test';
import { comment, rate } from '../support/community.ts';
import { openLive } from '../support/live.ts';
import { test } from '../support/site.ts';

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Inbox/ });
const entries = (page: Page) => page.getByRole('main').getByRole('listitem');

test('votes and a comment appear live on two devices, are read on one, and are read on the other', async ({
  user: page,
  ownPost,
  newPerson,
  newBrowser,
}) => {
  const device = await newBrowser(page);
  for (const each of [page, device]) {
    await openLive(each, '/leaderboard');
    await expect(bell(each)).toHaveAccessibleName('Inbox');
  }
  const people = [await newPerson(), await newPerson(), await newPerson()];
  for (const person of people) await rate(person, ownPost, 8);
  for (const each of [page, device]) await expect(bell(each)).toHaveAccessibleName('Inbox, 1 new');
  await comment(people[0]!, ownPost, 'What a fine pair.');
  for (const each of [page, device]) await expect(bell(each)).toHaveAccessibleName('Inbox, 2 new');

  await bell(page).click();
  await expect(entries(page)).toHaveText([
    /^3 new votes.*New$/,
    /^New comment on your postNew.*: “What a fine pair\.”$/,
  ]);
  for (const each of [page, device]) await expect(bell(each)).toHaveAccessibleName('Inbox');
  await bell(device).click();
  await expect(entries(device)).toHaveCount(2);
  await expect(entries(device).getByText('New', { exact: true })).toHaveCount(0);
  await expect(entries(page).getByText('New', { exact: true })).toHaveCount(2);

  // What comes next is read by opening its post.
  for (const each of [page, device]) await openLive(each, '/leaderboard');
  await comment(people[1]!, ownPost, 'The light is lovely, too.');
  for (const each of [page, device]) await expect(bell(each)).toHaveAccessibleName('Inbox, 1 new');
  await device.goto(`/post/${ownPost}`);
  for (const each of [page, device]) await expect(bell(each)).toHaveAccessibleName('Inbox');
});
