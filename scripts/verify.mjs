// Measures what tests cannot promise, with tools of others.
import { main } from './process.mjs';
import { verifyHeaders } from './verify/headers.mjs';

const usage = `
Usage: npm run verify -- headers

  headers  starts the server in production mode and scores its pages with Mozilla's HTTP Observatory

  --help   shows this
`;

await main(usage, async (args) => {
  if (args.join(' ') !== 'headers') throw new Error(usage.trim());
  return verifyHeaders();
});
