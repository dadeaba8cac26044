import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isMailedToken } from '../src/lib/addresses.ts';

describe('isMailedToken', () => {
  const ofLength = (length: number) => 'a-_9'.repeat(22).slice(0, length);

  for (const length of [86, 64]) {
    it(`accepts ${length} characters`, () => assert.equal(isMailedToken(ofLength(length)), true));
  }
  const others = [undefined, '', ...[63, 65, 85, 87].map(ofLength), `${ofLength(85)}.`, `${ofLength(63)}=`];
  for (const text of others) {
    it(`refuses ${text ?? 'nothing'}`, () => assert.equal(isMailedToken(text), false));
  }
});
