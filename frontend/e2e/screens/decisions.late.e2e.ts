import { expect, type Page } from '@playwright/test';
import type { AdminAppeal, OwnDecision } from '../../src/api/generated/schema.d.ts';
import { rowsOf } from '../support/admins.ts';
import { expectWellAtWidths } from '../support/axe.ts';
import { toast } from '../support/community.ts';
import { known, now, test } from '../support/screen.ts';
import { recording } from '../support/screen-server.ts';

const looksWell = (page: Page) => expectWellAtWidths(page, [360, 1440]);

test.describe('for the person', () => {
  test.use({ viewer: 'member' });

  const [hidden] = recording.answers.member['GET /api/user/decisions']!.body as OwnDecision[];

  test('the owner of a hidden post learns why, and appeals once', async ({ page, api }) => {
    let decision: OwnDecision = { ...hidden!, appeal: null, canAppeal: true };
    api.answer('GET /api/user/decisions', () => [decision]);
    api.on('POST /api/user/decisions/{id}/appeal', async () => {
      decision = hidden!;
      return { status: 200, body: {} };
    });
    await page.goto('/my-posts');
    await expect(page.getByText('A moderator decided: Shows a face or identifies a person.')).toBeVisible();
    await looksWell(page);
    await page.goto(`/post/${known.hiddenPost}`);
    const notice = page.getByRole('region', { name: 'About this post' });
    await expect(notice).toContainText('A moderator hid this post.');
    await expect(notice).toContainText('Reason: Shows a face or identifies a person. See section 5');
    await expect(notice).toContainText('“A street sign can be read.”');
    await expect(notice.getByRole('link', { name: 'My Posts' })).toHaveAttribute('href', '/my-posts');
    await expect(notice.getByRole('link', { name: 'upload another photo' })).toHaveAttribute('href', '/');
    // For others, its address is not found.
    await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
    await notice.getByRole('button', { name: 'Appeal…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Appeal the Decision' });
    await dialog.getByRole('button', { name: 'Send Appeal' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Please say why the decision is wrong');
    await looksWell(page);
    await dialog.getByLabel('Why is the decision wrong?').fill('The sign is from a film.');
    await dialog.getByRole('button', { name: 'Send Appeal' }).click();
    await expect(toast(page, 'Appeal sent')).toBeVisible();
    await expect(notice).toContainText('You appealed on');
    await expect(notice.getByRole('button', { name: 'Appeal…' })).toHaveCount(0);
    await looksWell(page);
    api.answer('GET /api/posts/{id}', (post) => ({
      ...post,
      decision: post.decision && { ...post.decision, kind: 'removed' },
    }));
    await page.reload();
    await expect(notice).toContainText('A moderator removed this post.');
  });

  test('the owner of a withheld profile learns why beside each part, and appeals without saving the form', async ({
    page,
    api,
  }) => {
    const actId = known.act!;
    const decision = { ...hidden!, actId, kind: 'withheld', appeal: null, canAppeal: true } as OwnDecision;
    api.answer('GET /api/auth/me', (user) => ({
      ...user,
      withheld: (['name', 'links', 'picture'] as const).map((part) => ({ part, actId })),
    }));
    api.answer('GET /api/user/decisions', [decision]);
    api.on('POST /api/user/decisions/{id}/appeal', async () => ({ status: 201, body: {} }));
    await page.goto('/profile/settings');
    await expect(page.getByRole('region', { name: /^About your/ })).toHaveCount(3);
    const note = page.getByRole('region', { name: 'About your display name' });
    await expect(note).toContainText('A moderator withheld your display name.');
    await expect(note).toContainText('Reason: Shows a face or identifies a person. See section 5');
    await expect(note).toContainText('A moderator wrote: “A street sign can be read.”');
    await looksWell(page);
    await note.getByRole('button', { name: 'Appeal…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Appeal the Decision' });
    await dialog.getByLabel('Why is the decision wrong?').fill('It is my name.');
    await dialog.getByRole('button', { name: 'Send Appeal' }).click();
    await expect(toast(page, 'Appeal sent')).toBeVisible();
    expect(api.calls('PATCH /api/user/profile')).toEqual([]);
  });

  test('a suspended person gets from the banner to the decision and its appeal', async ({ page, api }) => {
    const endsAt = '2999-12-01T23:59:59.000Z';
    const appeal = {
      text: 'I quoted a song.',
      filedAt: now,
      outcome: 'rejected',
      note: 'No.',
      decidedAt: now,
    };
    api.answer('GET /api/auth/me', (user) => ({
      ...user,
      suspension: { id: known.act!, cause: 'moderation', reason: 'Rude replies.', endsAt } as never,
    }));
    api.answer('GET /api/user/decisions', [
      {
        ...hidden!,
        kind: 'suspended',
        title: 'Your account was suspended',
        postId: null,
        endsAt,
      } as OwnDecision,
      { ...hidden!, actId: 'b', isUndone: true, appeal: { ...appeal, outcome: 'granted' } } as OwnDecision,
      {
        ...hidden!,
        actId: 'c',
        kind: 'reportDismissed',
        title: 'Your report was dismissed',
        text: 'It advertises a shop.',
        appeal,
      } as OwnDecision,
    ]);
    await page.goto('/leaderboard');
    const banner = page.getByRole('region', { name: 'About your account' });
    await expect(banner).toContainText('Your account is suspended until 1 December 2999');
    await expect(banner).toContainText('Rude replies.');
    await looksWell(page);
    await banner.getByRole('link', { name: 'See the decision' }).click();
    const decisions = page.getByRole('region', { name: 'Decisions' });
    await expect(decisions).toContainText('The suspension ends on 1 December 2999');
    await expect(decisions).toContainText(/Undone.*It was granted/s);
    await expect(decisions).toContainText(/You reported: “It advertises a shop\.”.*It was rejected/s);
    await expect(decisions).toContainText('The admin who decided it wrote: “No.”');
    await looksWell(page);
  });
});

test.describe('for moderators', () => {
  test.use({ viewer: 'moderator' });

  test('an appeal is granted, or rejected with a note, by those who may', async ({ page, api }) => {
    let changes: Partial<AdminAppeal> = { refusal: 'This appeal is about your own decision.' };
    api.answer('GET /api/rtm-sys/appeals/{id}', (recorded) => ({ ...recorded, ...changes }));
    api.on('POST /api/rtm-sys/appeals/{id}/decide', async ({ body }) => {
      const { granted, note } = body as { granted: boolean; note: string };
      changes = { outcome: granted ? 'granted' : 'rejected', note, decidedBy: 'mo', decidedAt: now };
      return { status: 200, body: {} };
    });
    await page.goto('/rtm-sys/appeals');
    const row = rowsOf(page, 'appeals').nth(1);
    await expect(row).toContainText('Post hidden');
    await expect(
      page
        .getByRole('navigation', { name: 'Back office' })
        .getByRole('link', { name: /^Appeals ?\d+ waiting/ }),
    ).toBeVisible();
    await looksWell(page);
    await row.getByRole('link', { name: /^Open the appeal by / }).click();
    await expect(page.getByText('This appeal is about your own decision.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Grant' })).toHaveCount(0);
    changes = { refusal: null };
    await page.reload();
    await expect(page.getByRole('main')).toContainText('The sign is from a film.');
    const note = page.getByLabel('Note for the person');
    for (const [act, outcome] of [
      ['Reject', 'Rejected'],
      ['Grant', 'Granted'],
    ] as const) {
      changes = { refusal: null };
      await page.reload();
      if (act === 'Reject') {
        await page.getByRole('button', { name: act }).click();
        await expect(page.getByText('Please say why you reject it')).toBeVisible();
        await looksWell(page);
      }
      await note.fill('You are right, sorry.');
      await page.getByRole('button', { name: act }).click();
      await expect(toast(page, `Appeal ${outcome.toLowerCase()}`)).toBeVisible();
      const shown = page.getByRole('region', { name: 'Outcome' });
      await expect(shown).toContainText(outcome);
      await expect(shown).toContainText('You are right, sorry.');
      await looksWell(page);
    }
  });
});
