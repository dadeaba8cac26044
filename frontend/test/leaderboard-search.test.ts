import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import {
  leaderboardDefaults,
  leaderboardSearch,
  sortOf,
} from '../src/features/leaderboard/leaderboard-search.ts';
import { parseSearch, stringifySearch } from '../src/lib/addresses.ts';

const read = (search: Record<string, unknown>) => v.parse(leaderboardSearch, search);

describe('leaderboardSearch', () => {
  it('has defaults for an empty address', () => assert.deepEqual(read({}), leaderboardDefaults));
  it('accepts known values', () =>
    assert.deepEqual(read({ tab: 'week', sort: 'top', week: '2026-W46', search: 'otter' }), {
      tab: 'week',
      sort: 'top',
      week: '2026-W46',
      search: 'otter',
    }));
  it('falls back to the defaults for unknown values', () =>
    assert.deepEqual(read({ tab: 'month', sort: 7, week: 'last' }), {
      ...leaderboardDefaults,
      sort: undefined,
      week: undefined,
    }));
  it("cuts a search at the server's limit", () => {
    assert.equal(read({ search: 'x'.repeat(50) }).search, 'x'.repeat(50));
    assert.equal(read({ search: `${'x'.repeat(50)}yz` }).search, 'x'.repeat(50));
    assert.equal(read({ search: `${'x'.repeat(49)}👣` }).search, 'x'.repeat(49));
    assert.equal(read({ search: `  ${'x'.repeat(49)} y` }).search, 'x'.repeat(49));
  });
});

describe('the page of a list', () => {
  it('starts at the cursor in the address', () =>
    assert.equal(read(parseSearch('?after=WyJ-_1')).after, 'WyJ-_1'));
  for (const bad of [
    '',
    '?after=',
    '?after=a&after=b',
    '?after=a.b',
    '?after=7',
    `?after=${'x'.repeat(501)}`,
  ]) {
    it(`is the first one at ${bad.slice(0, 20)}`, () =>
      assert.equal(read(parseSearch(bad)).after, undefined));
  }
});

describe('a search in the address', () => {
  const inAddress = (search: string) => read(parseSearch(`?search=${encodeURIComponent(search)}`)).search;
  for (const text of [
    '4821',
    '007',
    '1e3',
    'true',
    'null',
    '"abc"',
    '{"a":1}',
    '{"a": [1',
    '[]',
    'a,b',
    '👣',
  ]) {
    it(`${text} is read and written unchanged`, () => {
      assert.equal(inAddress(text), text);
      const address = stringifySearch({ search: text });
      assert.equal(new URLSearchParams(address).get('search'), text);
    });
  }
  it('uses the first of several values, even if it is empty', () => {
    assert.equal(read(parseSearch('?search=a&search=b')).search, 'a');
    assert.equal(read(parseSearch('?search=&search=b')).search, '');
  });
});

describe('sortOf', () => {
  it('is the requested order', () => assert.equal(sortOf({ tab: 'week', sort: 'recent' }), 'recent'));
  it('is the newest first for all posts', () => assert.equal(sortOf({ tab: 'all' }), 'recent'));
  it('is the best first for a week', () => assert.equal(sortOf({ tab: 'week' }), 'top'));
});
