import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { searchable } from '../src/lib/searchable.ts';

// The server's tests read the same examples, so that both sides find the same.
const examples: [text: string, wanted: string][] = JSON.parse(
  await readFile(new URL('searchable-examples.json', import.meta.url), 'utf8'),
);

describe('searchable', () => {
  for (const [text, wanted] of examples) {
    it(`makes ${JSON.stringify(text)} ${JSON.stringify(wanted)}`, () =>
      assert.equal(searchable(text), wanted));
  }
});
