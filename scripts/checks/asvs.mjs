// docs/asvs.md: that it is whole, and that what it names exists.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../process.mjs';

const LEAST_PROVED = 140;

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

const items = readFileSync(join(root, 'docs/asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => {
    const [, number = '', level = '', kind = '', where = ''] = line.split('|').map((cell) => cell.trim());
    return { number, level, kind, where };
  });
const ofKind = (...kinds) => items.filter(({ kind }) => kinds.includes(kind));
/** The path with which `where` begins, from the root. */
const pathIn = ({ where }) => /^`([^`]+)`: ./.exec(where)?.[1] ?? '';

/** The section of the link with which `where` begins, up to the next heading; null without a link or a section. */
function sectionOf({ where }) {
  const [, file = '', anchor] = /^\[[^\]]+\]\(([\w.-]+)#([\w-]+)\): /.exec(where) ?? [];
  const document = join(root, 'docs', file);
  if (!anchor || !existsSync(document)) return null;
  const sections = readFileSync(document, 'utf8').split(/^(?=#{2,3} )/m);
  return sections.find((section) => anchorOf(section.split('\n')[0] ?? '') === anchor) ?? null;
}

function anchorOf(heading) {
  return heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

/** The source text of a title that ends with numbers of ASVS. */
const NUMBERED = /(['"`])(?:(?!\1)[^\n\\]|\\.)*\((V\d[\d.]*(?:, V\d[\d.]*)*)\)\1[,(]/g;
/** Where a test, a suite or a check begins: `it`, `it.each` and so on at the start of a line, or the title of a check. */
const BEGINNING = /^ *(?:(it|test|describe)\b|(?:async )?'[^'\n]+'\(\) \{$)/gm;

/** The numbers in the titles of tests and checks; those of suites do not count. */
function numbersIn(text) {
  return [...text.matchAll(NUMBERED)].flatMap(({ 0: title, 2: numbers = '', index }) => {
    const line = text.indexOf('\n', index + title.length);
    const [, kind] = [...text.slice(0, line === -1 ? undefined : line).matchAll(BEGINNING)].at(-1) ?? [];
    return kind === 'describe' ? [] : numbers.split(', ');
  });
}

const files = ['backend/test', 'frontend/test', 'frontend/e2e', 'scripts/checks']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.m?[jt]s$/.test(entry.name) && entry.name !== 'asvs.mjs')
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
/** Each number with its file, once. */
const found = (numbersOf) =>
  files
    .flatMap(({ file, text }) => [...new Set(numbersOf(text))].map((number) => `${number} ${file}`))
    .toSorted();
const inTitles = found(numbersIn);

export const checks = {
  'the table has every item once, in order'() {
    assert.equal(NUMBERS.length, 253);
    assert.deepEqual(
      items.map(({ number }) => number),
      NUMBERS,
    );
    assert.deepEqual(
      items.filter(({ level }) => level !== '1' && level !== '2'),
      [],
    );
  },

  'the table says of each what it is, and where or why'() {
    const kinds = new Set(['test', 'check', 'code', 'document', 'reason', 'does not apply', 'gap']);
    assert.deepEqual(
      items.filter(({ kind, where }) => !kinds.has(kind) || where === ''),
      [],
    );
  },

  'the table names for each test and check a file with the number in a title, and the other way round'() {
    const inTable = ofKind('test', 'check').map((item) => `${item.number} ${pathIn(item)}`);
    assert.deepEqual(inTable.toSorted(), inTitles);
    const isCheck = (item) => pathIn(item).startsWith('scripts/checks/');
    assert.deepEqual(ofKind('test').filter(isCheck), []);
    assert.deepEqual(
      ofKind('check').filter((item) => !isCheck(item)),
      [],
    );
  },

  'no number in the tests and checks stands in another place than the end of a title'() {
    assert.deepEqual(
      found((text) => text.match(/\bV\d+\.\d+\.\d+\b/g) ?? []),
      inTitles,
    );
  },

  'tests and checks prove enough items'() {
    assert(ofKind('test', 'check').length >= LEAST_PROVED);
  },

  'the table names places in the code that exist'() {
    assert.deepEqual(
      ofKind('code').filter((item) => !pathIn(item) || !existsSync(join(root, pathIn(item)))),
      [],
    );
  },

  'the table names sections of documents that exist, and those with a reason name the item'() {
    const missing = ofKind('document', 'reason').filter((item) => {
      const section = sectionOf(item);
      return section === null || (item.kind === 'reason' && !section.includes(item.number));
    });
    assert.deepEqual(missing, []);
  },
};
