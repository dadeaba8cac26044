import { expect, type Page } from '@playwright/test';
import type { User } from '../../src/api/generated/schema.d.ts';
import { me } from '../support/screen-answers.ts';
import { sweep } from '../support/scope.ts';
import { type Api, test } from '../support/screen.ts';
import { choosePicture, profileMenu, sendLogin } from '../support/visitor.ts';

test.use({ viewer: 'member' });

const bio = (page: Page) => page.getByLabel('Bio');
const name = (page: Page) => page.getByLabel('Display Name');
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });
const toLeaderboard = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Leaderboard' });
const saved = (page: Page) => page.getByText('Profile updated');

/** Lets the API keep what is saved. Returns how to read and to change it. */
function keepProfile(api: Api) {
  let user = me;
  const change = (changes: Partial<User>): User => (user = { ...user, ...changes });
  api.answer('GET /api/auth/me', () => user);
  api.answer('PATCH /api/user/profile', (_, { body }) => change(body as Partial<User>));
  return { change };
}

/** Refuses what is saved next, with a message at this field. */
function refuseField(api: Api, field: string, message: string): void {
  api.refuse('PATCH /api/user/profile', 400, { code: 'invalid', message, errors: { [field]: [message] } });
}

test.beforeEach(({ api }) => void keepProfile(api));

test('each field of the profile shows its own fault until it is corrected', async ({ page, api }) => {
  await page.goto('/profile/settings');
  await bio(page).fill('x'.repeat(501));
  await expect(page.getByText('501/500')).toBeVisible();
  await save(page);
  await expect(page.getByText('A bio has at most 500 characters')).toBeVisible();
  await bio(page).fill('🦶'.repeat(500));
  await expect(page.getByText('500/500')).toBeVisible();
  const faults = [
    ['displayUsername', name(page), "This name is too similar to another person's name."],
    ['bio', bio(page), "We can't show this bio: it has a link. Please change it."],
    ['socialLinks.youtube', page.getByLabel('YouTube'), 'This is no address of YouTube.'],
  ] as const;
  await name(page).fill('Sunny');
  await page.getByLabel('YouTube').fill('javascript:alert(1)');
  for (const [field, input, message] of faults) {
    refuseField(api, field, message);
    await save(page);
    await expect(input).toBeFocused();
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await expect(input).toHaveAccessibleDescription(new RegExp(message));
    await input.press('End');
    await input.pressSequentially('!');
    await input.press('Backspace');
  }
  keepProfile(api);
  await save(page);
  await expect(saved(page)).toBeVisible();
});

test('a save sends the fields that were edited, and shows what another tab has saved', async ({
  page,
  api,
}) => {
  const profile = keepProfile(api);
  await page.goto('/profile/settings');
  profile.change({ bio: 'Written in the other tab.' });
  await name(page).fill('Sunny');
  await save(page);
  await expect(saved(page)).toBeVisible();
  await expect(bio(page)).toHaveValue('Written in the other tab.');
  expect(api.calls('PATCH /api/user/profile')[0]?.body).toEqual({ displayUsername: 'Sunny' });
});

test('input during a save is kept and counts as unsaved', async ({ page, api }) => {
  const release = api.hold('PATCH /api/user/profile');
  await page.goto('/profile/settings');
  await name(page).fill(' Sunny ');
  await bio(page).fill('Barefoot.');
  await save(page);
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await bio(page).fill('Barefoot since 1999.');
  release();
  await expect(saved(page)).toBeVisible();
  await expect(name(page)).toHaveValue('Sunny');
  const sent = { displayUsername: 'Sunny', bio: 'Barefoot.' };
  expect(api.calls('PATCH /api/user/profile')[0]?.body).toEqual(sent);
  await expect(bio(page)).toHaveValue('Barefoot since 1999.');
  await toLeaderboard(page).click();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await save(page);
  await expect
    .poll(() => api.calls('PATCH /api/user/profile').at(-1)?.body)
    .toMatchObject({ bio: 'Barefoot since 1999.' });
});

test('the question about leaving closes itself when the save completes', async ({ page, api }) => {
  const release = api.hold('PATCH /api/user/profile');
  await page.goto('/profile/settings');
  await bio(page).fill('Barefoot.');
  await save(page);
  await toLeaderboard(page).click();
  await expect(question(page)).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/leaderboard');
  await page.goBack();
  await expect(bio(page)).toHaveValue('Barefoot.');
});

