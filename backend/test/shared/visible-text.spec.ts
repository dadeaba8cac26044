import fc from 'fast-check';
import { isolated } from '../../src/shared/isolated.js';
import { lengthOf, seen, visibleLine, visibleText } from '../../src/shared/visible-text.js';

/** A text by its code points: those of U+0061 U+0301 are `61 301`. */
const text = (points: string) =>
  String.fromCodePoint(...points.split(' ').map((point) => Number.parseInt(point, 16)));

const SCOTLAND = '1f3f4 e0067 e0062 e0073 e0063 e0074 e007f';

/** Texts with everything that a rule is about. */
const unusual = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'aéд1#*\u05E9\u05B8\u05BC\u0628\u064E\u06DD\u0915\u094D\u09B0\u0958\u1019\u103C\u102D\u0F67\u0F71\u1820\u180B\u180E',
        ...'\u0300\u0301\u0323\u20E3\u034F\u00AD\u200B\u200C\u200D\u200E\u202E\u2060\u2800\u3164\uFE00\uFE0E\uFE0F\uFEFF\uD83D',
        ...'\n\r\t \u0007\u2028\uAC00\u1100\u1161',
        '\u{1F3F4}',
        '\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
        '\u{E0041}',
        '\u{E0100}',
        '\u{1F469}',
        '\u{1F3FD}',
        '\u{1F1E9}',
        '\u2764',
        '\u{1FAE9}',
        '\u{1FAEF}',
        '\u{11383}',
        '\u{16D67}',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
  )
  .map((parts) => parts.join(''));

