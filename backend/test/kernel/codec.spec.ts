import { createHash } from 'node:crypto';
import { catalogue } from '../../src/domain/events.js';
import { EventCodec } from '../../src/kernel/log/codec.js';
import { KeyMissingError, type KeyRing, type PersonalKey } from '../../src/kernel/key-ring.js';
import { LOST_EVENT, type Undecodable, UndecodableError } from '../../src/kernel/undecodable.js';
import type { LoggedEvent } from '../../src/kernel/event-log.js';
import { looseEvent, useKernel } from '../support/test-kernel.js';
import { randomHistory, writeHistory } from '../support/history.js';

const metadata = {
  at: '2026-11-21T12:00:00.000Z',
  actor: { kind: 'user' as const, id: 'ada' },
  requestId: 'request',
  $correlationId: 'correlation',
  $causationId: 'causation',
};

const registered = {
  accountId: 'ada',
  email: 'ada@example.org',
  emailHash: 'hash',
  username: 'SunnyOtter4821',
  passwordHash: '$argon2id$secret',
};

const password = { accountId: 'ada', passwordHash: '$argon2id$other' };

const testKernel = useKernel();

describe('the codec', () => {
  const encode = async (codec: EventCodec, type: string, data: object): Promise<LoggedEvent> => {
    const [event] = await codec.encode([{ id: crypto.randomUUID(), type, data, metadata }]);
    if (!event) throw new Error('nothing was encoded');
    return { ...event, stream: 'stream-1', revision: 0, position: 1 };
  };
  const decode = async (codec: EventCodec, event: LoggedEvent) => (await codec.decodeAll([event]))[0];

  it('encodes and decodes every event of the catalogue without loss', async () => {
    const { log, codec } = testKernel.storage;
    const chapters = [...randomHistory(7, 12_000)];
    await writeHistory(log, codec, chapters);
    const back = await codec.decodeAll(await log.readAll(0, 15_000));
    const sent = chapters.flatMap(({ events }) => events);
    expect(back.map(({ type, data }) => ({ type, data }))).toEqual(
      sent.map(({ type, data }) => ({ type, data })),
    );
    expect(new Set(back.map(({ type }) => type))).toEqual(new Set(Object.keys(catalogue)));
  });

  it('encrypts personal fields, so that the log contains none of their text (V14.2.4)', async () => {
    const event = await encode(testKernel.storage.codec, 'AccountRegistered', registered);
    expect(JSON.stringify(event)).not.toMatch(/ada@example|argon2id|SunnyOtter/);
    expect(JSON.stringify(event)).toContain(registered.emailHash);
  });

  it('returns undecodable events separately, once they are recorded, also when personal data is plain text', async () => {
    const recorded: string[] = [];
    const record = async (items: readonly Undecodable[]) => void recorded.push(...items.map(({ id }) => id));
    const codec = new EventCodec(testKernel.storage.keys, catalogue, { record });
    const good = await encode(codec, 'AccountRegistered', registered);
    const broken = { ...good, id: 'broken', data: '{"accountId":' };
    const { events, undecodable } = await codec.decode([good, broken]);
    expect(events.map(({ id }) => id)).toEqual([good.id]);
    expect(undecodable).toEqual([
      {
        id: 'broken',
        stream: 'stream-1',
        position: 1,
        type: 'AccountRegistered',
        reason: 'AccountRegistered broken is not JSON of an object',
      },
    ]);
    expect(recorded).toEqual(['broken']);
  });

  it('knows whose key it created last', async () => {
    const { codec } = testKernel.storage;
    expect(codec.newestPerson).toBeNull();
    await encode(codec, 'AccountRegistered', registered);
    await encode(codec, 'PasswordChanged', password);
    expect(codec.newestPerson).toBe('ada');
  });

  it('asks for no key when nothing is encrypted', async () => {
    const { codec } = testKernel.storage;
    const open = await encode(codec, 'EmailVerified', { accountId: 'ada' });
    const away = { find: () => Promise.reject(new Error('the key store is away')) } as unknown as KeyRing;
    expect((await decode(new EventCodec(away, catalogue), open))?.data).toEqual({ accountId: 'ada' });
  });

  it('reads personal fields as null once the key is destroyed, and the other fields unchanged', async () => {
    const { codec, keys } = testKernel.storage;
    const event = await encode(codec, 'AccountRegistered', registered);
    await keys.destroy('ada');
    expect((await decode(codec, event))?.data).toEqual({
      ...registered,
      email: null,
      username: null,
      passwordHash: null,
    });
  });

  it('writes no event of a person whose key is destroyed', async () => {
    const { codec, keys } = testKernel.storage;
    await keys.destroy('ada');
    await expect(encode(codec, 'AccountRegistered', registered)).rejects.toThrow('destroyed');
    await expect(encode(codec, 'PasswordChanged', password)).rejects.toThrow('destroyed');
  });

  it('does not decrypt a field that was moved from one event to another', async () => {
    const { codec } = testKernel.storage;
    const event = await encode(codec, 'AccountRegistered', registered);
    await expect(decode(codec, { ...event, id: crypto.randomUUID() })).rejects.toThrow(
      /another personal key/,
    );
  });

  it('creates a key only for a registration: every other event needs an existing key', async () => {
    const { codec, keys } = testKernel.storage;
    await expect(encode(codec, 'PasswordChanged', password)).rejects.toThrow(KeyMissingError);
    expect((await keys.find(['ada'])).size).toBe(0);
    await encode(codec, 'AccountRegistered', registered);
    expect((await decode(codec, await encode(codec, 'PasswordChanged', password)))?.data).toEqual(password);
  });

  it('uses the key that a registration creates for the events of the same append', async () => {
    const { codec } = testKernel.storage;
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const [, second] = await codec.encode([
      { id: ids[0] as string, type: 'AccountRegistered', data: registered, metadata },
      { id: ids[1] as string, type: 'PasswordChanged', data: password, metadata },
    ]);
    const logged = { ...second, stream: 'account-ada', revision: 1, position: 2 } as LoggedEvent;
    expect((await decode(codec, logged))?.data).toEqual(password);
  });

  describe('with named keys', () => {
    const reasonOf = async (codec: EventCodec, event: LoggedEvent) =>
      (await codec.decode([event])).undecodable[0]?.reason;
    const unnamed = (event: LoggedEvent): LoggedEvent => {
      const { $personalKey: _, ...data } = event.data as Record<string, unknown>;
      return { ...event, data };
    };
    const withoutAda = { find: async () => new Map<string, PersonalKey>() };
    const withAnother = { find: async () => new Map<string, PersonalKey>([['ada', Buffer.alloc(32, 7)]]) };
    const codecOf = (keys: object) => new EventCodec(keys as KeyRing, catalogue);

    it('names the key, and decrypts no event that names none', async () => {
      const { codec, keys } = testKernel.storage;
      const event = await encode(codec, 'AccountRegistered', registered);
      const key = (await keys.find(['ada'])).get('ada') as Buffer;
      const id = createHash('sha256').update(key).digest('hex').slice(0, 16);
      expect(event.data).toMatchObject({ $personalKey: id });
      expect(await reasonOf(codec, unnamed(event))).toMatch(/another personal key/);
      expect((await decode(codec, event))?.data).toEqual(registered);
    });

    it('returns events separately whose key is unknown', async () => {
      const event = await encode(testKernel.storage.codec, 'AccountRegistered', registered);
      expect(await reasonOf(codecOf(withoutAda), event)).toMatch(/not in the key store/);
      expect(await reasonOf(codecOf(withoutAda), unnamed(event))).toMatch(/not in the key store/);
    });

    it('returns events separately that are encrypted with a different key of the same person', async () => {
      const event = await encode(testKernel.storage.codec, 'AccountRegistered', registered);
      expect(await reasonOf(codecOf(withAnother), event)).toMatch(/another personal key/);
      expect(await reasonOf(codecOf(withAnother), unnamed(event))).toMatch(/another personal key/);
    });

    it.each([
      ['cut short', (text: string) => text.slice(0, 20)],
      ['altered', (text: string) => `${text.slice(0, 20)}AAAA${text.slice(24)}`],
      ['empty', () => ''],
    ])('returns events separately whose encrypted fields are %s (V11.3.3)', async (_, spoil) => {
      const { codec } = testKernel.storage;
      const event = await encode(codec, 'AccountRegistered', registered);
      const data = { ...(event.data as Record<string, unknown>) };
      data['$personal'] = spoil(String(data['$personal']));
      expect(await reasonOf(codec, { ...event, data })).toMatch(/truncated|another personal key/);
    });
  });

  it('refuses to write an event that is not in the catalogue', async () => {
    await expect(encode(testKernel.storage.codec, 'Unheard', {})).rejects.toThrow('not in the catalogue');
  });

  it('refuses to write an event that this release only reads', async () => {
    const codec = new EventCodec(testKernel.storage.keys, { Planned: { ...looseEvent(), isOnlyRead: true } });
    await expect(encode(codec, 'Planned', {})).rejects.toThrow('does not write the event Planned yet');
  });

  it.each([
    ['of an unknown type', { type: 'Retired' }, /does not know events of the type Retired/],
    ['with broken data', { data: '{"accountId":' }, /not JSON/],
    ['with broken metadata', { metadata: '' }, /not JSON/],
    ['with an array as data', { data: [1, 2] }, /not JSON of an object/],
    ['with an array as metadata', { metadata: [1, 2] }, /not JSON of an object/],
    ['that stands in for a lost one', { type: LOST_EVENT }, /lost with a damaged file/],
    ['of a later version', { metadata: { ...metadata, version: 9 } }, /has version 9/],
  ])('returns an event %s separately and decodes its neighbours', async (_, fault, reason) => {
    const { codec } = testKernel.storage;
    const good = await encode(codec, 'EmailVerified', { accountId: 'ada' });
    const bad: LoggedEvent = { ...good, id: crypto.randomUUID(), position: 2, ...fault };
    const last = { ...good, id: crypto.randomUUID(), position: 3 };
    const { events, undecodable } = await codec.decode([good, bad, last]);
    expect(events.map(({ id }) => id)).toEqual([good.id, last.id]);
    expect(undecodable).toEqual([
      { id: bad.id, stream: bad.stream, position: 2, type: bad.type, reason: expect.stringMatching(reason) },
    ]);
    await expect(codec.decodeAll([good, bad])).rejects.toThrow(UndecodableError);
  });

  describe('with older versions', () => {
    const facts = {
      Moved: looseEvent({
        version: 3,
        upcast: {
          1: ({ address, ...rest }) => {
            const [street, city] = String(address).split(', ');
            return { ...rest, street, city };
          },
          2: (data) => ({ ...data, country: 'unknown' }),
        },
      }),
    };
    const logged = (version: number, data: object): LoggedEvent => ({
      id: crypto.randomUUID(),
      type: 'Moved',
      data,
      metadata: { ...metadata, version },
      stream: 'person-1',
      revision: 0,
      position: 1,
    });

    it('upcasts an event step by step to the current version', async () => {
      const codec = new EventCodec(testKernel.storage.keys, facts);
      const lifted = { street: 'High Street', city: 'Ulm', country: 'unknown' };
      expect((await decode(codec, logged(1, { address: 'High Street, Ulm' })))?.data).toEqual(lifted);
      expect((await decode(codec, logged(2, { street: 'High Street', city: 'Ulm' })))?.data).toEqual(lifted);
      expect((await decode(codec, logged(3, lifted)))?.data).toEqual(lifted);
    });

    it('rejects an event of a later version than it knows', async () => {
      const codec = new EventCodec(testKernel.storage.keys, facts);
      await expect(decode(codec, logged(4, {}))).rejects.toThrow('has version 4; this program knows 3');
    });
  });
});
