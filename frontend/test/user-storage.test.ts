import assert from 'node:assert/strict';
import * as v from 'valibot';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createUserStorage, storedFor, parseJson, parseStored, shownTo } from '../src/api/user-storage.ts';

const schema = v.object({ score: v.number() });
const value = { score: 7 };

describe('parseStored', () => {
  const json = JSON.stringify(value);
  const mark = (accountId: string | null, savedAt: number) => JSON.stringify({ accountId, savedAt });
  const read = (markJson: string | null, ended?: Parameters<typeof parseStored>[3]) =>
    parseStored(schema, json, markJson, ended);

  it('reads whose value it is', () => {
    assert.deepEqual(read(mark('ann', 5)), { value, accountId: 'ann' });
    assert.deepEqual(read(mark(null, 5), { signedOutAt: '4' }), { value, accountId: null });
  });
  it('ends when somebody has signed out since it was saved', () => {
    assert.equal(read(mark('ann', 5), { signedOutAt: '5' }), null);
    assert.equal(read(mark(null, 5), { signedOutAt: '6' }), null);
    assert.equal(read(null, { signedOutAt: '6' }), null);
  });
  it('ends when another tab has replaced it since, but not by its own replacement', () => {
    assert.equal(read(mark(null, 5), { replacedAt: '6' }), null);
    assert.deepEqual(read(mark(null, 5), { replacedAt: '5' }), { value, accountId: null });
  });
  it('is a visitor’s without a readable mark', () => {
    for (const damaged of [null, '', '{', '{"accountId":7}']) {
      assert.deepEqual(read(damaged), { value, accountId: null });
    }
  });
  it('tells a damaged value from a missing one', () => {
    assert.equal(parseStored(schema, '{', mark('ann', 5)), 'invalid');
    assert.equal(parseStored(schema, '{"score":"7"}', mark('ann', 5)), 'invalid');
    assert.equal(parseStored(schema, null, mark('ann', 5)), null);
  });
});

describe('parseJson', () => {
  it('reads what matches, and nothing else', () => {
    assert.deepEqual(parseJson(schema, '{"score":7}'), value);
    for (const text of ['{"score":"7"}', 'null', '{"sc']) assert.equal(parseJson(schema, text), undefined);
  });
});

describe('keptFor', () => {
  it('gives a visitor’s value to the account that signs in', () =>
    assert.deepEqual(storedFor({ value, accountId: null }, 'ann'), { value, accountId: 'ann' }));
  it('keeps the value of the same account', () =>
    assert.deepEqual(storedFor({ value, accountId: 'ann' }, 'ann'), { value, accountId: 'ann' }));
  it('gives no value to another account', () => {
    assert.equal(storedFor({ value, accountId: 'ann' }, 'bob'), null);
    assert.equal(storedFor(null, 'bob'), null);
  });
});

describe('shownTo', () => {
  it('shows a visitor’s value to everybody, and an account’s value to that account', () => {
    assert.equal(shownTo({ value, accountId: null }, null), value);
    assert.equal(shownTo({ value, accountId: null }, 'ann'), value);
    assert.equal(shownTo({ value, accountId: 'ann' }, 'ann'), value);
    assert.equal(shownTo({ value, accountId: 'ann' }, 'bob'), null);
    assert.equal(shownTo({ value, accountId: 'ann' }, null), null);
  });
  it('shows nothing that is damaged or missing', () =>
    assert.deepEqual([shownTo('invalid', null), shownTo(null, null)], [null, null]));
});

describe('a keeper', () => {
  /** Web storage in memory. */
  class Memory extends Map<string, string> {
    getItem = (key: string) => this.get(key) ?? null;
    setItem = (key: string, text: string) => void this.set(key, text);
    removeItem = (key: string) => void this.delete(key);
  }
  const storage = (memory: Memory) => memory as unknown as Storage;
  const tab = (own: Memory) =>
    createUserStorage({ key: 'chosen', schema, storage: () => storage(own), replacedKey: 'replacedAt' });
  const shared = new Memory();
  before(() => Object.assign(globalThis, { localStorage: storage(shared) }));
  beforeEach(() => shared.clear());
  after(() => Reflect.deleteProperty(globalThis, 'localStorage'));

  it('keeps a value for its account, over a reload, until it is dropped', () => {
    const memory = new Memory();
    tab(memory).keep(value, 'ann');
    const reloaded = tab(memory);
    assert.deepEqual(reloaded.read(), { value, accountId: 'ann' });
    reloaded.drop();
    assert.equal(reloaded.read(), null);
    assert.equal(tab(memory).read(), null);
  });
  it('gives a visitor’s value to the account that signs in, and drops it for the next one', () => {
    const memory = new Memory();
    const keeper = tab(memory);
    keeper.keep(value, null);
    keeper.assign('ann');
    assert.deepEqual(tab(memory).read(), { value, accountId: 'ann' });
    keeper.assign('bob');
    assert.equal(keeper.read(), null);
    assert.equal(tab(memory).read(), null);
  });
  it('ends that of other tabs, and not its own', (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1 });
    const [one, other] = [tab(new Memory()), tab(new Memory())];
    one.keep(value, null);
    t.mock.timers.setTime(2);
    other.keep({ score: 8 }, null);
    other.replaceOthers();
    for (const each of [one, other]) each.reread();
    assert.equal(one.read(), null);
    assert.deepEqual(other.read(), { value: { score: 8 }, accountId: null });
  });
});
