// Generates the files that come from the code: the API contract, its client, and the catalogues of events and commands.
import { main, run } from './process.mjs';

const usage = `
Usage: npm run generate

Builds the sources and generates:

  backend/openapi.json    the API contract, from the controllers
  docs/events.md          all commands and events, from the domain
  docs/commands.md        all commands with streams, events and views, from the domain and the views

Then it writes the types of the client and the limits of forms from the contract (frontend/src/api/generated, not committed).

  --help  shows this
`;

await main(usage, (args) => {
  if (args.length > 0) throw new Error(usage.trim());
  return run('nx', ['run-many', '-t', 'generate', '--parallel=1', '--outputStyle=static']);
});
