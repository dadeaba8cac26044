// How much a first visit loads, by what the built pages name in their heads.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../process.mjs';

const dist = join(root, 'frontend/dist');

/** Brotli bytes of the scripts by route. React, router and query alone have 90 kB. */
const BUDGETS = { index: 128_900, leaderboard: 134_000, 'post.$id': 151_100 };
const MOST_SCRIPTS = 12;
const FONT_BUDGET = 45_000;

/** Small files are sent as they are. */
function sentBytes(file) {
  const compressed = join(dist, `${file}.br`);
  return statSync(existsSync(compressed) ? compressed : join(dist, file)).size;
}
const total = (files) => files.reduce((sum, file) => sum + sentBytes(file), 0);

const page = () => readFileSync(join(dist, 'index.html'), 'utf8');
const named = (pattern) => [...page().matchAll(pattern)].map(([, file]) => file);

const ofRoutes = Object.entries(BUDGETS).map(([route, budget]) => [
  `the first load of ${route} has at most ${MOST_SCRIPTS} scripts and ${budget / 1000} kB`,
  () => {
    const routes = JSON.parse(readFileSync(join(dist, 'routes.json'), 'utf8'));
    const scripts = [...new Set([...named(/"(\/assets\/[^"]+\.js)"/g), ...routes[route]])];
    assert(scripts.length <= MOST_SCRIPTS, `${scripts.length} scripts`);
    const bytes = total(scripts);
    assert(bytes > 90_000 && bytes <= budget, `${bytes} bytes`);
  },
]);

export const checks = {
  ...Object.fromEntries(ofRoutes),
  [`two fonts are preloaded, in less than ${FONT_BUDGET / 1000} kB`]() {
    const fonts = named(/rel="preload" as="font"[^>]*href="([^"]+)"/g);
    assert.equal(fonts.length, 2);
    assert(total(fonts) < FONT_BUDGET, `${total(fonts)} bytes`);
  },
};
