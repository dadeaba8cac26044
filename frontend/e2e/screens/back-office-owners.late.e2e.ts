import { expect, type Page } from '@playwright/test';
import type { AdminProposal, AdminUser, ViewDetails, WeekRecount } from '../../src/api/generated/schema.d.ts';
import { adminPassword } from '../support/admins.ts';
import { expectWellAtWidths, findingsBy } from '../support/axe.ts';
import { toast } from '../support/community.ts';
import { known, now, test } from '../support/screen.ts';
import { recording } from '../support/screen-server.ts';

test.use({ viewer: 'owner' });

const { owner: answers } = recording.answers;
const dialog = (page: Page) => page.getByRole('dialog');
const success = { success: true } as const;

test('an owner asks to dismiss another one, and only a second owner confirms it', async ({ page, api }) => {
  const admins = answers['GET /api/rtm-sys/admins']!.body as AdminUser[];
  const self = answers['GET /api/rtm-sys/me']!.body as AdminUser;
  const [other] = admins.filter(({ id }) => id !== self.id) as [AdminUser];
  const proposal = {
    id: known.act!,
    act: 'dismissOwner',
    name: 'Dismiss an owner',
    subjectId: other.id,
    subjectName: other.username,
    by: self.id,
    note: 'Left the team.',
    dueAt: now,
    status: 'open',
    role: null,
    refund: null,
    email: null,
    reason: null,
    isDelayed: false,
    at: now,
    decidedBy: null,
    problem: null,
  } satisfies AdminProposal;
  let proposals: AdminProposal[] = [];
  api.answer('GET /api/rtm-sys/proposals', () => proposals);
  api.on('POST /api/rtm-sys/admins/{id}/dismiss', async () => {
    proposals = [proposal];
    return { status: 200, body: proposal };
  });
  await page.goto('/rtm-sys/admins');
  await page.getByRole('button', { name: `Dismiss ${other.username}`, exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog(page).getByText('Please give a reason')).toBeVisible();
  await dialog(page).getByLabel('Reason').fill('Left the team.');
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page, 'Another owner must confirm this')).toBeVisible();
  const asked = page.getByRole('list', { name: 'Proposals' });
  await expect(asked).toContainText('You asked');
  await expect(asked.getByRole('button', { name: /^Confirm/ })).toBeHidden();
  await expectWellAtWidths(page);

  proposals = [{ ...proposal, by: other.id }];
  await page.reload();
  await expect(asked).toContainText(`Asked by ${other.username}`);
  await asked.getByRole('button', { name: `Confirm: Dismiss an owner: ${other.username}` }).click();
  await expect(dialog(page)).toContainText(
    `Dismiss an owner: ${other.username}. ${other.username} asked for it. It is carried out at once.“Left the team.”`,
  );
  const message = 'Use another browser.';
  api.refuse('POST /api/rtm-sys/proposals/{id}/confirm', 403, { message });
  await dialog(page).getByLabel('Password').fill(adminPassword);
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog(page).getByText(message)).toBeVisible();
  await expectWellAtWidths(page);
  api.answer('POST /api/rtm-sys/proposals/{id}/confirm', { ...proposal, status: 'done' });
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(toast(page, 'Confirmed')).toBeVisible();
});

/** Asks for an operation by keyboard, with a reason. */
async function decide(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `${name}…` }).press('Enter');
  await expect(dialog(page).getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('A fold was corrected.');
  await dialog(page).getByRole('button', { name, exact: true }).press('Enter');
  await expect(dialog(page)).toBeHidden();
}

