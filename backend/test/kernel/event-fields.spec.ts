import { catalogue, wholeCatalogue } from '../../src/domain/events.js';
import { type Catalogue, event as declared } from '../../src/kernel/event.js';
import * as kinds from '../../src/kernel/field.js';
import type { LoggedEvent } from '../../src/kernel/event-log.js';
import type { KeyRing, PersonalKey } from '../../src/kernel/key-ring.js';
import { EventCodec } from '../../src/kernel/log/codec.js';
import { exampleData } from '../support/example-data.js';
import { faultyData } from '../support/faulty-data.js';
import { METADATA } from '../support/test-kernel.js';

const EVENTS: Catalogue = wholeCatalogue;
const TYPES = Object.entries(EVENTS);

const keyOfAll = (key: PersonalKey) =>
  ({
    create: async () => key,
    find: async (people: readonly string[]) => new Map(people.map((person) => [person, key])),
  }) as unknown as KeyRing;

const codec = new EventCodec(keyOfAll(Buffer.alloc(32, 7)), catalogue);

const logged = (type: string, data: object, more: object = {}): LoggedEvent => ({
  id: crypto.randomUUID(),
  type,
  data,
  metadata: { ...METADATA, version: EVENTS[type]?.version, ...more },
  stream: 'stream-1',
  revision: 0,
  position: 1,
});
const encoded = async (type: string, data: object): Promise<LoggedEvent> => {
  const [event] = await codec.encode([{ id: crypto.randomUUID(), type, data, metadata: METADATA }]);
  return { ...logged(type, data), ...event };
};
/** Why an event between two others was not decoded; the others always are. */
const errorResponseOf = async (event: LoggedEvent): Promise<string | undefined> => {
  const before = logged('Liked', exampleData('Liked'));
  const after = logged('Unliked', exampleData('Unliked'));
  const { events, undecodable } = await codec.decode([before, event, after]);
  expect(events.filter(({ id }) => id !== event.id).map(({ id }) => id)).toEqual([before.id, after.id]);
  return undecodable.find(({ id }) => id === event.id)?.reason;
};

describe.each(TYPES)('the fields of %s', (type, spec) => {
  const faults = faultyData(spec);

  it('are checked when the event is read: only an event with a fault goes to the quarantine, and the field is named', async () => {
    expect(await errorResponseOf(logged(type, exampleData(type)))).toBeUndefined();
    for (const { fault, field, data } of faults) {
      const event = logged(type, data);
      const reason = await errorResponseOf(event);
      expect({ fault, field, reason }).toMatchObject({
        reason: expect.stringContaining(`its field ${field} `),
      });
      expect(reason).toContain(`${type} ${event.id} does not fit`);
    }
  });

  it('are all there or the event goes to the quarantine', async () => {
    expect(await errorResponseOf(logged(type, {}))).toMatch(/ is missing$/);
  });

  it('are checked when the event is written, by the same rules', async () => {
    const event = await encoded(type, exampleData(type));
    expect((await codec.decodeAll([event]))[0]?.data).toEqual(exampleData(type));
    for (const { field, data } of faults) {
      const subject = spec.personal?.subject;
      await expect(encoded(type, { ...data, ...(subject === field && { [subject]: 7 }) })).rejects.toThrow(
        `${type} can't be written: its field ${field} `,
      );
    }
  });

  it('may have unknown ones beside them, which are kept', async () => {
    const data = { ...exampleData(type), fromTomorrow: { deep: [1] } };
    expect((await codec.decodeAll([await encoded(type, data)]))[0]?.data).toEqual(data);
  });
});

it.each(TYPES.filter(([, spec]) => spec.personal))(
  'the personal fields of %s are null once the key is destroyed, and the event still fits',
  async (type, spec) => {
    const erased = new EventCodec(keyOfAll('destroyed'), catalogue);
    const [event] = await erased.decodeAll([await encoded(type, exampleData(type))]);
    const fields = spec.personal?.fields ?? [];
    expect(event?.data).toEqual({
      ...exampleData(type),
      ...Object.fromEntries(fields.map((field) => [field, null])),
    });
  },
);

