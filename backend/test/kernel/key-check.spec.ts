import path from 'node:path';
import { SqliteKeyRing } from '../../src/infrastructure/key-ring/sqlite-key-ring.js';
import type { LoggedEvent } from '../../src/kernel/event-log.js';
import { KeysLostError, acceptKeyLoss, checkKeys } from '../../src/kernel/log/key-check.js';
import { useFolder } from '../support/folder.js';

const folder = useFolder();

describe('keys beside a log', () => {
  let keys: SqliteKeyRing;
  /** Whose key each event of the log is encrypted with, in order; null for one without. */
  let people: (string | null)[];
  let asked: string[][];
  beforeEach(() => {
    keys = new SqliteKeyRing(path.join(folder, 'keys.db'));
    people = [];
    asked = [];
  });
  afterEach(() => keys.close());

  const parts = () => ({
    log: {
      readAll: async (after: number, limit: number) =>
        people
          .slice(after, after + limit)
          .map(
            (person, index) => ({ data: { person }, position: after + index + 1 }) as unknown as LoggedEvent,
          ),
    },
    codec: { subjectOf: ({ data }: LoggedEvent) => (data as { person: string | null }).person },
    keys: {
      find: (ids: readonly string[]) => {
        asked.push([...ids]);
        return keys.find(ids);
      },
      bury: (ids: readonly string[]) => keys.bury(ids),
    },
  });
  const unencrypted = (count: number) => Array.from({ length: count }, () => null);

  it('match when they know the first person of the log, even if they lack later people', async () => {
    await keys.create('ann');
    people = [null, 'ann', 'bob'];
    await checkKeys(parts());
    expect(asked).toEqual([['ann']]);
  });

  it('match when the first person was erased', async () => {
    await keys.create('ann');
    await keys.destroy('ann');
    people = ['ann'];
    await expect(checkKeys(parts())).resolves.toBeUndefined();
  });

  it('are rejected when they lack the first person, whatever other people they know', async () => {
    await keys.create('bob');
    people = [null, 'ann', 'bob'];
    await expect(checkKeys(parts())).rejects.toThrow(KeysLostError);
  });

  it('match a log without people, and are not even read', async () => {
    people = unencrypted(1500);
    await checkKeys(parts());
    people = [];
    await checkKeys(parts());
    expect(asked).toEqual([]);
  });

  it('are checked within the first 10,000 events, and no further', async () => {
    people = [...unencrypted(9999), 'ann'];
    await expect(checkKeys(parts())).rejects.toThrow(KeysLostError);
    people = [...unencrypted(10_000), 'ann'];
    await expect(checkKeys(parts())).resolves.toBeUndefined();
  });

  it('are given up for all people in the log whose key is unknown, and for no one else', async () => {
    const before = await keys.create('ann');
    people = ['ann', 'bob', ...unencrypted(1500), 'cleo', 'bob'];
    expect(await acceptKeyLoss(parts())).toBe(2);
    expect(await acceptKeyLoss(parts())).toBe(0);
    expect(await keys.find(['ann', 'bob', 'cleo'])).toEqual(
      new Map<string, unknown>([
        ['ann', before],
        ['bob', 'destroyed'],
        ['cleo', 'destroyed'],
      ]),
    );
  });
});