test('an owner rebuilds a view, looks at the differences, switches and rolls back', async ({ page, api }) => {
  const progress = { events: 10, position: 10 } as NonNullable<ViewDetails['trial']>['progress'];
  const listed = [{ id: '2020-W01', kind: 'only live' as const, fields: [] }];
  const trial: NonNullable<ViewDetails['trial']> = {
    state: 'ready',
    generation: 'v8-2',
    progress,
    eventsPerSecond: 0,
    secondsLeft: null,
    compared: 12,
    comparison: { documents: 12, differences: 1, unsettled: 0, listed } as never,
    error: null,
  };
  const changes: Partial<ViewDetails> = { trial: null, previous: null };
  api.answer('GET /api/rtm-sys/projections/{name}', (view) => ({ ...view, ...changes }));
  for (const [act, then] of Object.entries({
    rebuild: { trial },
    switch: { trial: null, previous: 'v8-1', generation: 'v8-2' },
    'roll-back': { previous: null, generation: 'v8-1' },
    'throw-away': { trial: null },
  })) {
    api.on(`POST /api/rtm-sys/projections/{name}/${act as 'rebuild'}`, async () => {
      Object.assign(changes, then);
      return { status: 200, body: success };
    });
  }
  api.answer('GET /api/rtm-sys/projections', ({ views, ...rest }) => ({
    ...rest,
    views: views.map((view) => ({ ...view, trialState: changes.trial?.state ?? null })),
  }));
  await page.goto('/rtm-sys/projections');
  await expect(page.getByRole('table', { name: 'Reactions' })).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  expect(await findingsBy(page, 'target-size', 'landmark-unique')).toEqual([]);
  const view = page.getByRole('table', { name: 'Views' }).getByRole('row', { name: 'accounts' });
  await view.getByRole('link', { name: 'accounts' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'accounts', level: 1 })).toBeVisible();
  await decide(page, 'Rebuild');
  await expect(toast(page, 'The build has started')).toBeVisible();
  const differences = page.getByRole('table', { name: 'Differences' });
  await expect(differences.getByRole('row', { name: '2020-W01 Missing in the build' })).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  await page.getByRole('link', { name: 'Projections' }).first().press('Enter');
  await expect(view).toContainText('Build to decide on');
  await view.getByRole('link', { name: 'accounts' }).press('Enter');
  const generation = page.getByText('Generation', { exact: true }).locator('+ dd');
  await decide(page, 'Switch');
  await expect(generation).toHaveText('v8-2');
  await expect(differences).toBeHidden();
  await decide(page, 'Roll Back');
  await expect(generation).toHaveText('v8-1');
  await expect(page.getByRole('button', { name: 'Roll Back…' })).toBeHidden();
  await decide(page, 'Rebuild');
  await decide(page, 'Throw Away');
  await expect(differences).toBeHidden();
  const sent = { params: { name: 'accounts' }, body: { reason: 'A fold was corrected.' } };
  for (const act of ['rebuild', 'switch', 'roll-back', 'throw-away'] as const) {
    expect(api.calls(`POST /api/rtm-sys/projections/{name}/${act}`)[0], act).toMatchObject(sent);
  }
});