describe('texts in any script', () => {
  it.each([
    ['everyday Burmese with four marks', '1019 103c 102d 102f 1037'],
    ['a Tibetan stack', '0f67 0fb1 0f71 0f74 0f35 0f83'],
    ['Persian with a non-joiner', '0645 06cc 200c 062e 0648 0627 0647 0645'],
    ['a Persian abbreviation that ends in a joiner', '0647 200d'],
    ['Kurdish after a vowel mark', '0628 064e 200c 06be'],
    ['a Devanagari half form', '0915 094d 200d 0937'],
    ['Bengali ya-phalaa', '09b0 200d 09cd 09af'],
    ['a Malayalam chillu', '0d28 0d4d 200d'],
    ['a Sinhala conjunct', '0dc1 0dca 200d 0dbb 0dd3'],
    ['a Khmer word with a non-joiner', '1794 17ca 200c 17b8'],
    ['a Mongolian variant', '1820 180b'],
    ['the last vowel of a Mongolian word', '1830 180e 1820'],
    ['a Mongolian ending behind a narrow blank', '182e 1823 1829 202f 1824 1828'],
    ['an Arabic end of verse and a number sign', '06dd 0661 0600 0662'],
    ['a Syriac abbreviation', '070f 0710 0712'],
    ['a disputed end of verse', '08e2 0661'],
    ['Braille with a blank', '2803 2800 2803'],
    ['the flag of Scotland', SCOTLAND],
    ['the flag of Wales in a line', '61 20 1f3f4 e0067 e0062 e0077 e006c e0073 e007f 20 62'],
    ['an emoji as text', '263a fe0e'],
    ['an emoji as a picture', '2764 fe0f'],
    ['a keycap', '31 fe0f 20e3'],
    ['a family', '1f468 200d 1f469 200d 1f467'],
    ['a heart on fire', '2764 fe0f 200d 1f525'],
    ['a person of a skin colour', '1f9d1 1f3fd 200d 1f3a8'],
    ['an emoji from after our tables', '1faee 200d 1f9d1'],
    ['a letter from after our tables', '0378'],
    ['a variant of a Han character', '845b e0100'],
    ['a variant of a Burmese letter', '1000 fe00 1031'],
    ['Hangul', 'ac01 d55c'],
    ['Vietnamese', '0110 1eb7 6e 67'],
    ['two marks alike', '3b2 323 323'],
  ])('keep %s', (_, points) => {
    expect([visibleLine(text(points)), visibleText(text(points))]).toEqual([text(points), text(points)]);
  });

  it.each([
    ['Hebrew marks in the order of NFC', '05e9 05c1 05bc 05b8 0591', '05e9 05b8 05bc 05c1 0591'],
    ['a fifth mark on a Latin letter', '61 300 301 302 303 304 305', 'e0 301 302 303'],
    ['a fifth mark on a Greek letter', '3b2 300 301 302 303 304', '3b2 300 301 302 303'],
    ['a fifth mark on a Cyrillic letter', '434 300 301 302 303 304', '434 300 301 302 303'],
    [
      'a ninth mark elsewhere',
      '5e9 5b0 5b1 5b2 5b3 5b4 5b5 5b6 5b7 5b8',
      '5e9 5b0 5b1 5b2 5b3 5b4 5b5 5b6 5b7',
    ],
    ['a third mark alike', '1019 102f 102f 102f', '1019 102f 102f'],
    ['marks beyond a joiner', '628 64e 64e 200c 64e', '628 64e 64e 200c'],
    ['a joiner between Latin letters', '61 200d 62', '61 62'],
    ['a joiner after a digit', '661 200d 662', '661 662'],
    ['a joiner after nothing', '200d 628', '628'],
    ['a second joiner', '628 200c 200d 628', '628 200c 628'],
    ['a separator of Mongolian elsewhere in Latin', '61 180e 62', '61 62'],
    ['a joiner between an emoji and a letter', '1f469 200d 61', '1f469 61'],
    ['a second selector', '2764 fe0f fe0f', '2764 fe0f'],
    ['a selector of another kind after the first', '845b e0100 e0101', '845b e0100'],
    ['a look of emoji on a letter', '61 fe0f', '61'],
    ['a variant of a Latin letter', '61 301 fe00', 'e1'],
    ['a selector after a blank', '62 20 e0100 63', '62 20 63'],
    ['tags without a flag', '61 e0067 e0062 e0073 e0063 e0074 e007f', '61'],
    ['tags of no flag that is in use', '1f3f4 e0075 e0073 e0074 e0078 e007f', '1f3f4'],
    ['a narrow blank elsewhere', '61 202f 62', '61 20 62'],
    ['a soft hyphen', '61 ad 62', '61 62'],
    ['a word joiner and a byte order mark', '61 2060 feff 62', '61 62'],
    ['direction marks', '5d0 200f 202e 2066 61 2069', '5d0 61'],
    ['Hangul fillers', '61 3164 115f ffa0', '61'],
    ['a grapheme joiner', '61 34f 301', 'e1'],
    ['private characters, halves of pairs and what is no character', '61 f8ff fdd0 ffff', '61'],
  ])('lose %s', (_, points, kept) => {
    expect([visibleLine(text(points)), visibleText(text(points))]).toEqual([text(kept), text(kept)]);
  });

  it('keep a place for a line break in comments, but not in names', () => {
    const [thai, name] = ['0e01 200b 0e02', '0e01 0e02'];
    expect([visibleText(text(thai)), visibleLine(text(thai))]).toEqual([text(thai), text(name)]);
    expect(visibleText('\u200Ba\u200B\u200Bb\u200B \u200Bc\u200B')).toBe('a\u200Bb c');
  });

  it.each([
    '',
    '  ',
    '\u200B\u200B',
    '\u2800 \u2800',
    '\u3164',
    '\n\t',
    '\u202E',
    '\u200D',
    '\uFE0F',
    '\u200B\n\u200B',
    '\u0301\u05B0 \u20E3',
    '\u{13441}',
    '\u{1D159}',
  ])('are nothing if %j is all', (typed) =>
    expect([visibleLine(typed), visibleText(typed)]).toEqual([null, null]),
  );

  it('are cut before they are sorted, so that a body full of marks takes no seconds', () => {
    const marks = `a${'\u0301\u0323'.repeat(16_000)}`;
    expect(visibleText(marks)).toBe('\u1EA1\u0323\u0301\u0301');
  });

  it('are the same when they are normalized again (V1.1.1)', () =>
    fc.assert(
      fc.property(unusual, (typed) => {
        for (const normalize of [visibleLine, visibleText]) {
          const once = normalize(typed);
          expect(normalize(once ?? '')).toBe(once);
          expect(once ?? '').not.toMatch(/^\s|\s$|[\u202A-\u202E\u2066-\u2069]/u);
        }
      }),
      { numRuns: 5000 },
    ));
});

