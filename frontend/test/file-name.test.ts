import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileNameOf } from '../src/lib/files.ts';

describe('fileNameOf', () => {
  const names: [string | null, string | undefined][] = [
    ['attachment; filename="footnote-SunnySole12-8.4.png"', 'footnote-SunnySole12-8.4.png'],
    ['attachment; filename="two words; one name.png"; size=3', 'two words; one name.png'],
    ['attachment;filename=plain.png; size=3', 'plain.png'],
    ['attachment; filename="../../elsewhere.png"', 'elsewhere.png'],
    ['attachment; filename=""', undefined],
    ['attachment', undefined],
    ['inline; name="filename"', undefined],
    [null, undefined],
  ];
  for (const [header, name] of names) {
    it(`reads ${name ?? 'none'} from ${header ?? 'nothing'}`, () => assert.equal(fileNameOf(header), name));
  }
});
