import fc from 'fast-check';
import { LONGEST_LINK, PLATFORMS, socialLink } from '../../src/domain/account/social-links.js';

describe('a social link', () => {
  it.each([
    ['ann.walks_2', 'ann.walks_2'],
    ['  @ann  ', 'ann'],
    ['_ann_', '_ann_'],
    ['4711', '4711'],
    ['https://example.com/ann', 'https://example.com/ann'],
    ['https://1.example.com/ann', 'https://1.example.com/ann'],
    ['http://example.com/ann', 'https://example.com/ann'],
    ['HTTPS://Example.COM', 'https://example.com/'],
    ['https://www.youtube.com/@ann?tab=about#top', 'https://www.youtube.com/@ann?tab=about#top'],
    ['https://example.com/%C3%A9t%C3%A9', 'https://example.com/%C3%A9t%C3%A9'],
    ['https://example.com/été', 'https://example.com/%C3%A9t%C3%A9'],
    ['https://example.com:443/ann', 'https://example.com/ann'],
  ])('%j is %j', (typed, link) => expect(socialLink(typed)).toBe(link));

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['a script in other letters', 'JaVaScRiPt:alert(1)'],
    ['a script behind a line break', 'java\nscript:alert(1)'],
    ['a script behind a control character', '\u0001javascript:alert(1)'],
    ['a script that looks like a comment', 'javascript://example.com/%0aalert(1)'],
    ['a document in itself', 'data:text/html,<script>alert(1)</script>'],
    ['another script', 'vbscript:msgbox(1)'],
    ['another scheme', 'ftp://example.com/ann'],
    ['a file', 'file:///etc/passwd'],
    ['an address without a scheme', '//example.com/ann'],
    ['one with backslashes', '\\\\example.com\\ann'],
    ['a backslash for a slash', 'https:\\\\example.com'],
    ['a backslash in an address', 'https://example.com\\@evil.example'],
    ['a path', '/post/1'],
    ['a path up', '../../admin'],
    ['a domain without a scheme', 'example.com/ann'],
    ['a name in Cyrillic letters', '\u0430nn'],
    ['a name in full-width letters', '\uFF41nn'],
    ['a name with what can’t be seen', 'an\u200Bn'],
    ['a name that is turned around', '\u202Enna'],
    ['a host in Cyrillic letters', 'https://ex\u0430mple.com/ann'],
    ['the same in Punycode', 'https://xn--exmple-4nf.com/ann'],
    ['credentials in an address', 'https://instagram.com:pass@evil.example/ann'],
    ['a user in an address', 'https://instagram.com@evil.example'],
    ['a port', 'https://example.com:8443/ann'],
    ['a host without a dot', 'https://localhost/ann'],
    ['an address by number', 'https://[::1]/ann'],
    ['a tab in an address', 'https://exa\tmple.com/'],
    ['a line break in an address', 'https://example.com/\nann'],
    ['a blank in an address', 'https://example.com/ ann'],
    ['no host', 'https://'],
    ['two names', 'ann bob'],
    ['markup', '"><script>alert(1)</script>'],
    ['only the sign', '@'],
    ['a step up', '..'],
    ['a step nowhere', '@.'],
    ['dots, dashes and underscores', '._-'],
    ['an address by numbers', 'https://192.0.2.1/ann'],
    ['the same in one number', 'https://3221225985/ann'],
    ['the same in another base', 'https://0xc0.0x0.0x2.1/ann'],
    ['the same with a dot behind it', 'https://192.0.2.1./ann'],
    ['nothing', ''],
    ['5,000 characters', 'a'.repeat(5000)],
    ['what is short only once it is made plain', `https://example.com/${'a/../'.repeat(40)}`],
    ['a scheme with a letter before it', 'xhttps://example.com/ann'],
    ['a sign inside of a name', 'an@n'],
    ['an address of 5,000 characters', `https://example.com/${'a'.repeat(4980)}`],
    ['what is long once it is spelled out', `https://example.com/${'\u00e9'.repeat(100)}`],
  ])('is not %s', (_, typed) => expect(socialLink(typed)).toBeNull());

  it('may have so many characters and not one more', () => {
    const address = (length: number) => 'https://example.com/'.padEnd(length, 'a');
    expect(socialLink(address(LONGEST_LINK))).toBe(address(LONGEST_LINK));
    expect(socialLink(address(LONGEST_LINK + 1))).toBeNull();
    expect(socialLink('a'.repeat(60))).toBe('a'.repeat(60));
    expect(socialLink('a'.repeat(61))).toBeNull();
  });

  it('is a plain name or an https address whatever was typed, and stays what it is', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string().map((text) => `https://${text}`),
      fc.string().map((text) => `javascript:${text}`),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const link = socialLink(text);
        if (link === null) return;
        expect(link).toMatch(/^(?:[A-Za-z0-9._-]+|https:\/\/[a-z0-9.-]+\/[!-~]*)$/);
        expect(socialLink(link)).toBe(link);
      }),
      { numRuns: 2000, seed: 6 },
    );
  });
});

describe('the places where people are found', () => {
  it('are five, with links of two hundred characters', () => {
    expect(PLATFORMS).toEqual(['instagram', 'twitter', 'tiktok', 'youtube', 'snapchat']);
    expect(LONGEST_LINK).toBe(200);
  });
});
