import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ADMIN_SESSION_LIFE } from '../src/api/http/admin-sessions.js';
import { SESSION_LIFE } from '../src/api/http/sessions.js';
import { FRESH_MS } from '../src/api/http/token-sessions.js';
import { catalogue } from '../src/domain/events.js';
import { SECRETS } from '../src/settings/secret-files.js';

const ROOT = path.join(import.meta.dirname, '../../..');
const SOURCES = path.join(ROOT, 'backend/src');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** The rows of the first table under a heading, cell by cell, without its head. */
function table(file: string, heading: string): string[][] {
  const [, section = ''] = read(file).split(`\n${heading}\n`);
  const [, rows = ''] =
    /^\|[^\n]*\n\| -[^\n]*\n((?:\|[^\n]*\n)+)/m.exec(section.split(/\n#{2,3} /)[0] ?? '') ?? [];
  return rows
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
/** What stands in backquotes. */
const named = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const SOURCE_TEXT = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
  .join('\n');

describe('the documents about security', () => {
  it('name the times after which sessions end (V7.1.1)', () => {
    const section = read('docs/security.md').split('\n| session ')[1] ?? '';
    const times = section
      .split('\n')
      .slice(2, 4)
      .map((line) =>
        line
          .split('|')
          .slice(2, 5)
          .map((cell) => cell.trim()),
      );
    const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
    const { lifeMs, idleMs } = SESSION_LIFE;
    const again = `${FRESH_MS / minute} minutes`;
    expect(times).toEqual([
      [`${lifeMs / day} days`, `${idleMs / day} days`, again],
      [`${ADMIN_SESSION_LIFE.lifeMs / hour} hours`, `${ADMIN_SESSION_LIFE.idleMs / minute} minutes`, again],
    ]);
  });

  it('give every personal field of the log a level (V14.1.1)', () => {
    const levels = table('docs/data-and-keys.md', '## Levels of data');
    expect(levels.map(([level]) => level)).toEqual([
      '**secret**',
      '**confidential**',
      '**personal**',
      '**open**',
    ]);
    const known = new Set(levels.flatMap(([, data = '']) => named(data)));
    const personal = Object.values(catalogue).flatMap((event) =>
      'personal' in event && event.personal ? event.personal.fields : [],
    );
    expect([...new Set<string>(personal)].filter((field) => !known.has(field))).toEqual([]);
  });

  it('list every secret setting, and every purpose of the server secret (V11.1.2)', () => {
    const [heading, purposes = ''] =
      read('docs/data-and-keys.md')
        .split('\n## Keys and algorithms\n')[1]
        ?.split('\nThe purposes for which the server secret gives a key:\n') ?? [];
    expect(SECRETS.filter((name) => !named(heading ?? '').includes(name))).toEqual([]);

    const listed = named(purposes.split('\nRules')[0] ?? '').toSorted();
    const used = [...SOURCE_TEXT.matchAll(/\.hmac\(\s*'([^']+)'/g)].map(([, purpose = '']) => purpose);
    expect(new Set(used).size).toBeGreaterThan(15);
    expect([...new Set(used)].filter((purpose) => !listed.includes(purpose))).toEqual([]);
    expect(listed.filter((purpose) => !SOURCE_TEXT.includes(`'${purpose}'`))).toEqual([]);
    // Where the purpose is not written in the call itself.
    const indirect = [...SOURCE_TEXT.matchAll(/\.hmac\((?!\s*')([^,)]+)/g)].map(([, first]) => first);
    expect(indirect.toSorted()).toEqual([
      "kind === 'email' ? 'device' : 'admin-device'",
      'purpose',
      'this.purpose',
    ]);
  });
});
