// Generates the files that come from the code: the API contract, its client, the contract with stored events, and the reference.
import { main, run } from './process.mjs';

const usage = `
Usage: npm run generate

Builds the sources and generates:

  backend/openapi.json    the API contract, from the controllers
  backend/events.json     the contract with the events that are stored, and the commands, from the domain
  docs/reference.md       settings, commands, alarms, damaged files, the security log and limits, from what declares them

Then it writes the types of the client and the limits of forms from the contract (frontend/src/api/generated, not committed).

  --help  shows this
`;

await main(usage, (args) => {
  if (args.length > 0) throw new Error(usage.trim());
  return run('nx', ['run-many', '-t', 'generate', '--parallel=1', '--outputStyle=static']);
});
