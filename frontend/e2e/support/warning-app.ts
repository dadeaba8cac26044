import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';

const root = path.join(import.meta.dirname, '../..');

/** Builds the app with React's development build, which warns of every difference to the server. Returns its folder. */
export async function buildWarningApp(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-warnings-'));
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'development';
  await build({
    root,
    mode: 'development',
    logLevel: 'warn',
    build: { outDir: path.relative(root, folder), emptyOutDir: true, minify: false },
  });
  process.env.NODE_ENV = before;
  return folder;
}

const entry = /<script type="module"[^>]*><\/script>/;
/** The scripts of a page that the server has rendered. */
const later = /(?<=<template id="scripts">).*?(?=<\/template>)/s;
const styles = /<link rel="stylesheet"[^>]*>/;

/** Lets a page run the scripts of such a build. */
export async function runWarningApp(page: Page, folder: string): Promise<void> {
  const index = await readFile(path.join(folder, 'index.html'), 'utf8');
  await page.route('**/assets/**', (route) =>
    route.fulfill({ path: path.join(folder, new URL(route.request().url()).pathname) }),
  );
  await page.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const html = (await response.text())
        .replace(/<link rel="modulepreload"[^>]*>/g, '')
        .replace(later, '<script type="module"></script>')
        .replace(entry, entry.exec(index)?.[0] ?? '')
        .replace(styles, styles.exec(index)?.[0] ?? '');
      return route.fulfill({ response, body: html });
    },
  );
}
