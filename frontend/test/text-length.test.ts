import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeLength } from '../src/lib/text-length.ts';

// The lengths that the server's validation gives for the same passwords.
const passwords: readonly (readonly [text: string, length: number])[] = [
  ['', 0],
  ['barefoot', 8],
  [' blanks count ', 14],
  ['🦶🏽', 2],
  ['❤️', 1],
  ['👩‍👦', 3],
];

for (const [text, length] of passwords) {
  test(`a password of ${JSON.stringify(text)} counts ${length}`, () =>
    assert.equal(wholeLength(text), length));
}
