import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renditionSet, renditionUrl } from '../src/lib/photos.ts';

describe('renditions', () => {
  it('names another width of the same photo', () =>
    assert.equal(renditionUrl('/images/1280/1280.webp', 320), '/images/1280/320.webp'));
  it('offers all widths up to the widest', () => {
    const upTo640 =
      '/images/p/160.webp 160w, /images/p/320.webp 320w, /images/p/480.webp 480w, /images/p/640.webp 640w';
    assert.equal(renditionSet('/images/p/1280.webp', 640), upTo640);
    assert.equal(renditionSet('/images/p/1280.webp', 1280), `${upTo640}, /images/p/1280.webp 1280w`);
  });
});
