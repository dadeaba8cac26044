// Writes docs/commands.md from the code: every command with its senders, its stream, its events and the views that fold them.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import 'reflect-metadata';
import { aggregates } from '../dist/src/domain/aggregates.js';
import { capabilities } from '../dist/src/modules/capabilities.js';
import { projections } from '../dist/src/projections/projections.js';
import { eventsOf, sendersByCommand } from './senders.mjs';
import { streamOf } from './wording.mjs';

const page = path.join(import.meta.dirname, '../../docs/commands.md');

if (process.argv.includes('--help')) {
  console.log('Writes docs/commands.md from the sources of the backend. Build the backend first.');
  process.exit(0);
}

const senders = sendersByCommand();

const text = `# Commands

Made from the code by \`npm run generate\`; \`npm run check\` fails when it is out of step. Each command goes over the command bus to the one handler
of \`kernel/commands\`, which lets the aggregate decide on its stream and appends the events. The answer waits, 2 s at most, for the views that fold
these events. A sender is a call of the API, a reaction to events, a timer, or a command of operators. What an event holds is in [events.md](events.md).

${capabilities
  .filter((capability) => capability.aggregates.length > 0)
  .map(sectionOf)
  .join('\n')}`;

writeFileSync(page, await format(text, { ...(await resolveConfig(page)), parser: 'markdown' }));

function sectionOf(capability) {
  const owned = aggregates.filter((aggregate) => capability.aggregates.includes(aggregate));
  const title = capability.module.name.replace(/Module$/, '');
  return `## ${title}

| command | sent by | aggregate | stream | events | views |
| --- | --- | --- | --- | --- | --- |
${owned.flatMap(rowsOf).join('\n')}
`;
}

function rowsOf(aggregate) {
  return Object.keys(aggregate.commands).map((command) => {
    const events = eventsOf(aggregate, command);
    const views = projections.filter(({ on }) => events.some((event) => event in on)).map(({ name }) => name);
    const cells = [
      `\`${command}\``,
      listed(senders.get(command) ?? []) || 'no one yet',
      aggregate.category,
      `\`${streamOf(aggregate)}\``,
      listed(events),
      views.join(', ') || 'none',
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

function listed(names) {
  return names.map((name) => `\`${name}\``).join(', ');
}
