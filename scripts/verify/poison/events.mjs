// What is appended for each event type: events with a fault, and one that only a program with wider schemas takes.
import { built } from '../outage/built.mjs';

const GIANT = 'x'.repeat(1_000_000);
const HASH = '0123456789abcdef';

/** @typedef {{ type: string, stream: string, events: object[], faults: number, later: number }} Poison */

/** The events of every type, in the order of the catalogue. @returns {Promise<Poison[]>} */
export async function poisons() {
  const { wholeCatalogue } = await built('src/domain/events.js');
  const { kernelEvents } = await built('src/kernel/kernel-events.js');
  const { aggregates } = await built('src/domain/aggregates.js');
  const { exampleData } = await built('test/support/example-data.js');
  const { faultyData } = await built('test/support/faulty-data.js');
  const { METADATA } = await built('test/support/test-kernel.js');
  return Object.entries(wholeCatalogue).map(([type, spec]) => {
    const event = (data) => ({
      id: crypto.randomUUID(),
      type,
      data,
      metadata: { ...METADATA, version: spec.version },
    });
    const [id] = Object.keys(spec.data.properties);
    const faults = [
      {},
      ...faultyData(spec).flatMap(({ fault, data }) => (fault === 'too long' ? [] : [data])),
      exampleData(type, { [id]: GIANT }),
    ];
    const isKernel = type in kernelEvents;
    const later = isKernel ? [] : [laterData(exampleData(type))];
    const category = aggregates.find(({ evolve }) => type in evolve)?.category ?? 'log';
    return {
      type,
      stream: isKernel ? 'log-identity' : `${category}-poison-${type}`,
      events: [...faults, ...later].map(event),
      faults: faults.length,
      later: later.length,
    };
  });
}

/** The same data with ids of a later program. */
function laterData(value, name = '') {
  if (Array.isArray(value)) return value.map((item) => laterData(item, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, laterData(part, field)]));
  if (name.endsWith('Hash')) return HASH;
  return value === name ? `later-${name}` : value;
}
