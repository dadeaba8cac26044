import { expect } from '@playwright/test';
import type { WeeklyBoard } from '../../src/api/generated/schema.d.ts';
import { call, type Person } from '../support/api.ts';
import { rate } from '../support/community.ts';
import { moveClock, operate } from '../support/server.ts';
import { test } from '../support/site.ts';
import { publish } from '../support/visitor.ts';

// A server of its own, which only other tests with this program share: the others need the true time.
test.use({ program: 'moving' });

const MINUTE_MS = 60_000;

/** Moves the clock of the server past the closing of the running week. Returns this week. */
async function passWeek({ request }: Person): Promise<string> {
  const { week, endsAt }: WeeklyBoard = await (await request.get('/api/leaderboard/weekly')).json();
  const [now] = await operate('move-clock', '0');
  await moveClock(Date.parse(endsAt) - Date.parse(now!) + MINUTE_MS);
  // After a jump the clock is not trusted for ten minutes.
  for (let minutes = 0; minutes < 11; minutes += 1) await moveClock(MINUTE_MS);
  return week;
}

test('a week closes: the next one is empty, and the Hall of Fame keeps the ranks', async ({
  user: page,
  other,
  newPerson,
}) => {
  // Posts of other tests are not in the next week.
  await passWeek(page);
  const [first, second] = [await publish(page), await publish(other)];
  await rate(other, first, 10);
  await rate(page, second, 0);
  await page.goto('/leaderboard?tab=week');
  const cards = page.getByRole('region', { name: 'Posts', exact: true }).getByRole('article');
  const cardOf = (id: string) => cards.filter({ has: page.locator(`a[href="/post/${id}"]`) });
  await expect(cardOf(first)).toContainText('1st');
  await expect(cardOf(second)).toContainText('2nd');

  const week = await passWeek(page);
  // What happens after the closing changes no rank.
  await rate(await newPerson(), second, 10);
  expect((await call(page, 'DELETE', `/api/user/posts/${first}`)).ok()).toBe(true);
  await page.reload();
  await expect(page.getByText('No submissions this week')).toBeVisible();
  const hall = page.getByRole('region', { name: 'Hall of Fame' });
  await hall.getByRole('link', { name: `Week ${Number(week.slice(-2))}`, exact: true }).click();
  await expect(page).toHaveURL(`/leaderboard?tab=week&week=${week}`);
  await expect(page.getByText('Final standings')).toBeVisible();
  await expect(page.getByText('Removed')).toHaveText(['Removed', 'Removed']);
  await expect(cardOf(second)).toContainText('2nd');
  await cardOf(second).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Why this rank' }).click();
  const rank = page.locator('dl > div').filter({ hasText: /^Final rank in week/ });
  await expect(rank.locator('dd')).toHaveText('2');
  await rank.getByRole('link').click();
  await page.getByRole('link', { name: 'Running week' }).click();
  await expect(page.getByText('Ends in')).toBeVisible();
});
