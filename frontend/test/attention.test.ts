import assert from 'node:assert/strict';
import { it } from 'node:test';
import { attentionHeader, backgroundHeader, watchAttention } from '../src/api/attention.ts';

it('marks what a page sends 30 seconds after the last input, and nothing before', () => {
  const page = new EventTarget();
  let now = 0;
  watchAttention(page, () => now);
  now = 29_999;
  assert.deepEqual(attentionHeader(), {});
  now = 30_000;
  assert.deepEqual(attentionHeader(), backgroundHeader);
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
    now += 30_000;
    assert.deepEqual(attentionHeader(), backgroundHeader);
    page.dispatchEvent(new Event(type));
    assert.deepEqual(attentionHeader(), {}, type);
  }
  now += 30_000;
  page.dispatchEvent(new Event('scroll'));
  assert.deepEqual(attentionHeader(), backgroundHeader);
});
