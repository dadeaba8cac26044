// Writes what is made from the code and committed: the contract, the client that comes from it, and the catalogues of events and commands.
import { main, run } from './process.mjs';

const usage = `
Usage: npm run generate

Writes anew, from a build of the present sources:

  backend/openapi.json    the contract, from the controllers
  docs/events.md          every command and event, from the domain
  docs/commands.md        who sends each command, and what it leads to, from the calls in the sources
  frontend/src/api        the client's types and the limits of forms, from the contract

  --help  shows this
`;

await main(usage, (args) => {
  if (args.length > 0) throw new Error(usage.trim());
  return run('nx', ['run-many', '-t', 'generate', '--parallel=1', '--outputStyle=static']);
});