test.describe('when the session has ended elsewhere', () => {
  const typed = 'Typed before the session ended.';

  const savePicture = async (page: Page): Promise<void> => {
    await choosePicture(page, 'Upload Picture');
    await page.getByRole('button', { name: 'Save Picture' }).click();
  };

  /** Types a bio. A call notices then that the session has ended, which leads to the login. */
  async function typeAndLose(page: Page, api: Api, send: (page: Page) => Promise<void>): Promise<void> {
    await page.goto('/profile/settings');
    await bio(page).fill(typed);
    api.refuse('PATCH /api/user/profile', 401);
    api.refuse('POST /api/user/profile/picture', 401);
    await send(page);
    await expect(page).toHaveURL(/\/login/);
  }

  const ways = { save, 'new picture': savePicture };
  for (const what of sweep(Object.keys(ways) as (keyof typeof ways)[], String, ['save'])) {
    const send = ways[what];
    test(`the input is restored after the same person logs in, until they leave it (${what})`, async ({
      page,
      api,
    }) => {
      await typeAndLose(page, api, send);
      api.answer('POST /api/auth/login', me, { as: 'member' });
      await sendLogin(page, me.email);
      await expect(page).toHaveURL('/profile/settings');
      await expect(bio(page)).toHaveValue(typed);
      await toLeaderboard(page).click();
      await question(page).getByRole('button', { name: 'Leave' }).click();
      await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
      await page.goBack();
      await expect(bio(page)).toHaveValue('');
    });
  }

  test('another person who logs in does not see the input', async ({ page, api }) => {
    await typeAndLose(page, api, save);
    const next = { ...me, id: 'another', anonymousUsername: 'QuietOtter1234' };
    api.answer('POST /api/auth/login', next, { as: 'member' });
    api.answer('GET /api/auth/me', next);
    await sendLogin(page, 'another@example.org');
    await expect(page).toHaveURL('/profile/settings');
    await expect(name(page)).toHaveAttribute('placeholder', next.anonymousUsername);
    await expect(bio(page)).toHaveValue('');
  });
});

test.describe('unsaved changes', () => {
  /** Goes from a page to the profile, and types. */
  async function typeAfter(page: Page): Promise<void> {
    await profileMenu(page).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await bio(page).pressSequentially('Not saved yet.');
  }
  const step = (page: Page, by: number) => page.evaluate((steps) => history.go(steps), by);
  const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave' }).click();
  const cancel = (page: Page) => question(page).getByRole('button', { name: 'Cancel' }).click();

  async function expectKept(page: Page): Promise<void> {
    await expect(page).toHaveURL('/profile/settings');
    await expect(bio(page)).toHaveValue('Not saved yet.');
  }

  /** Expects that the browser asks before the page goes, and stays. */
  async function expectQuestionOfBrowser(page: Page, go: () => Promise<void>): Promise<void> {
    const asked = page.waitForEvent('dialog');
    const gone = go();
    const browsers = await asked;
    expect(browsers.type()).toBe('beforeunload');
    await browsers.dismiss();
    await gone;
  }

  test('raise a question, until they are saved or left', async ({ page }) => {
    await page.goto('/profile/settings');
    await bio(page).fill('Not saved yet.');
    await toLeaderboard(page).click();
    await cancel(page);
    await expectKept(page);
    await expectQuestionOfBrowser(page, () => page.evaluate(() => location.reload()));
    await save(page);
    await expect(saved(page)).toBeVisible();
    await toLeaderboard(page).click();
    await expect(page).toHaveURL('/leaderboard');
    await page.goBack();
    await bio(page).fill('Something else.');
    await toLeaderboard(page).click();
    await leave(page);
    await expect(page).toHaveURL('/leaderboard');
  });

  test('raise it at each step back, and are kept by a step forward', async ({ page }) => {
    await page.goto('/');
    await toLeaderboard(page).click();
    await expect(page).toHaveURL('/leaderboard');
    await typeAfter(page);
    await step(page, -1);
    await expect(question(page)).toBeVisible();
    await expect(page).toHaveURL('/leaderboard');
    // Another step back instead of an answer.
    await step(page, -1);
    await expect(page).toHaveURL('/');
    await cancel(page);
    await expectKept(page);
    await step(page, -1);
    await expect(question(page)).toBeVisible();
    await step(page, 1);
    await expect(question(page)).toBeHidden();
    await expectKept(page);
    await step(page, -1);
    await leave(page);
    await expect(page).toHaveURL('/leaderboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard');
  });

  test('raise the question of the browser if a second step back leaves the site', async ({ page }) => {
    await page.goto('/privacypolicy');
    await page.goto('/');
    await typeAfter(page);
    await step(page, -1);
    await expect(question(page)).toBeVisible();
    await expectQuestionOfBrowser(page, () => step(page, -1));
    await cancel(page);
    await expectKept(page);
  });
});
