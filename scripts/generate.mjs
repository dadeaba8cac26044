// Generates the files that come from the code: the API contract, its client, and the contract with stored events.
import { main, run } from './process.mjs';

const usage = `
Usage: npm run generate

Builds the sources and generates:

  backend/openapi.json    the API contract, from the controllers
  backend/events.json     the contract with the events that are stored, and the commands, from the domain

Then it writes the types of the client and the limits of forms from the contract (frontend/src/api/generated, not committed).

  --help  shows this
`;

await main(usage, (args) => {
  if (args.length > 0) throw new Error(usage.trim());
  return run('nx', ['run-many', '-t', 'generate', '--parallel=1', '--outputStyle=static']);
});
