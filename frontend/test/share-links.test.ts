import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shareLinks, shareText } from '../src/lib/share-links.ts';

const url = 'https://footnote.example/post/4f9d?from=a&b=c';
const text = shareText('8.3', true);
const parameters = (link: string) => Object.fromEntries(new URL(link).searchParams);

describe('shareText', () => {
  it('names the rating', () => assert.equal(text, 'Check out my 8.3/10 rating...'));
  it('names no rating without one', () => assert.doesNotMatch(shareText(undefined, true), /\d/));
  it('says "my" only of a post of the own', () => {
    assert.equal(shareText('8.3', false), 'Check out this 8.3/10 rating...');
    assert.doesNotMatch(shareText(undefined, false), /my/);
  });
});

describe('shareLinks', () => {
  const links = shareLinks(url, text);
  it('links to the four sites', () =>
    assert.deepEqual(
      Object.entries(links).map(([site, link]) => [site, new URL(link).host]),
      [
        ['X', 'x.com'],
        ['Facebook', 'www.facebook.com'],
        ['WhatsApp', 'wa.me'],
        ['Reddit', 'www.reddit.com'],
      ],
    ));
  it('escapes address and text', () => {
    assert.deepEqual(parameters(links.X), { text, url });
    assert.deepEqual(parameters(links.Facebook), { u: url });
    assert.deepEqual(parameters(links.WhatsApp), { text: `${text} ${url}` });
    assert.deepEqual(parameters(links.Reddit), { url, title: text });
  });
});
