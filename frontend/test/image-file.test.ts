import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { largestUpload, problemWithFile } from '../src/lib/files.ts';

describe('problemWithFile', () => {
  it('lets an image of up to 10 MB pass', () =>
    assert.equal(problemWithFile({ type: 'image/jpeg', size: largestUpload }), undefined));
  it('refuses what is no image', () =>
    assert.equal(problemWithFile({ type: 'text/plain', size: 5 }), 'Please upload an image file'));
  it('refuses a file without a type', () =>
    assert.equal(problemWithFile({ type: '', size: 5 }), 'Please upload an image file'));
  it('refuses one byte too many', () =>
    assert.match(problemWithFile({ type: 'image/png', size: largestUpload + 1 }) ?? '', /10MB/));
});
