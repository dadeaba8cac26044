import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../..');
const LEAST_TESTS = 110;

/** How many items of level 1 and 2 each section of ASVS 5.0 has. Within a section they are numbered from 1. */
const SECTIONS = `
  V1.1:2 V1.2:9 V1.3:11 V1.4:3 V1.5:2 V2.1:3 V2.2:3 V2.3:4 V2.4:1 V3.2:2 V3.3:4 V3.4:6 V3.5:5 V3.7:2 V4.1:3 V4.2:1
  V4.3:2 V4.4:4 V5.1:1 V5.2:3 V5.3:2 V5.4:3 V6.1:3 V6.2:12 V6.3:4 V6.4:4 V6.5:5 V6.6:3 V6.8:4 V7.1:3 V7.2:4 V7.3:2
  V7.4:5 V7.5:2 V7.6:2 V8.1:2 V8.2:3 V8.3:1 V8.4:1 V9.1:3 V9.2:4 V10.1:2 V10.2:2 V10.3:4 V10.4:11 V10.5:5 V10.6:2
  V10.7:3 V11.1:2 V11.2:3 V11.3:3 V11.4:4 V11.5:1 V11.6:1 V12.1:3 V12.2:2 V12.3:4 V13.1:1 V13.2:5 V13.3:2 V13.4:5
  V14.1:2 V14.2:4 V14.3:3 V15.1:3 V15.2:3 V15.3:7 V16.1:1 V16.2:5 V16.3:4 V16.4:3 V16.5:3 V17.1:1 V17.2:4 V17.3:2`;
const NUMBERS = SECTIONS.trim()
  .split(/\s+/)
  .flatMap((section) => {
    const [name, count] = section.split(':');
    return Array.from({ length: Number(count) }, (_, index) => `${name}.${index + 1}`);
  });

interface Item {
  readonly number: string;
  readonly level: string;
  readonly kind: string;
  readonly where: string;
}

const items = readFileSync(path.join(ROOT, 'docs/asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line): Item => {
    const [, number = '', level = '', kind = '', where = ''] = line.split('|').map((cell) => cell.trim());
    return { number, level, kind, where };
  });
const ofKind = (kind: string) => items.filter((item) => item.kind === kind);
/** The path with which `where` begins, from the root. */
const pathIn = ({ where }: Item) => /^`([^`]+)`: ./.exec(where)?.[1] ?? '';

/** The section that `where` begins with a link to, up to the next heading; null if there is none. */
function sectionOf({ where }: Item): string | null {
  const [, file = '', anchor] = /^\[[^\]]+\]\(([\w.-]+)#([\w-]+)\): /.exec(where) ?? [];
  const document = path.join(ROOT, 'docs', file);
  if (!anchor || !existsSync(document)) return null;
  const sections = readFileSync(document, 'utf8').split(/^(?=#{2,3} )/m);
  return sections.find((section) => anchorOf(section.split('\n')[0] ?? '') === anchor) ?? null;
}

function anchorOf(heading: string): string {
  return heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

/** A title with numbers at its end, as it stands in the code: after a bracket, up to the comma. */
const NUMBERED = /(?<=\(\s*)(['"`])(?:(?!\1)[^\n\\]|\\.)*\((V\d[\d.]*(?:, V\d[\d.]*)*)\)\1,/g;
/** Where a test or a suite begins: `it`, `it.each` and so on at the start of a line. */
const BEGINNING = /^ *(it|test|describe)\b/gm;

/** The numbers in the titles of tests; those of suites do not count. */
function numbersIn(text: string): string[] {
  return [...text.matchAll(NUMBERED)].flatMap(({ 0: title, 2: numbers = '', index }) => {
    const [, kind] = [...text.slice(0, index + title.length).matchAll(BEGINNING)].at(-1) ?? [];
    return kind === 'it' || kind === 'test' ? numbers.split(', ') : [];
  });
}

const files = ['backend/test', 'frontend/test', 'frontend/e2e']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));
/** Each number with its file, once. */
const found = (numbersOf: (text: string) => readonly string[]) =>
  files
    .flatMap(({ file, text }) => [...new Set(numbersOf(text))].map((number) => `${number} ${file}`))
    .toSorted();
const inTitles = found(numbersIn);

describe('the table of ASVS', () => {
  it('has every item once, in order', () => {
    expect(NUMBERS).toHaveLength(253);
    expect(items.map(({ number }) => number)).toEqual(NUMBERS);
    expect(items.filter(({ level }) => level !== '1' && level !== '2')).toEqual([]);
  });

  it('says of each what it is, and where or why', () => {
    const kinds = new Set(['test', 'code', 'document', 'reason', 'does not apply', 'gap']);
    expect(items.filter(({ kind, where }) => !kinds.has(kind) || where === '')).toEqual([]);
  });

  it('names for each test a file with the number in a title, and the other way round', () => {
    const inTable = ofKind('test').map((item) => `${item.number} ${pathIn(item)}`);
    expect(inTable.toSorted()).toEqual(inTitles);
  });

  it('knows every number in the tests: none stands in another place than the end of a title', () => {
    expect(found((text) => text.match(/\bV\d+\.\d+\.\d+\b/g) ?? [])).toEqual(inTitles);
  });

  it('has at least 110 items that a test proves', () => {
    expect(ofKind('test').length).toBeGreaterThanOrEqual(LEAST_TESTS);
  });

  it('names places in the code that exist', () => {
    const missing = ofKind('code').filter(
      (item) => !pathIn(item) || !existsSync(path.join(ROOT, pathIn(item))),
    );
    expect(missing).toEqual([]);
  });

  it('names sections of documents that exist, and those with a reason name the item', () => {
    const missing = [...ofKind('document'), ...ofKind('reason')].filter((item) => {
      const section = sectionOf(item);
      return section === null || (item.kind === 'reason' && !section.includes(item.number));
    });
    expect(missing).toEqual([]);
  });
});
