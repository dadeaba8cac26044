// What the documents about security say of the code.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../process.mjs';

const SOURCES = join(root, 'backend/src');
const built = (file) => import(`../../backend/dist/src/${file}`);
const read = (file) => readFileSync(join(root, file), 'utf8');

/** The rows of the first table under a heading, cell by cell, without its head. */
function table(file, heading) {
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
const named = (text) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const sourceText = () =>
  readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

export const checks = {
  async 'security.md names the times after which sessions end (V7.1.1)'() {
    const { ADMIN_SESSION_LIFE } = await built('api/http/admin-sessions.js');
    const { SESSION_LIFE } = await built('api/http/sessions.js');
    const { FRESH_MS } = await built('api/http/token-sessions.js');
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
    assert.deepEqual(times, [
      [`${lifeMs / day} days`, `${idleMs / day} days`, again],
      [`${ADMIN_SESSION_LIFE.lifeMs / hour} hours`, `${ADMIN_SESSION_LIFE.idleMs / minute} minutes`, again],
    ]);
  },

  async 'data-and-keys.md gives every personal field of the log a level (V14.1.1)'() {
    const { catalogue } = await built('domain/events.js');
    const levels = table('docs/data-and-keys.md', '## Levels of data');
    assert.deepEqual(
      levels.map(([level]) => level),
      ['**secret**', '**confidential**', '**personal**', '**open**'],
    );
    const known = new Set(levels.flatMap(([, data = '']) => named(data)));
    const personal = Object.values(catalogue).flatMap((event) => event.personal?.fields ?? []);
    assert(personal.length > 0);
    assert.deepEqual(
      [...new Set(personal)].filter((field) => !known.has(field)),
      [],
    );
  },

  async 'data-and-keys.md lists every secret setting, and every purpose of the server secret (V11.1.2)'() {
    const { SECRETS } = await built('settings/secret-files.js');
    const [heading, purposes = ''] =
      read('docs/data-and-keys.md')
        .split('\n## Keys and algorithms\n')[1]
        ?.split('\nThe purposes for which the server secret gives a key:\n') ?? [];
    assert.deepEqual(
      SECRETS.filter((name) => !named(heading ?? '').includes(name)),
      [],
    );

    const text = sourceText();
    const listed = named(purposes.split('\nRules')[0] ?? '').toSorted();
    const used = new Set([...text.matchAll(/\.hmac\(\s*'([^']+)'/g)].map(([, purpose]) => purpose));
    assert(used.size > 15);
    assert.deepEqual(
      [...used].filter((purpose) => !listed.includes(purpose)),
      [],
    );
    assert.deepEqual(
      listed.filter((purpose) => !text.includes(`'${purpose}'`)),
      [],
    );
    // Where the purpose is not written in the call itself.
    const indirect = [...text.matchAll(/\.hmac\((?!\s*')([^,)]+)/g)].map(([, first]) => first);
    assert.deepEqual(indirect.toSorted(), [
      "kind === 'email' ? 'device' : 'admin-device'",
      'purpose',
      'this.purpose',
    ]);
  },
};
