import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platforms, socialAddress } from '../src/lib/social-links.ts';

const [instagram, , tiktok] = platforms;

test('a username is appended to the address of its platform, without its @', () => {
  assert.equal(socialAddress(instagram.base, 'sunny.otter'), 'https://www.instagram.com/sunny.otter');
  assert.equal(socialAddress(tiktok.base, ' @sunny_otter '), 'https://www.tiktok.com/@sunny_otter');
});

test('a full address is kept', () => {
  assert.equal(socialAddress(instagram.base, 'https://example.org/me?a=b'), 'https://example.org/me?a=b');
  assert.equal(socialAddress(instagram.base, 'HTTP://example.org/me'), 'HTTP://example.org/me');
});

test("any other value stays below the platform's address", () => {
  for (const value of ['javascript:alert(1)', '//evil.example', '../../evil', 'a?b#c', 'data:text/html,x']) {
    const address = new URL(socialAddress(instagram.base, value));
    assert.equal(address.origin, 'https://www.instagram.com');
    assert.equal(address.search + address.hash, '');
  }
});
