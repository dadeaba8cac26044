import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownPath } from '../src/lib/addresses.ts';

describe('ownPath', () => {
  for (const path of ['/', '/post/4f9d', '/leaderboard?tab=week&week=2026-W46', '/post/4f9d#comments']) {
    it(`accepts ${path}`, () => assert.equal(ownPath(path), path));
  }

  const strangers: unknown[] = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/post/..//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,hello',
    'post/4f9d',
    'evil.example',
    '',
    undefined,
    null,
    7,
    ['/post/4f9d'],
  ];
  for (const value of strangers) {
    it(`refuses ${JSON.stringify(value)} (V3.7.2)`, () => assert.equal(ownPath(value), undefined));
  }

  it("stays on this site in the browser's own URL parser", () => {
    for (const path of ['/@evil.example', '/:80', '/%2f%2fevil.example', '/a//b', '/%5Cevil.example']) {
      assert.equal(new URL(ownPath(path)!, 'https://footnote.example').origin, 'https://footnote.example');
    }
  });
});
