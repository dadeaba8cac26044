import assert from 'node:assert/strict';
import { test } from 'node:test';
import { characterCount, textLength } from '../src/lib/text-length.ts';

// What the server's check of lengths (class-validator) says of the same texts.
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

test('as many emoji as characters fit into a bio', () => assert.equal(textLength('🦶'.repeat(500)), 500));

test('as many emoji as characters fit into a comment', () =>
  assert.equal(characterCount('🦶'.repeat(500)), 500));

test('a comment counts each of the characters that make up one sign, and no blanks around it', () =>
  assert.equal(characterCount(' 👩‍👦❤️\n'), 5));