describe('visibleLine', () => {
  it.each([
    ['  Ann   of the  Meadow ', 'Ann of the Meadow'],
    ['Ann\nBob\r\nEve\tFay', 'Ann Bob Eve Fay'],
    ['Ann\u2028Bob\u0085Eve', 'Ann Bob Eve'],
    ['A\u0000n\u0007n', 'A n n'],
    ['Ann\u202Egnp.exe', 'Anngnp.exe'],
    ['A\u200Bn\u200Dn\uFEFF', 'Ann'],
    ['An\u{E0041}n\uFE0F', 'Ann'],
    ['Ann\u3164', 'Ann'],
    ['Cafe\u0301', 'Caf\u00e9'],
    ['\uD800Ann', 'Ann'],
    ['محمد', 'محمد'],
  ])('turns %j into %j (V1.3.3)', (typed, name) => expect(visibleLine(typed)).toBe(name));
});

describe('visibleText', () => {
  it.each([
    [' I walk. \r\nA lot.  ', 'I walk.\nA lot.'],
    ['One\n\n\n\n\nTwo', 'One\n\nTwo'],
    ['One\u2028Two\u0085Three', 'One\nTwo\nThree'],
    ['A\tB\u0007C', 'A B C'],
    ['back\u202Ewards', 'backwards'],
  ])('turns %j into %j', (typed, written) => expect(visibleText(typed)).toBe(written));
});

describe('the length of a text', () => {
  it.each([
    ['500 accented letters', '65 301 '.repeat(500), 500],
    ['260 letters that NFC takes apart', '958 '.repeat(260), 520],
    ['a heart with its look', '2764 fe0f ', 2],
  ])('of %s is counted in code points of what is stored', (_, points, length) =>
    expect(lengthOf(visibleText(text(points.trim())) ?? '')).toBe(length),
  );
});

describe('what is seen of a text', () => {
  it('has no invisible character', () => {
    const hidden = `${SCOTLAND} 61 200d 200c 200b 2800 ad fe0f e0100 180b 180e 2060 62`;
    expect(seen(text(hidden))).toBe('\u{1F3F4}ab');
  });

  it('keeps marks that are seen', () => expect(seen('mi\u0300\u06DD')).toBe('mi\u0300\u06DD'));
});

describe('a name in a text without markup', () => {
  it('is isolated if it is written from right to left', () =>
    expect(['Ann', 'רגליים', 'Ann رجل'].map(isolated)).toEqual([
      'Ann',
      '\u2068רגליים\u2069',
      '\u2068Ann رجل\u2069',
    ]));
});

describe('the tables of scripts and marks', () => {
  const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  /** Those of `among` for which a rule does not hold. */
  const without = (among: RegExp, holds: (character: string) => boolean) =>
    characters.filter((character) => among.test(character) && !holds(character));

  it('know every mark of this Unicode', () => {
    const isCut = (mark: string) => [...(visibleLine(`\u05D0${mark.repeat(9)}`) ?? '')].length <= 9;
    expect(without(/(?!\p{Default_Ignorable_Code_Point})\p{M}/u, isCut)).toEqual([]);
  });

  it('know every script of today that uses joiners', () => {
    const scripts =
      'Arab Syrc Nkoo Mand Mong Adlm Rohg Hebr Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt Mymr Khmr Bali Java Sund Cham Lepc Limb Mtei Cakm Newa Tirh Kthi Sylo Saur Batk Bugi Lana';
    const ofThem = scripts
      .split(' ')
      .map((script) => `\\p{sc=${script}}`)
      .join('');
    const keeps = (letter: string) => visibleLine(`${letter}\u200Da`)?.includes('\u200D') ?? false;
    const letters = new RegExp(`(?!\\p{Default_Ignorable_Code_Point})(?=[\\p{L}\\p{M}])[${ofThem}]`, 'u');
    expect(without(letters, keeps)).toEqual([]);
    const others =
      /(?=[\p{L}\p{M}])[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hani}\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}\p{sc=Armn}\p{sc=Geor}\p{sc=Thai}]/u;
    expect(without(others, (letter) => !keeps(letter))).toEqual([]);
  });

  it('know every letter of Latin, Greek and Cyrillic', () => {
    const isCut = (letter: string) =>
      !visibleLine(`${letter}\u0330\u0331\u0325\u0324\u0323\u032D`)?.includes('\u032D');
    expect(without(/(?=\p{L})[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]/u, isCut)).toEqual([]);
  });

  it('know every picture of this Unicode', () => {
    const joins = (picture: string) => visibleLine(`${picture}\u200D\u{1F9D1}`)?.includes('\u200D') ?? false;
    expect(without(/\p{Extended_Pictographic}/u, joins)).toEqual([]);
  });
});
