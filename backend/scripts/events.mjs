// Writes backend/events.json from the code: the contract with the events that are stored. Build the backend first.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { aggregates } from '../dist/src/domain/aggregates.js';
import { kernelEvents } from '../dist/src/kernel/kernel-events.js';
import { format, resolveConfig } from 'prettier';

const file = path.join(import.meta.dirname, '..', 'events.json');

/** @param events the specs of events, by their types */
const contractOf = (events) =>
  Object.fromEntries(
    Object.entries(events).map(([type, { version, data, personal, upcast }]) => [
      type,
      {
        version,
        ...(upcast && { upcastsFrom: Object.keys(upcast).map(Number) }),
        personal,
        fields: data.properties,
      },
    ]),
  );

const contract = {
  ...Object.fromEntries(
    aggregates.map(({ category, commands, events }) => [
      category,
      { commands: Object.keys(commands).toSorted(), events: contractOf(events) },
    ]),
  ),
  kernel: { events: contractOf(kernelEvents) },
};
// Whose field is personal stands under `personal`.
const text = JSON.stringify(contract, (key, value) => (key === '~subject' ? undefined : value)).replaceAll(
  '"~optional"',
  '"optional"',
);
writeFileSync(file, await format(text, { ...(await resolveConfig(file)), parser: 'json' }));
