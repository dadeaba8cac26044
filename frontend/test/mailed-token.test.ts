import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isMailedToken } from '../src/lib/addresses.ts';

describe('isMailedToken', () => {
  const ofLength = (length: number) => 'a-_9'.repeat(22).slice(0, length);

  it('accepts 86 characters', () => assert.equal(isMailedToken(ofLength(86)), true));
  const others = [
    undefined,
    '',
    ...[63, 64, 65, 85, 87].map(ofLength),
    `${ofLength(85)}.`,
    `${ofLength(63)}=`,
  ];
  for (const text of others) {
    it(`refuses ${text ?? 'nothing'}`, () => assert.equal(isMailedToken(text), false));
  }
});
