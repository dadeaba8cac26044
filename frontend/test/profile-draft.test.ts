import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf, dropDraft, keepDraft } from '../src/features/profile/profile-form.ts';

function aStore(texts = new Map<string, string>()) {
  return () => ({
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, value: string) => void texts.set(key, value),
    removeItem: (key: string) => void texts.delete(key),
  });
}

test('a draft belongs to its author and is kept until it is dropped', () => {
  const store = aStore();
  assert.deepEqual(draftOf('olga', store), {});
  keepDraft({ userId: 'olga', edits: { bio: 'Dry feet.' } }, store);
  assert.deepEqual(draftOf('otto', store), {});
  assert.deepEqual(draftOf('olga', store), { bio: 'Dry feet.' });
  dropDraft(store);
  assert.deepEqual(draftOf('olga', store), {});
});

for (const stored of [
  '',
  'nonsense',
  '7',
  '{}',
  '{"userId":"olga"}',
  '{"userId":"olga","edits":{"bio":7,"x":"y"}}',
]) {
  test(`an invalid stored draft is ignored: ${stored}`, () => {
    assert.deepEqual(draftOf('olga', aStore(new Map([['profileDraft', stored]]))), {});
  });
}

test('without storage there is no draft and no error', () => {
  const forbidden = () => {
    throw new Error('forbidden');
  };
  keepDraft({ userId: 'olga', edits: { bio: 'Dry feet.' } }, forbidden);
  assert.deepEqual(draftOf('olga', forbidden), {});
});
