import { copyFileSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Salvage, salvageLog } from '../../src/infrastructure/event-log/salvaged-log.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import type { LoggedEvent } from '../../src/kernel/event-log.js';
import { LOST_EVENT } from '../../src/kernel/undecodable.js';
import { useFolder } from '../support/folder.js';
import { amount } from '../support/scope.js';

const PAGE = 4096;
const EVENTS = 300;
const MOST_ON_A_PAGE = 15;

const original = useFolder({ per: 'file' });
const folder = useFolder();

describe('a log that is salvaged', () => {
  const whole = path.join(original, 'events.db');
  let written: LoggedEvent[];
  beforeAll(async () => {
    const log = new SqliteEventLog(whole);
    await log.append('log-identity', 'noStream', [
      { id: 'first', type: 'LogCreated', data: {}, metadata: {} },
    ]);
    for (let number = 1; number < EVENTS; number += 1) {
      // Some have pages of their own.
      const data = { number, text: 'y'.repeat(number % 50 === 0 ? 9000 : 90) };
      const event = { id: `id-${number}`, type: 'Counted', data, metadata: { note: 'x'.repeat(150) } };
      await log.append(`post-${number % 20}`, 'any', [event]);
    }
    written = await log.readAll(0, 1000);
    await log.close();
  });

  let file: string;
  beforeEach(() => {
    file = path.join(folder, 'events.db');
    copyFileSync(whole, file);
  });
  const damage = (change: (bytes: Buffer) => void) => {
    const bytes = readFileSync(file);
    change(bytes);
    writeFileSync(file, bytes);
  };
  /** Salvages, and checks that what was read is as it was written, and that there is an event at each place. */
  const salvaged = async (
    mostChanged = 0,
  ): Promise<Salvage & { readonly all: readonly LoggedEvent[]; readonly changed: number }> => {
    const before = readFileSync(file);
    const target = path.join(folder, 'new.db');
    const found = salvageLog(file, target, 'log-identity', ({ position }) => ({
      type: position === 1 ? 'LogCreated' : LOST_EVENT,
      data: {},
      metadata: { isStandIn: true },
    }));
    expect(readFileSync(file).equals(before)).toBe(true);
    const log = new SqliteEventLog(target);
    const all = await log.readAll(0, 1000);
    await log.close();
    const lost = new Set(found.lost.map(({ position }) => position));
    expect(all.map(({ position }) => position)).toEqual(all.map((_, index) => index + 1));
    // SQLite does not notice other bytes in a text.
    const changed = all.filter((event) => {
      const expected = lost.has(event.position)
        ? { ...event, data: {}, metadata: { isStandIn: true } }
        : written[event.position - 1];
      return !isDeepStrictEqual(event, expected);
    }).length;
    expect(changed).toBeLessThanOrEqual(mostChanged);
    const revisions = Map.groupBy(all, ({ stream }) => stream);
    for (const events of revisions.values()) {
      const order = events.map(({ revision }) => revision).toSorted((one, other) => one - other);
      expect(order).toEqual(order.map((_, index) => index));
    }
    expect(found.copied).toBe(all.length - lost.size);
    return { ...found, all, changed };
  };

  it('without damage loses nothing', async () => {
    expect(await salvaged()).toMatchObject({ copied: EVENTS, lost: [] });
  });

  it('does not mind what a salvage left that was killed', async () => {
    const left = ['new.db', 'new.db-wal', 'new.db-reading', 'new.db-reading-wal'];
    for (const name of left) writeFileSync(path.join(folder, name), 'half a file');
    expect(await salvaged()).toMatchObject({ copied: EVENTS, lost: [] });
    expect(readdirSync(folder).filter((name) => name.includes('reading'))).toEqual([]);
  });

  it('loses nothing with its first page, whatever was in it', async () => {
    damage((bytes) => bytes.fill(0, 0, PAGE));
    expect(await salvaged()).toMatchObject({ copied: EVENTS, lost: [] });
  });

  it('keeps what only the write-ahead log has', async () => {
    const log = new SqliteEventLog(file);
    const { position } = await log.append('post-1', 'any', [
      { id: 'last', type: 'T', data: {}, metadata: {} },
    ]);
    const added = await log.readAll(position - 1, 1);
    copyFileSync(file, `${file}-copy`);
    copyFileSync(`${file}-wal`, `${file}-copy-wal`);
    await log.close();
    file = `${file}-copy`;
    written.push(...added);
    expect(await salvaged()).toMatchObject({ copied: EVENTS + 1, lost: [] });
    written.pop();
  });

  it('is read from the write-ahead log alone, as after a kill', async () => {
    const living = path.join(folder, 'living.db');
    const log = new SqliteEventLog(living);
    for (const { stream, id, type, data, metadata } of written) {
      await log.append(stream, 'any', [{ id, type, data: data as object, metadata: metadata as object }]);
    }
    expect(statSync(living).size).toBeLessThan(2 * PAGE);
    copyFileSync(living, file);
    copyFileSync(`${living}-wal`, `${file}-wal`);
    await log.close();
    expect(await salvaged()).toMatchObject({ copied: EVENTS, lost: [] });
  });

  const pages = () => statSync(whole).size / PAGE;
  it.each([
    ['its kind', (bytes: Buffer) => bytes.fill(0xa5, 0, 64)],
    ['its end', (bytes: Buffer) => bytes.fill(0xa5, PAGE - 64, PAGE)],
    ['all of it', (bytes: Buffer) => bytes.fill(0, 0, PAGE)],
  ])('loses nothing but the rows of a damaged page: %s', async (_, change) => {
    const step = Math.ceil(pages() / amount(12, 200));
    let mostLost = 0;
    for (let page = 2; page <= pages(); page += step) {
      copyFileSync(whole, file);
      damage((bytes) => change(bytes.subarray((page - 1) * PAGE, page * PAGE)));
      const { lost, changed } = await salvaged(MOST_ON_A_PAGE);
      mostLost = Math.max(mostLost, lost.length + changed);
      const named = lost.filter(({ stream, position }) => stream !== null && position <= EVENTS);
      expect(named.map(({ stream, revision }) => [stream, revision])).toEqual(
        named.map(({ position }) => placeOf(position)),
      );
    }
    expect(mostLost).toBeGreaterThan(0);
    expect(mostLost).toBeLessThanOrEqual(MOST_ON_A_PAGE);
  });
  const placeOf = (position: number) => {
    const event = written[position - 1];
    return [event?.stream, event?.revision];
  };

  /** The last page with rows, and where its cells are. The header of such a page has 8 bytes. */
  const lastRows = (bytes: Buffer) => {
    let page = pages();
    while (bytes[(page - 1) * PAGE] !== 0x0d) page -= 1;
    const rows = bytes.subarray((page - 1) * PAGE, page * PAGE);
    return { rows, count: rows.readUInt16BE(3), pointerOf: (cell: number) => 8 + 2 * cell };
  };

  it('loses one row of a page where one is damaged, and keeps those before and behind it', async () => {
    damage((bytes) => {
      const { rows, pointerOf } = lastRows(bytes);
      // The length of the row: the rest of it would be on another page.
      rows.writeUInt16BE(0xff7f, rows.readUInt16BE(pointerOf(1)));
    });
    const { lost } = await salvaged();
    expect(lost).toHaveLength(1);
    expect(lost[0]?.position).toBeLessThan(EVENTS);
  });

  it('does not end at a position that damage has made too high', async () => {
    damage((bytes) => {
      const { rows, count, pointerOf } = lastRows(bytes);
      const cell = rows.readUInt16BE(pointerOf(count - 1));
      // Behind the two bytes of the length of the row.
      rows.writeUInt16BE(0xff7f, cell + 2);
    });
    const { lost, all } = await salvaged();
    expect(lost).toEqual([
      { position: EVENTS, stream: written.at(-1)?.stream, revision: written.at(-1)?.revision },
    ]);
    expect(all).toHaveLength(EVENTS);
  });

  it('names the streams of lost events by the index, also at the end of the log', async () => {
    damage((bytes) => {
      // The last page with rows.
      for (let page = pages(); page > 1; page -= 1) {
        if (bytes[(page - 1) * PAGE] !== 0x0d) continue;
        bytes.fill(0, (page - 1) * PAGE, page * PAGE);
        return;
      }
    });
    const { lost, all } = await salvaged();
    expect(lost.at(-1)?.position).toBe(EVENTS);
    expect(all).toHaveLength(EVENTS);
    expect(lost.map(({ stream, revision }) => [stream, revision])).toEqual(
      lost.map(({ position }) => placeOf(position)),
    );
  });

  it('finds the streams of lost events by their revisions when the index is damaged, too', async () => {
    const log = openSqlite(file, { durability: 'full' });
    const root = log.get<{ rootpage: number }>(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_events_2'",
    );
    log.exec('DELETE FROM events WHERE position IN (100, 200)');
    log.close();
    damage((bytes) => bytes.fill(0, ((root?.rootpage ?? 0) - 1) * PAGE, (root?.rootpage ?? 0) * PAGE));
    const { lost } = await salvaged();
    expect(lost.map(({ position, stream, revision }) => [position, stream, revision])).toEqual(
      [100, 200].map((position) => [position, ...placeOf(position)]),
    );
  });

  it('gets an identity when its first event is lost', async () => {
    const log = openSqlite(file, { durability: 'full' });
    log.exec('DELETE FROM events WHERE position = 1');
    log.close();
    const { all } = await salvaged();
    expect(all[0]).toMatchObject({ type: 'LogCreated', stream: 'log-identity', revision: 0 });
  });

  it('that was cut within a page keeps what was before', async () => {
    truncateSync(file, Math.floor((pages() * PAGE) / 2) + 100);
    const { copied, all } = await salvaged();
    expect(copied).toBeGreaterThan(EVENTS / 4);
    expect(all.length).toBeLessThanOrEqual(EVENTS);
  });
});
