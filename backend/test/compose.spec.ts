import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../src/config.js';
import { SECRETS } from '../src/settings/secret-files.js';

const ROOT = path.join(import.meta.dirname, '../../..');
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** What the compose file decides itself, because its containers are made so. */
const FIXED = ['HOST', 'PORT', 'DATA_DIR', 'EVENTSTORE_URL', 'MONGODB_URL'];

/** The names of all settings that the program reads, without those that name the file of a secret. */
function settings(): string[] {
  const read = new Set<string>();
  const environment = new Proxy<Record<string, string>>(
    {},
    { get: (_, name) => void read.add(String(name)) },
  );
  readConfig(environment);
  const files = new Set<string>(SECRETS.map((name) => `${name}_FILE`));
  return [...read].filter((name) => !files.has(name)).toSorted();
}

/** The environment of the site in the compose file, by name. */
function siteEnvironment(): Map<string, string> {
  const [, block = ''] =
    /^ {2}site:\n(?: {4}.*\n)*? {4}environment:\n((?: {6}.*\n)+)/m.exec(textOf('docker-compose.yml')) ?? [];
  return new Map(
    [...block.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

describe('the compose file', () => {
  it('passes every setting on to the site, and nothing else', () => {
    expect(settings().length).toBeGreaterThan(30);
    expect([...siteEnvironment().keys()].toSorted()).toEqual(settings());
  });

  it('takes each from the setting of the same name, but for what its containers decide', () => {
    const others = [...siteEnvironment()].filter(
      ([name, value]) => !new RegExp(`^\\$\\{${name}:?[-?][^}]*\\}$`).test(value),
    );
    expect(others.map(([name]) => name).toSorted()).toEqual(FIXED.toSorted());
  });
});

describe('.env.example', () => {
  it('has every setting once', () => {
    const names = [...textOf('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(names.toSorted()).toEqual(settings());
  });
});
