import { expect } from '@playwright/test';
import type { TimelineLine } from '../../src/api/generated/schema.d.ts';
import { expectWellAtWidths } from '../support/axe.ts';
import { recording } from '../support/screen-server.ts';
import { known, test } from '../support/screen.ts';

test.use({ viewer: 'member' });

const lines = recording.answers.member['GET /api/user/timeline']!.body as TimelineLine[];

test('a person reads their timeline by keyboard, page by page', async ({ page, api }) => {
  const photo = { ...lines.at(-2)!, id: 'photo', deletedAt: '2035-05-24T14:00:00.000Z' };
  api.on('GET /api/user/timeline', async ({ query }) => {
    if (query['cursor']) return { status: 200, body: [photo, lines.at(-1)!] };
    const link = '</api/user/timeline?cursor=older>; rel="next"';
    return { status: 200, headers: { link }, body: lines.slice(0, -1) };
  });
  await page.goto('/account/settings#timeline');
  await page.getByRole('link', { name: 'Open My Timeline' }).press('Enter');
  await expect(page).toHaveURL('/account/timeline');
  await expect(page.getByRole('heading', { name: 'My Timeline', level: 1 })).toBeFocused();
  const shown = page.getByRole('main').getByRole('listitem');
  await expect(shown).toHaveCount(lines.length - 1);
  await expectWellAtWidths(page);
  const more = page.getByRole('button', { name: 'Show More' });
  await more.press('Enter');
  await expect(shown.last()).toContainText('You registered an account');
  await expect(shown.filter({ hasText: 'The photo is deleted on' })).toContainText(
    /The photo is deleted on .+ at \d\d:\d\d unless you publish it\./,
  );
  await expect(more).toBeHidden();
  await expectWellAtWidths(page);
  const link = shown.getByRole('link', { name: 'a post' }).first();
  const address = await link.getAttribute('href');
  await link.press('Enter');
  await expect(page).toHaveURL(address!);
});

test('the owner of a post reads its history, which others do not have @verify', async ({ page, api }) => {
  api.answer('GET /api/posts/{id}/history', lines.slice(0, 3));
  await page.goto(`/post/${known.ownPost}`);
  await page.getByRole('link', { name: 'History of this post' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'History of My Post', level: 1 })).toBeFocused();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
  await expectWellAtWidths(page);
  await page.goto(`/post/${known.post}`);
  await expect(page.getByRole('region', { name: 'Author' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'History of this post' })).toHaveCount(0);
  api.refuse('GET /api/posts/{id}/history', 404, { code: 'not_found' });
  await page.goto(`/account/timeline?post=${known.post}`);
  await expect(page.getByText('This post does not exist, or it is not yours.')).toBeVisible();
});
