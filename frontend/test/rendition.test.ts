import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renditionSet, renditionUrl } from '../src/lib/photos.ts';

describe('renditions', () => {
  it('names another width of the same photo', () =>
    assert.equal(renditionUrl('/images/1280/1280.webp', 320), '/images/1280/320.webp'));
  it('offers all widths', () =>
    assert.equal(
      renditionSet('/images/p/1280.webp'),
      '/images/p/320.webp 320w, /images/p/640.webp 640w, /images/p/1280.webp 1280w',
    ));
});