test('an owner counts a closed week again, throws the recount away, and accepts another one @verify', async ({
  page,
  api,
}) => {
  const week = '2035-W20';
  const place = { rank: 1, scoreTenths: 90 };
  const difference = {
    postId: known.post!,
    recorded: { ...place, scoreCount: 99 },
    counted: { ...place, scoreCount: 1 },
  };
  const recount: WeekRecount = {
    week,
    closing: 'a-closing',
    state: 'ready',
    position: 10,
    before: 10,
    comparison: { ranks: 1, differences: 1, listed: [difference] },
    error: null,
  };
  const same: WeekRecount = { ...recount, comparison: { ranks: 1, differences: 0, listed: [] } };
  const next = [recount, recount, same];
  let current: WeekRecount | null = null;
  api.answer('GET /api/rtm-sys/weeks', { weeks: [{ week, ranks: 1 }] });
  api.answer('GET /api/rtm-sys/weeks/recount', () => ({ recount: current }));
  api.answer('GET /api/rtm-sys/projections/{name}', () => ({
    ...(answers['GET /api/rtm-sys/projections/accounts']!.body as ViewDetails),
    name: 'weekly',
  }));
  api.on('POST /api/rtm-sys/weeks/{week}/recount', async () => {
    current = next.shift()!;
    return { status: 200, body: success };
  });
  for (const end of ['throw-away', 'reopen'] as const) {
    api.on(`POST /api/rtm-sys/weeks/{week}/${end}`, async () => {
      current = null;
      return { status: 200, body: success };
    });
  }
  await page.goto('/rtm-sys/projection/weekly');
  await expect(page.getByLabel('Week', { exact: true })).toHaveValue(week);
  const row = page.getByRole('table', { name: 'Differences of the archive' }).getByRole('row').nth(1);
  await decide(page, 'Recount');
  await expect(row).toContainText(known.post!);
  await expect(row).toContainText(/in 99 scores.*in 1 score/s);
  await expectWellAtWidths(page, [360, 1440]);
  await page.getByRole('link', { name: 'Projections' }).first().click();
  const overview = page.getByRole('table', { name: 'Views' });
  await expect(overview).toContainText(`Recount of ${week} to decide on`);
  await overview.getByRole('link', { name: 'weekly' }).click();
  await decide(page, 'Throw Away');
  await expect(row).toBeHidden();
  await decide(page, 'Recount');
  await decide(page, 'Accept');
  await expect(toast(page, 'The week is closed with the ranks of the recount')).toBeVisible();
  await expect(row).toBeHidden();
  expect(api.calls('POST /api/rtm-sys/weeks/{week}/reopen')[0]).toMatchObject({
    params: { week },
    body: { closing: 'a-closing' },
  });
  await decide(page, 'Recount');
  await expect(page.getByText(`The archive of ${week} equals the recount: 1 rank.`)).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
});

test('an owner reads what stands still, since when, and what to do @verify', async ({ page, api }) => {
  const alarms = [
    {
      name: 'view-stuck',
      about: 'leaderboard',
      problem: 'It is at position 1200, and the log ends at 1250: a document is too large.',
      since: now,
      isDegrading: true,
      remedy: 'Read its error, and rebuild it.',
    },
    {
      name: 'reaction-stuck',
      about: 'payment-fulfilment',
      problem: `It handles an event of ${'a-very-long-stream-name-'.repeat(8)}.`,
      since: now,
      isDegrading: true,
      remedy: 'Look at the provider.',
    },
  ] as const;
  const damage = 'The log has a gap: positions 7 to 9 are missing. Restore a backup.';
  api.answer('GET /api/rtm-sys/projections', (views) => ({ ...views, alarms: [...alarms], damage }));
  await page.goto('/rtm-sys/projections');
  const list = page.getByRole('region', { name: 'Alarms' });
  await expect(list.getByText('positions 7 to 9 are missing')).toBeVisible();
  await expect(list.getByRole('listitem').first()).toContainText(
    /leaderboard view-stuck since .*2035.*It is at position 1200.*Read its error, and rebuild it\./,
  );
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expectWellAtWidths(page, [360, 1440]);
});

test('the processes of a site are listed if there are several', async ({ page, api }) => {
  const one = {
    id: 'one',
    role: 'worker',
    isActive: true,
    place: '/var/lib/footnote/data on footnote-worker-1.internal.example.org',
    version: '0.1.0',
    startedAt: now,
    isLive: true,
    silentSeconds: 1,
  } as const;
  const gone = { ...one, id: 'two', role: 'web', isActive: false, isLive: false, silentSeconds: 42 } as const;
  const list = page.getByRole('table', { name: 'Processes' });
  await page.goto('/rtm-sys/projections');
  await expect(page.getByRole('table', { name: 'Views' })).toBeVisible();
  await expect(list).toBeHidden();
  api.answer('GET /api/rtm-sys/processes', () => ({ processes: [one, gone] }));
  await page.reload();
  await expect(list.getByRole('row').nth(1)).toContainText(/^workerActive.*worker-1.*0\.1\.0.*2035.*Now$/);
  await expect(list.getByRole('row').nth(2)).toContainText(/^webGone.*42 s ago$/);
  await expectWellAtWidths(page, [360, 1440]);
});