describe('an event from before a field existed', () => {
  it.each([
    [
      { week: '2026-W47', closing: 'c' },
      { asOf: null, reason: null },
    ],
    [{ week: '2026-W47', closing: 'c', asOf: 'b', reason: 'Lost.' }, {}],
  ])('fits once it is upcast: WeekReopened of %j', async (data, added) => {
    const [event] = await codec.decodeAll([logged('WeekReopened', data, { version: 1 })]);
    expect(event?.data).toEqual({ ...data, ...added });
  });

  it.each([
    ['LogCreated', { log: 'l' }, {}],
    ['ActLapsed', { proposalId: 'p' }, {}],
    ['Liked', { postId: 'p', userId: 'u' }, { actor: { kind: 'admin', id: 'moe' } }],
  ])('fits without it: %s', async (type, data, metadata) => {
    expect((await codec.decodeAll([logged(type, data, metadata)]))[0]?.data).toEqual(data);
  });
});

describe('an event that does not fit', () => {
  it('is named without what it says', async () => {
    const data = exampleData('AccountRegistered', { email: { secret: 'ada@example.org' } });
    expect(await errorResponseOf(logged('AccountRegistered', data))).toMatch(/field email must be string$/);
    await expect(encoded('AccountRegistered', data)).rejects.toThrow(/field email must be string$/);
  });

  it.each([
    ['at', 'yesterday'],
    ['at', undefined],
    ['at', 7],
    ['actor', undefined],
    ['actor', { kind: 'ghost', id: null }],
    ['actor', { kind: 'user', id: 7 }],
    ['actor', { kind: 'user' }],
    ['actor', { kind: 'admin', id: 'moe', role: 7 }],
    ['$correlationId', undefined],
    ['$correlationId', ''],
    ['$causationId', 7],
    ['requestId', undefined],
    ['version', '1'],
    ['version', undefined],
  ])('may have the fault in its metadata: %s is %j', async (field, value) => {
    const event = logged('Liked', exampleData('Liked'), { [field]: value });
    expect(await errorResponseOf(event)).toContain(`its field ${field}`);
  });

  it('may name a person in a way that is no text', async () => {
    const event = await encoded('AccountRegistered', exampleData('AccountRegistered'));
    const data = { ...(event.data as object), accountId: { toString: 1 } };
    expect(await errorResponseOf({ ...event, data })).toContain('does not fit');
  });

  it.each(['constructor', 'toString', '__proto__'])('may be of the type %s', async (type) => {
    expect(await errorResponseOf(logged(type, {}))).toContain('does not know events of the type');
  });
});

it.each([
  [
    'time',
    'CheckoutStarted',
    'expiresAt',
    ['2026-13-01T00:00:00Z', '2026-01-01', '1', '2026-01-01T24:00:00Z'],
  ],
  ['week', 'WeekClosed', 'week', ['2026-W54', '2026-W0', '2026-47', 'W47']],
])('a %s is one that can be computed with', async (_, type, field, wrong) => {
  for (const value of wrong) {
    expect(await errorResponseOf(logged(type, exampleData(type, { [field]: value })))).toContain(
      `its field ${field} `,
    );
  }
});

describe('personal fields', () => {
  const { id, list, object, personal, text } = kinds;
  const name = personal('person', text);
  const says = '{actor} did it.';

  it.each([
    ['of nobody in the event', () => declared({ name }, says)],
    ['of two people', () => declared({ person: id, other: id, name, note: personal('other', text) }, says)],
    ['inside an object', () => declared({ person: id, inner: object({ name }) }, says)],
    [
      'inside a list of an encrypted field',
      () => declared({ person: id, all: personal('person', list(name)) }, says),
    ],
    [
      'that are missing where a key is created',
      () => declared({ person: id }, says, {}, { createsKey: true }),
    ],
  ])('cannot be declared if they are %s', (_, declare) => expect(declare).toThrow(/not those of one person/));
});
