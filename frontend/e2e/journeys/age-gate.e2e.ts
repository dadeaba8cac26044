import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type APIRequestContext, expect } from '@playwright/test';
import sharp from 'sharp';
import { noteFocus } from '../support/passing.ts';
import { latitudeBytes, secrets } from '../support/photo.ts';
import { watchPolicy } from '../support/shared-context.ts';
import { test } from '../support/site.ts';
import { getRating, sendRegistration } from '../support/visitor.ts';

// The program of the product with its limits, its cost of passwords and its pauses, as people meet it.
test.use({ program: 'product', settings: { ALLOW_SANDBOX: 'yes' }, isOfAge: false });

/** The link of a verification in the newest mail of the sandbox to this person. */
async function mailedLink(request: APIRequestContext, email: string): Promise<string> {
  let link: string | undefined;
  const isMailed = async () => {
    const list = await (await request.get('/sandbox/mail')).text();
    const entry = list.split('<li>').find((item) => item.includes(email));
    const mail = entry && /href="([^"]+)"/.exec(entry)?.[1];
    const text = mail ? await (await request.get(mail)).text() : '';
    link = /https?:\/\/[^\s"</]+\/verify-email\?token=[^\s"<]+/.exec(text)?.[0];
    return link !== undefined;
  };
  await expect.poll(isMailed).toBe(true);
  return link!;
}

test('the age gate leads to a rating, an account and a post, on a site that loads nothing from elsewhere (V14.2.3)', async ({
  page,
  context,
  browser,
  site,
  dataDir,
}) => {
  await test.step('the sandbox of a test site asks a browser for its code once', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/sandbox/mail');
    await page.getByLabel('Code').fill('2222-2222-2222-2222');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText('This is not the code.');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const code = await readFile(path.join(dataDir, 'sandbox-code'), 'utf8');
    await page.getByLabel('Code').fill(code.trim().toLowerCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/sandbox/mail');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('the gate covers the page, until both statements are confirmed', async () => {
    await page.goto('/');
    const gate = page.getByRole('dialog', { name: 'Before you continue, please confirm the following' });
    const enter = gate.getByRole('button', { name: 'Continue to Site' });
    const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflowY);
    await expect(enter).toBeDisabled();
    // Above the gate, not behind it: a click there reaches it.
    await page.getByText('Test site. Do not enter personal data.').click({ trial: true });
    await expect.poll(overflow).toBe('hidden');
    await gate.getByLabel("I'm 18+ years old and this image shows my own feet.").click();
    await expect(enter).toBeDisabled();
    await gate.getByLabel('The image shows no faces, people, or identifiable features.').click();
    await enter.click();
    await expect(gate).toBeHidden();
    await expect.poll(overflow).toBe('visible');
    expect(await page.evaluate(() => localStorage.getItem('ageVerified'))).toBe('true');
  });

  const original = await test.step('a photo gets a rating', async () => {
    const photo = await getRating(page);
    await expect(page.getByText('Demo judge')).toBeVisible();
    for (const name of ['Toe Alignment', 'Toe Nails', 'Foot Shape', 'Aesthetic']) {
      const category = page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) });
      await expect(category).toContainText(/\d out of 10/);
    }
    return photo;
  });

  const email = await test.step('the rating waits for the registration', async () => {
    await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
    await expect(page).toHaveURL('/register');
    const address = await sendRegistration(page);
    await expect(page.getByRole('heading', { name: 'Check Your Email!' })).toBeFocused();
    return address;
  });

  const tab = await context.newPage();
  await test.step('the link in the mail verifies in a new tab, which posts it', async () => {
    const focused = await noteFocus(tab);
    await tab.goto(await mailedLink(page.request, email));
    await focused('Email Verified!');
    await expect(tab).toHaveURL(/\/post\/[\w-]+$/);
    await expect(tab.getByText('Current Rating')).toBeVisible();
  });

  await test.step('no served picture contains the metadata', async () => {
    const marks = [...Object.values(secrets).map((text) => Buffer.from(text)), latitudeBytes];
    for (const mark of marks) expect(original.includes(mark)).toBe(true);
    const shown = await tab.getByRole('img', { name: /^Photo posted by / }).getAttribute('srcset');
    const addresses = [...(shown ?? '').matchAll(/(\S+) \d+w/g)].map(([, address]) => address!);
    expect(addresses).toHaveLength(5);
    for (const address of addresses) {
      const served = await (await tab.request.get(address)).body();
      expect(marks.filter((mark) => served.includes(mark))).toEqual([]);
      const { format, exif, xmp, iptc, icc } = await sharp(served).metadata();
      expect([format, exif, xmp, iptc, icc]).toEqual(['webp', ...Array(4).fill(undefined)]);
    }
  });

  await test.step('the pages without a test of their own keep the policy', async () => {
    for (const address of ['/nothing/here', '/sandbox/payments', '/api/docs']) {
      await page.goto(address);
      await expect(page.locator('h1, .title').first()).toBeVisible();
    }
    await page.goto('/sandbox/mail');
    await page.getByRole('link').first().click();
    await expect(page.frameLocator('iframe').getByRole('link').first()).toBeVisible();
  });

  await test.step('a page that violates it is noticed', async () => {
    const other = await browser.newContext();
    const violations = await watchPolicy(other);
    const bad = await other.newPage();
    await bad.goto(site);
    await bad.evaluate(() => {
      const add = (tag: string, textContent: string) =>
        document.head.append(Object.assign(document.createElement(tag), { textContent }));
      add('style', 'body { color: red }');
      add('script', 'globalThis.ran = 1');
      document.body.setAttribute('style', 'color: red');
    });
    await expect
      .poll(() => violations.map((text) => text.split(' ', 1)[0]).sort())
      .toEqual(['script-src-elem', 'style-src-attr', 'style-src-elem']);
    expect(await bad.evaluate(() => 'ran' in globalThis)).toBe(false);
    await other.close();
  });
});
