import assert from 'node:assert/strict';
import { it } from 'node:test';
import { backgroundMark, backgroundHeader, watchInput } from '../src/api/background-requests.ts';

it('marks what a page sends 30 seconds after the last input, and nothing before', () => {
  const page = new EventTarget();
  let now = 0;
  watchInput(page, () => now);
  now = 29_999;
  assert.deepEqual(backgroundMark(), {});
  now = 30_000;
  assert.deepEqual(backgroundMark(), backgroundHeader);
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
    now += 30_000;
    assert.deepEqual(backgroundMark(), backgroundHeader);
    page.dispatchEvent(new Event(type));
    assert.deepEqual(backgroundMark(), {}, type);
  }
  now += 30_000;
  page.dispatchEvent(new Event('scroll'));
  assert.deepEqual(backgroundMark(), backgroundHeader);
});
