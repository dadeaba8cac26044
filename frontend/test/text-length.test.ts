import assert from 'node:assert/strict';
import { test } from 'node:test';
import { characterCount, textLength } from '../src/lib/text-length.ts';

// The lengths that the server's validation (class-validator) gives for the same texts.
const lengths: readonly (readonly [text: string, length: number])[] = [
  ['', 0],
  ['barefoot', 8],
  ['🦶', 1],
  ['🦶🏽', 2],
  ['❤️', 1],
  ['👩‍👦', 3],
  ['\u0065\u0301te\u0301', 3],
  ['  two words\n', 9],
];

for (const [text, length] of lengths) {
  test(`${JSON.stringify(text)} counts ${length}`, () => assert.equal(textLength(text), length));
}

test('a bio counts an emoji as one character', () => assert.equal(textLength('🦶'.repeat(500)), 500));

test('a comment counts an emoji as one character', () => assert.equal(characterCount('🦶'.repeat(500)), 500));

test('a comment counts code points, trimmed', () => assert.equal(characterCount(' 👩‍👦❤️\n'), 5));
