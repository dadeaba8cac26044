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
  ])('turns %j into %j', (typed, link) => expect(socialLink(typed)).toBe(link));

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['a script in mixed case', 'JaVaScRiPt:alert(1)'],
    ['a script with a line break', 'java\nscript:alert(1)'],
    ['a script after a control character', '\u0001javascript:alert(1)'],
    ['a script that looks like a comment', 'javascript://example.com/%0aalert(1)'],
    ['a data URL', 'data:text/html,<script>alert(1)</script>'],
    ['another script', 'vbscript:msgbox(1)'],
    ['another scheme', 'ftp://example.com/ann'],
    ['a file', 'file:///etc/passwd'],
    ['a URL without a scheme', '//example.com/ann'],
    ['a URL of backslashes', '\\\\example.com\\ann'],
    ['backslashes instead of slashes', 'https:\\\\example.com'],
    ['a backslash in a URL', 'https://example.com\\@evil.example'],
    ['a path', '/post/1'],
    ['a path to a parent folder', '../../admin'],
    ['a domain without a scheme', 'example.com/ann'],
    ['a name in Cyrillic letters', '\u0430nn'],
    ['a name in full-width letters', '\uFF41nn'],
    ['a name with an invisible character', 'an\u200Bn'],
    ['a name with a direction override', '\u202Enna'],
    ['a host in Cyrillic letters', 'https://ex\u0430mple.com/ann'],
    ['the same host in Punycode', 'https://xn--exmple-4nf.com/ann'],
    ['credentials in a URL', 'https://instagram.com:pass@evil.example/ann'],
    ['a user in a URL', 'https://instagram.com@evil.example'],
    ['a port', 'https://example.com:8443/ann'],
    ['a host without a dot', 'https://localhost/ann'],
    ['an IPv6 address', 'https://[::1]/ann'],
    ['a tab in a URL', 'https://exa\tmple.com/'],
    ['a line break in a URL', 'https://example.com/\nann'],
    ['a space in a URL', 'https://example.com/ ann'],
    ['no host', 'https://'],
    ['two names', 'ann bob'],
    ['markup', '"><script>alert(1)</script>'],
    ['only an @', '@'],
    ['a parent folder', '..'],
    ['a current folder', '@.'],
    ['dots, dashes and underscores', '._-'],
    ['an IPv4 address', 'https://192.0.2.1/ann'],
    ['an IPv4 address as one number', 'https://3221225985/ann'],
    ['an IPv4 address in hexadecimal', 'https://0xc0.0x0.0x2.1/ann'],
    ['an IPv4 address with a trailing dot', 'https://192.0.2.1./ann'],
    ['nothing', ''],
    ['5,000 characters', 'a'.repeat(5000)],
    ['a URL that is short only after normalization', `https://example.com/${'a/../'.repeat(40)}`],
    ['a scheme after another letter', 'xhttps://example.com/ann'],
    ['an @ inside a name', 'an@n'],
    ['a URL of 5,000 characters', `https://example.com/${'a'.repeat(4980)}`],
    ['a URL that is long after normalization', `https://example.com/${'\u00e9'.repeat(100)}`],
  ])('cannot be %s (V1.2.2)', (_, typed) => expect(socialLink(typed)).toBeNull());

  it('may have the maximum length and not one character more', () => {
    const address = (length: number) => 'https://example.com/'.padEnd(length, 'a');
    expect(socialLink(address(LONGEST_LINK))).toBe(address(LONGEST_LINK));
    expect(socialLink(address(LONGEST_LINK + 1))).toBeNull();
    expect(socialLink('a'.repeat(60))).toBe('a'.repeat(60));
    expect(socialLink('a'.repeat(61))).toBeNull();
  });

  it('is a plain name or an https URL for any input, and normalizing it again changes nothing', () => {
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
      { numRuns: 2000 },
    );
  });
});

describe('the platforms', () => {
  it('are five, with links of up to 200 characters', () => {
    expect(PLATFORMS).toEqual(['instagram', 'twitter', 'tiktok', 'youtube', 'snapchat']);
    expect(LONGEST_LINK).toBe(200);
  });
});
