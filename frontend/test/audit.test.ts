import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causesOf, localTime, momentOf } from '../src/features/back-office/audit/trail.ts';
import { auditSearch } from '../src/lib/list-search.ts';

test('an action of the address may be there several times', () => {
  assert.deepEqual(auditSearch({ action: ['PostHidden', 'PostShown'], from: '2026-11-01', page: 2 }), {
    action: 'PostHidden,PostShown',
    from: '2026-11-01',
    page: '2',
  });
  assert.deepEqual(auditSearch({ action: 'PostHidden' }), { action: 'PostHidden' });
  assert.deepEqual(auditSearch({}), {});
});

test('a moment is shown and chosen in local time, the last one with its whole second', () => {
  const at = new Date(2026, 10, 25, 10, 30, 7).toISOString();
  assert.equal(localTime(at), '2026-11-25T10:30:07');
  assert.equal(momentOf('2026-11-25T10:30:07', false), at);
  assert.equal(momentOf('2026-11-25T10:30:07', true), at.replace('.000Z', '.999Z'));
  assert.equal(localTime('yesterday'), '');
  assert.equal(localTime(undefined), '');
  assert.equal(momentOf('', false), undefined);
});

test('effects stand under their causes; lines whose cause is not among them stand at the top', () => {
  const line = (id: string, causationId: string | null) => ({ id, causationId });
  const [asked, done, mailed, other] = [
    line('asked', 'a request'),
    line('done', 'asked'),
    line('mailed', 'done'),
    line('other', null),
  ] as const;
  assert.deepEqual(causesOf([asked, done, other, mailed]), [
    { line: asked, effects: [{ line: done, effects: [{ line: mailed, effects: [] }] }] },
    { line: other, effects: [] },
  ]);
  assert.deepEqual(causesOf([line('itself', 'itself')]), [{ line: line('itself', 'itself'), effects: [] }]);
});
