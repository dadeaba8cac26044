import assert from 'node:assert/strict';
import test from 'node:test';
import { formatBytes } from '../src/lib/sizes.ts';

test('a size has the largest unit that fits', () => {
  assert.equal(formatBytes(0), '0 byte');
  assert.equal(formatBytes(999), '999 byte');
  assert.equal(formatBytes(4096), '4.1 kB');
  assert.equal(formatBytes(999_999), '1,000 kB');
  assert.equal(formatBytes(24_500_000), '25 MB');
  assert.equal(formatBytes(3_000_000_000_000_000), '3,000 TB');
});
