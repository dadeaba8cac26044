import { expect, type Locator, type Page } from '@playwright/test';
import type {
  AdminComment,
  AdminReport,
  AdminUser,
  ManagedUser,
  ReviewItem,
} from '../../src/api/generated/schema.d.ts';
import { chooseInMenu, rowOfPost, rowsOf } from '../support/admins.ts';
import { expectWellAtWidths, seriousFindings } from '../support/axe.ts';
import { tabTo, toast } from '../support/community.ts';
import { sweep } from '../support/scope.ts';
import { known, now, test } from '../support/screen.ts';
import { recording } from '../support/screen-server.ts';

test.use({ viewer: 'owner' });

const { owner: answers } = recording.answers;
/** A profile with nothing but the anonymous username. */
const bare = { displayUsername: null, bio: null, socialLinks: null, profilePictureUrl: null } as const;
const dialog = (page: Page) => page.getByRole('dialog');
const done = { actId: known.act!, waitsUntil: null };

test('comments are filtered by address, hidden with a reason, and shown again with one', async ({
  page,
  api,
}) => {
  const [reply, shy] = answers['GET /api/rtm-sys/comments?sort=-createdAt']!.body as AdminComment[];
  let comments = [reply!, shy!];
  const rowOf = (text: string) => rowsOf(page, 'comments').filter({ hasText: text });
  const change = (id: string, changes: Partial<AdminComment>): void => {
    comments = comments.map((one) => (one.id === id ? { ...one, ...changes } : one));
  };
  api.answer('GET /api/rtm-sys/comments', (_, { query }) =>
    comments.filter(
      ({ userId, isHidden }) =>
        (query.author ?? userId) === userId && (query.hidden ?? `${isHidden}`) === `${isHidden}`,
    ),
  );
  api.on('DELETE /api/rtm-sys/comments/{id}', async ({ params, body }) => {
    change(params.id!, { ...(body as Pick<AdminComment, 'reason'>), isHidden: true, actId: known.act! });
    return { status: 200, body: done };
  });
  api.on('POST /api/rtm-sys/acts/{id}/undo', async () => {
    change(shy!.id, { isHidden: false, reason: null });
    return { status: 200, body: { success: true, waitsUntil: null } };
  });
  await page.goto(`/rtm-sys/comments?post=${known.post}&hidden=false`);
  await expect(rowsOf(page, 'comments')).toHaveCount(3);
  await expectWellAtWidths(page, [360, 1440]);
  await rowOf(shy!.text!).focus();
  await page.keyboard.press('h');
  await expect(dialog(page).getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Please choose a reason')).toBeVisible();
  await dialog(page).getByRole('radio', { name: 'Insults or harassment' }).check();
  await tabTo(page, /^Hide$/);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Comment hidden')).toBeVisible();
  await expect(rowOf(shy!.text!)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await rowOf(shy!.text!).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('region', { name: 'Chosen comments' }).getByRole('button', { name: 'Hide…' }).click();
  const many = page.getByRole('dialog', { name: 'Hide 2 Comments?' });
  await many.getByRole('radio', { name: 'Advertising or spam' }).check();
  await many.getByRole('button', { name: 'Hide', exact: true }).click();
  const outcome = page.getByRole('dialog', { name: '2 comments hidden' });
  await outcome.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Hidden');
  await expect(rowOf(shy!.text!)).toContainText('Advertising or spam');
  await rowOf(shy!.text!).getByRole('button', { name: /^Show/ }).click();
  const showing = page.getByRole('dialog', { name: 'Show This Comment?' });
  await showing.getByRole('button', { name: 'Show' }).click();
  await expect(showing.getByText('Please give a reason')).toBeVisible();
  await showing.getByLabel('Reason').fill('It is about the light.');
  await showing.getByRole('button', { name: 'Show' }).click();
  await expect(toast(page, 'Comment shown')).toBeVisible();
  await expect(rowOf(shy!.text!)).toBeHidden();
  const [hidden] = api.calls('DELETE /api/rtm-sys/comments/{id}');
  expect(hidden).toMatchObject({ params: { id: shy!.id }, body: { reason: 'abuse', note: '' } });
  const [, shown] = api.calls('POST /api/rtm-sys/acts/{id}/undo');
  expect(shown).toMatchObject({ params: { id: known.act }, body: { reason: 'It is about the light.' } });
  await page.goto(`/rtm-sys/comments?author=${reply!.userId}`);
  await expect(rowsOf(page, 'comments')).toHaveCount(2);
  await page.getByRole('button', { name: 'By one person' }).click();
  await expect(page).toHaveURL('/rtm-sys/comments');
  await page.getByRole('searchbox', { name: 'Search in texts' }).fill('lantern');
  await expect(page).toHaveURL(/search=lantern/);
  await rowOf(shy!.text!).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/rtm-sys/post/${known.post}`);
});

test('a moderator takes a report, notes something, and decides all reports on a post', async ({
  page,
  api,
}) => {
  let reports = answers['GET /api/rtm-sys/reports?sort=-createdAt']!.body as AdminReport[];
  const change = (changes: Partial<AdminReport>, of = reports.slice(0, 1)): void => {
    reports = reports.map((one) => (of.includes(one) ? { ...one, ...changes } : one));
  };
  const note = { at: now, adminId: 'mo', adminName: 'mo', text: 'Same shop as last week.' };
  const changes = {
    assign: { assigneeId: 'mo', assigneeName: 'moderator.mo' },
    notes: { notes: [note] },
    category: { category: 'abuse' },
  } as const;
  api.answer('GET /api/rtm-sys/reports', () => reports);
  for (const [act, to] of Object.entries(changes)) {
    api.on(`POST /api/rtm-sys/reports/{id}/${act as keyof typeof changes}`, async () => {
      change(to as Partial<AdminReport>);
      return { status: 200, body: {} };
    });
  }
  api.on('PATCH /api/rtm-sys/reports/{id}', async () => {
    const decision = { actId: known.act!, at: now, adminName: 'mo', note: '' };
    change({ status: 'reviewed', decision }, reports);
    return { status: 200, body: { actIds: [known.act] } };
  });
  api.on('POST /api/rtm-sys/acts/{id}/undo', async () => {
    change({ status: 'pending', decision: null }, reports);
    return { status: 200, body: { success: true, waitsUntil: null } };
  });
  await page.goto('/rtm-sys/reports');
  const [first, last] = [rowsOf(page, 'reports').nth(1), rowsOf(page, 'reports').nth(2)];
  await expect(first).toContainText('2 open reports');
  await expectWellAtWidths(page, [360, 1440]);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Assigned to' }).click();
  await page.keyboard.press('Escape');
  await chooseInMenu(first, 'Assign to me');
  await expect(first).toContainText('moderator.mo');
  await chooseInMenu(first, 'Add a note…');
  await expect(dialog(page).getByRole('alert')).toBeEmpty();
  await dialog(page).getByRole('button', { name: 'Add' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Please write something first');
  await dialog(page).getByLabel('Note').fill(note.text);
  await dialog(page).getByRole('button', { name: 'Add' }).click();
  await expect(first).toContainText(note.text);
  // The key of the menu, which gives the focus back to the row.
  await first.focus();
  await page.keyboard.press('.');
  await page.getByRole('menuitemradio', { name: 'Insults or harassment' }).click();
  await expect(first).toContainText('Insults or harassment');
  const { id: adminId } = answers['GET /api/rtm-sys/me']!.body as AdminUser;
  for (const [act, body] of [
    ['assign', { adminId }],
    ['notes', { text: note.text }],
    ['category', { category: 'abuse' }],
  ] as const) {
    expect(api.calls(`POST /api/rtm-sys/reports/{id}/${act}`)[0]?.body, act).toEqual(body);
  }

  await expect(first).toBeFocused();
  await page.keyboard.press('r');
  await expect(dialog(page).getByRole('checkbox', { name: 'Decide all 2 pending' })).toBeChecked();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Review' }).click();
  await expect(toast(page, 'Report reviewed')).toBeVisible();
  await expect(last).toContainText('Reviewed');
  await expect(last.getByRole('button', { name: /^(Review|Dismiss)/ })).toHaveCount(0);
  const [decided] = api.calls('PATCH /api/rtm-sys/reports/{id}');
  expect(decided?.body).toEqual({ status: 'reviewed', note: '', together: true });
  await last.getByRole('button', { name: /^Undo the decision/ }).click();
  await dialog(page).getByLabel('Reason').fill('It is their own photo.');
  await dialog(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect(last).toContainText('Pending');
  expect(api.calls('POST /api/rtm-sys/acts/{id}/undo')[0]).toMatchObject({
    params: { id: known.act },
    body: { reason: 'It is their own photo.' },
  });

  api.refuse('PATCH /api/rtm-sys/reports/{id}', 502);
  const failed = toast(page, 'Failed to update report');
  for (const act of ['Review', 'Dismiss']) {
    await first.focus();
    await page.keyboard.press(act[0]!.toLowerCase());
    await dialog(page).getByRole('button', { name: act }).click();
    await expect(failed).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await failed.getByRole('button', { name: 'Close' }).click();
  }
});

test('a moderator withholds parts of a profile, as they saw it', async ({ page, api }) => {
  const users = answers['GET /api/rtm-sys/users?sort=-createdAt']!.body as ManagedUser[];
  const { id } = users.find(({ id: one }) => one === known.troll)!;
  const profile = {
    displayUsername: 'Rude Owl',
    bio: 'Write to me at once!',
    socialLinks: { twitter: 'rude' },
    profilePictureUrl: `/api/rtm-sys/pictures/${known.post}/320.webp`,
    profileChangedAt: now,
    withheld: [{ part: 'bio', actId: known.act! }],
  } as const satisfies Partial<ManagedUser>;
  api.answer('GET /api/rtm-sys/me', (admin) => ({ ...admin, role: 'moderator' }));
  api.answer('GET /api/rtm-sys/users', () =>
    users.map((user) => (user.id === id ? { ...user, ...profile } : { ...user, ...bare })),
  );
  await page.goto('/rtm-sys/users');
  // Who has nothing that others see cannot lose it.
  const shown = rowsOf(page, 'users').filter({ hasText: 'Rude Owl' });
  const bareRow = rowsOf(page, 'users').filter({ hasNotText: 'Rude Owl' }).nth(1);
  await bareRow.getByRole('button', { name: /^More for/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Audit trail', 'As it was']);
  await page.keyboard.press('Escape');
  await chooseInMenu(shown, 'Withhold…');
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(3);
  await expect(dialog(page).getByRole('checkbox', { name: 'Name' })).toHaveAccessibleDescription('Rude Owl');
  await expectWellAtWidths(page, [360, 1440]);
  await dialog(page).getByRole('radio', { name: 'Insults or harassment' }).check();
  await dialog(page)
    .getByRole('button', { name: /^Withhold/ })
    .click();
  await expect(dialog(page).getByText('Please choose what to withhold')).toBeVisible();
  await dialog(page).getByRole('checkbox', { name: 'Name' }).check();
  await dialog(page).getByRole('checkbox', { name: 'Picture' }).check();
  api.on('POST /api/rtm-sys/users/{id}/withhold', async () => ({ status: 200, body: {} }));
  await dialog(page)
    .getByRole('button', { name: /^Withhold/ })
    .click();
  await expect(toast(page, 'Profile withheld')).toBeVisible();
  expect(api.calls('POST /api/rtm-sys/users/{id}/withhold')[0]?.body).toEqual({
    parts: ['name', 'picture'],
    reason: 'abuse',
    note: '',
    seen: now,
  });
});

test('an owner suspends and restores a person, and gives and takes rights, each with a reason', async ({
  page,
  api,
}) => {
  const users = answers['GET /api/rtm-sys/users?sort=-createdAt']!.body as ManagedUser[];
  let shown = users.find(({ id: one }) => one === known.troll)!;
  const { id, anonymousUsername: name } = shown;
  api.answer('GET /api/rtm-sys/users', () => users.map((user) => (user.id === id ? shown : user)));
  const suspension = { cause: 'moderation', endsAt: '2999-12-01T23:59:59.000Z' } as ManagedUser['suspension'];
  api.on('POST /api/rtm-sys/users/{id}/suspend', async () => {
    shown = { ...shown, suspension };
    return { status: 200, body: {} };
  });
  api.on('POST /api/rtm-sys/users/{id}/restore', async () => {
    shown = { ...shown, suspension: null };
    return { status: 200, body: {} };
  });
  api.on('PATCH /api/rtm-sys/users/{id}', async ({ body }) => {
    shown = { ...shown, isAdmin: (body as { isAdmin: boolean }).isAdmin };
    return { status: 200, body: {} };
  });
  await page.goto('/rtm-sys/users');
  const row = rowsOf(page, 'users').filter({ hasText: name });
  await row.getByRole('button', { name: /^More for/ }).press('Enter');
  await expect(page.getByRole('menuitem', { name: /…$/ }).last()).toHaveText('Make Admin…');
  await page.keyboard.press('Escape');
  await expectWellAtWidths(page, [360, 1440]);
  await chooseInMenu(row, 'Suspend…');
  await dialog(page).getByRole('radio', { name: 'Insults or harassment' }).check();
  await dialog(page).getByLabel('Until the end of').fill('2999-12-01');
  await dialog(page).getByLabel('Hide their posts until then').check();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Suspend' }).click();
  await expect(toast(page, 'User suspended')).toBeVisible();
  await expect(row).toContainText('Suspended until 1 December 2999');
  expect(api.calls('POST /api/rtm-sys/users/{id}/suspend')[0]?.body).toEqual({
    reason: 'abuse',
    note: '',
    endsAt: suspension!.endsAt,
    hidePosts: true,
  });

  const askWords = async (button: string, said: string): Promise<void> => {
    await chooseInMenu(row, `${button}…`);
    await expect(dialog(page).getByRole('alert')).toHaveText('');
    await dialog(page).getByRole('button', { name: button }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText('Please give a reason');
    await dialog(page).getByLabel('Reason').fill('They said sorry.');
    await dialog(page).getByRole('button', { name: button }).click();
    await expect(toast(page, said)).toBeVisible();
  };
  await askWords('Restore', 'User restored');
  await askWords('Make Admin', 'Invitation sent');
  await askWords('Revoke Admin', 'Admin rights revoked');
  const reason = 'They said sorry.';
  expect(api.calls('POST /api/rtm-sys/users/{id}/restore')[0]?.body).toEqual({ reason });
  expect(api.calls('PATCH /api/rtm-sys/users/{id}').map(({ body }) => body)).toEqual([
    { isAdmin: true, reason },
    { isAdmin: false, reason },
  ]);

  // Who presses again after a failure gives the same strike.
  api.refuse('POST /api/rtm-sys/users/{id}/strikes', 409);
  await row.focus();
  await page.keyboard.press('s');
  await dialog(page).getByRole('radio', { name: 'Advertising or spam' }).check();
  await dialog(page).getByRole('button', { name: 'Give a Strike' }).click();
  await expect(toast(page, 'Failed: Give a Strike')).toBeVisible();
  api.on('POST /api/rtm-sys/users/{id}/strikes', async () => ({ status: 200, body: {} }));
  await dialog(page).getByRole('button', { name: 'Give a Strike' }).click();
  await expect(toast(page, 'Strike given')).toBeVisible();
  const [once, again] = api.calls('POST /api/rtm-sys/users/{id}/strikes').map(({ body }) => body);
  expect(once).toEqual({ reason: 'spam', note: '', attempt: expect.stringMatching(/./) });
  expect(again).toEqual(once);

  // Who looks at an address does so by an act.
  api.answer('POST /api/rtm-sys/users/{id}/email', { email: 'sock@example.org' });
  api.on('DELETE /api/rtm-sys/users/{id}/sessions', async () => ({ status: 204 }));
  await expect(row).toContainText('•••');
  await row.focus();
  await tabTo(page, new RegExp(`^Show the email of ${name}`));
  await page.keyboard.press('Enter');
  await expect(row).toContainText('sock@example.org');
  await chooseInMenu(row, 'Sign Out');
  await expect(toast(page, 'Signed out everywhere')).toBeVisible();
  expect(api.calls('DELETE /api/rtm-sys/users/{id}/sessions')[0]?.params).toEqual({ id });

  await api.become('moderator');
  await page.goto('/rtm-sys/users');
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /^More for/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Audit trail' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Suspend…' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Payments' })).toHaveCount(0);
});

test('the block of a picture is explained and lifted, which can be undone', async ({ page, api }) => {
  const picture = {
    imageHash: 'a'.repeat(64),
    isBlocked: true,
    postId: known.hiddenPost!,
    reason: 'spam' as const,
    blockedAt: now,
    liftingId: null as string | null,
    notes: [{ at: now, by: 'mo', note: 'A shop photo.' }],
  };
  api.answer('GET /api/rtm-sys/blocked-pictures', () => [picture]);
  api.answer('POST /api/rtm-sys/blocked-pictures/{imageHash}/notes', picture);
  api.answer('DELETE /api/rtm-sys/blocked-pictures/{imageHash}', () => {
    Object.assign(picture, { isBlocked: false, liftingId: known.act });
    return { actId: known.act!, picture };
  });
  api.answer('POST /api/rtm-sys/acts/{id}/undo', () => {
    Object.assign(picture, { isBlocked: true, liftingId: null });
    return { success: true as const, waitsUntil: null };
  });
  await page.goto('/rtm-sys/blocked');
  const row = rowsOf(page, 'blocked pictures').last();
  await expect(row).toContainText('A shop photo.');
  await expectWellAtWidths(page);
  await row.getByRole('button', { name: /^Explain/ }).click();
  await dialog(page).getByLabel('Note').fill('Seen in two shops.');
  await dialog(page).getByRole('button', { name: 'Add' }).click();
  await expect(dialog(page)).toBeHidden();
  await row.getByRole('button', { name: /^Lift/ }).click();
  await dialog(page).getByRole('radio', { name: 'Shows too little to be recognized' }).check();
  await dialog(page).getByRole('button', { name: 'Lift', exact: true }).click();
  await expect(toast(page, 'Picture can be uploaded again')).toBeVisible();
  await row.getByRole('button', { name: /^Undo the lifting/ }).click();
  await dialog(page).getByLabel('Reason').fill('It is the same.');
  await dialog(page).getByRole('button', { name: 'Block Again' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect(row).toContainText('Blocked');
  expect(
    (
      [
        'POST /api/rtm-sys/blocked-pictures/{imageHash}/notes',
        'DELETE /api/rtm-sys/blocked-pictures/{imageHash}',
        'POST /api/rtm-sys/acts/{id}/undo',
      ] as const
    ).map((operation) => api.calls(operation)[0]?.body),
  ).toEqual([{ note: 'Seen in two shops.' }, { reason: 'quality', note: '' }, { reason: 'It is the same.' }]);
});

test('a receipt that cannot be fetched says so, and an own post in the queue is for another admin', async ({
  page,
  api,
}) => {
  await page.goto('/rtm-sys/boosts');
  api.refuse('GET /api/rtm-sys/boosts/{id}/receipt', 502);
  await rowsOf(page, 'boosts')
    .nth(1)
    .getByRole('button', { name: /^Receipt/ })
    .click();
  await expect(toast(page, 'Failed to fetch receipt')).toBeVisible();
  await expect(page.locator(`a[href="/rtm-sys/payment/${known.boost}"]`)).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  api.answer('GET /api/rtm-sys/queue', (items) => items.map((item) => ({ ...item, isOwn: true })));
  await page.goto('/rtm-sys/queue');
  const review = page.getByRole('button', { name: /^Review the post/ }).first();
  await expect(review).toBeDisabled();
  await expect(review).toHaveAccessibleDescription(/another admin reviews it$/);
  await expectWellAtWidths(page);
});

const sizes = sweep([360, 768, 1024, 1280, 1440], String, ['360', '1024']);
const lists = ['posts', 'comments', 'reports', 'boosts', 'users', 'payments', 'queue', 'audit'];

test('the lists of the back office and their buttons fit at every width, with the widest names', async ({
  page,
  api,
}) => {
  const widest = <Body>(recorded: Body): Body =>
    JSON.parse(
      JSON.stringify(recorded)
        .replaceAll(/"(?:[A-Z][a-z]+){2}\d{4}"/g, '"WhimsicalHummingbird8888"')
        .replaceAll(/"(?:owner|moderator|finance)\.[\d.]+"/g, '"moderator.88.888"'),
    ) as Body;
  // A long time that a post is overdue takes more room than the queue has at 1280 pixels.
  const claim = { claimedBy: 'moderator.88.888', claimedUntil: now };
  const queued = (answers['GET /api/rtm-sys/queue']!.body as ReviewItem[])
    .filter(({ isOverdue }) => !isOverdue)
    .map((item) => ({ ...item, ...claim }));
  for (const list of lists) {
    api.answer(`GET /api/rtm-sys/${list}` as 'GET /api/rtm-sys/queue', (recorded) =>
      widest(list === 'queue' ? queued : recorded),
    );
    await page.goto(`/rtm-sys/${list}`);
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
    for (const width of [...(list === 'boosts' ? [320] : []), ...sizes]) {
      await page.setViewportSize({ width, height: 900 });
      const sideways = await page.evaluate(() => {
        const over = ({ scrollWidth, clientWidth }: Element): number => scrollWidth - clientWidth;
        const boxes = [...document.querySelectorAll('main .overflow-x-auto')].map(over);
        return { page: Math.max(0, over(document.documentElement)), boxes: Math.max(0, ...boxes) };
      });
      expect({ list, width, ...sideways }).toEqual({ list, width, page: 0, boxes: 0 });
    }
    for (const box of await page.getByRole('grid').getByRole('checkbox').all()) {
      expect(await box.boundingBox()).toMatchObject({ width: 24, height: 24 });
    }
  }
});

/** Whether a toast covers nothing of a row. */
async function isFree(row: Locator, said: Locator): Promise<boolean> {
  const [covered, box] = [(await row.boundingBox())!, (await said.boundingBox())!];
  return box.y >= covered.y + covered.height || box.y + box.height <= covered.y;
}

test('a toast leaves the row free that it speaks of', async ({ page, api }) => {
  api.on('POST /api/rtm-sys/posts/{id}/acts', async () => ({ status: 200, body: done }));
  await page.goto('/rtm-sys/posts');
  for (const id of [known.boostedPost!, known.post!])
    await rowOfPost(page, 'posts', id)
      .getByRole('button', { name: /^Picture of/ })
      .click();
  for (const height of [800, 420]) {
    await page.setViewportSize({ width: 1440, height });
    for (const id of [known.boostedPost!, known.post!]) {
      const row = rowOfPost(page, 'posts', id);
      await row.getByRole('button', { name: /^More for/ }).scrollIntoViewIfNeeded();
      await row.focus();
      // The first one shows the picture.
      await page.keyboard.press('a');
      await page.keyboard.press('a');
      const said = toast(page, 'Post approved');
      await expect(said).toBeVisible();
      expect({ height, id, isFree: await isFree(row, said) }).toEqual({ height, id, isFree: true });
      await said.getByRole('button', { name: 'Close' }).click();
      await expect(said).toBeHidden();
    }
  }
  await page.goto('/rtm-sys/admins');
  api.on('DELETE /api/rtm-sys/admins/{id}/sessions', async () => ({ status: 204 }));
  const row = page.getByRole('list', { name: 'Admins' }).getByRole('listitem').nth(1);
  for (const half of ['start', 'end'] as const) {
    await row.evaluate((element, block) => element.scrollIntoView({ block }), half);
    await row.getByRole('button', { name: /^Sign Out/ }).click();
    const said = page.locator('[data-toasts] li').filter({ hasText: 'Signed out:' });
    await expect(said).toBeVisible();
    expect({ half, isFree: await isFree(row, said) }).toEqual({ half, isFree: true });
    await said.getByRole('button', { name: 'Close' }).click();
    await expect(said).toBeHidden();
  }
});

test('the drawer of small screens works by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/rtm-sys/posts');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.press('Enter');
  await expect(menu.getByRole('link', { name: 'Posts' })).toBeFocused();
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
  expect(await seriousFindings(page)).toEqual([]);
  // The focus stays inside, all the way round.
  const stops = await menu.locator('a, button').count();
  for (let stop = 0; stop <= stops; stop += 1) {
    await page.keyboard.press('Tab');
    await expect(menu.locator(':focus')).toHaveCount(1);
  }
  // Not from an icon, whose tooltip Escape closes first.
  await menu.getByRole('link').first().focus();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await menu.getByRole('link', { name: 'Audit Trail' }).press('Enter');
  await expect(page).toHaveURL('/rtm-sys/audit');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Audit Trail' })).toBeFocused();
});
