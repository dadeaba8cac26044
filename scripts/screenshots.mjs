// Takes pictures of every page, to look at after a change of the screens.
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { main, root, run } from './process.mjs';

const usage = `
Usage: npm run screenshots [-- WORD ...]

Starts a site with demo data and an empty one, and writes pictures of every route, at 360, 768 and 1440 pixels and at 360
with text of twice the size, in both themes, to frontend/test-results/screenshots. Takes about a quarter of an hour.

  WORD    only the pages whose route contains one of the words, such as "rtm-sys" or "my-posts"
  --help  shows this
`;

await main(usage, async (args) =>
  run('playwright', ['test', '--config', 'screenshots.config.ts'], {
    cwd: join(root, 'frontend'),
    env: {
      CHROMIUM_PATH: await findChromium(),
      SCREENSHOT_WORDS: args.join(' '),
      NODE_OPTIONS: `--import ${join(root, 'frontend/screenshots/standing-time.mjs')}`,
    },
  }),
);
