import { USERNAME_BYTES, anonymousUsername } from '../../../src/domain/account/anonymous-username.js';
import { impersonatedBy } from '../../../src/api/account/display-names.service.js';

const OWN = 'BraveHeron0007';

/** The names in a text, separated by lines or bars. */
const named = (text: string) =>
  text
    .trim()
    .split(/[\n|]/)
    .map((name) => name.trim());

describe('a chosen name', () => {
  it.each([
    ['SunnyOtter4821', 'the name itself'],
    ['sunnyotter4821', 'in lower case'],
    ['SUNNYOTTER4821', 'in upper case'],
    ['Sunny Otter 4821', 'with spaces'],
    ['sunny_otter-4821', 'with punctuation'],
    ['S u n n y O t t e r 4 8 2 1', 'with a space after every letter'],
    ['SunnyОtter4821', 'with a Cyrillic О'],
    ['ЅunnyOttеr4821', 'with Cyrillic letters'],
    ['ＳｕｎｎｙＯｔｔｅｒ４８２１', 'in full-width letters'],
    ['Sünnÿ Ótter 4821', 'with accents'],
    ['Sunny0tter4821', 'with a digit for a letter'],
    ['SunnyOtter482l', 'with a letter for a digit'],
    ['GoIdenOtter4821', 'with a capital I for an l'],
    ['SunnyOtter❹❽❷❶', 'with digits in circles'],
    ['🆂🆄🅽🅽🆈🅾🆃🆃🅴🆁4821', 'in squares'],
    ['NorthemWren0001', 'with an m for rn'],
    ['SunnyOtter4821 🦶', 'with an emoji'],
    ['BigFoot1234', 'of other words'],
    ['Ann Ember 1984', 'of other words, with spaces'],
    ['BraveHeron0008', 'similar to one’s own'],
  ])('cannot be %s: an anonymous username %s', (name) => expect(impersonatedBy(name, OWN)).toBe('person'));

  it.each([OWN, 'braveheron0007', 'Brave Heron 0007'])('may be one’s own: %s', (name) =>
    expect(impersonatedBy(name, OWN)).toBeNull(),
  );

  it.each(
    named(`
      Footnote | F00tnote | FOOTN0TE | Fооtnоte | Foot note | 🅵🅾🅾🆃🅽🅾🆃🅴 | 🅕🅞🅞🅣🅝🅞🅣🅔 | 🇫🇴🇴🇹🇳🇴🇹🇪 | 🅰🅳🅼🅸🅽
      🅰️🅳🅼🅸🅽 | Footnote Team | footnote.support | FootnoteTeam2026 | The Real Footnote | admin | Adm1n
      АDMIN | A.d.m.i.n | Admin 1 | Admin Ann | AdminAnn | @dmin | administrator | Adrninistrator
      Moderator | Mod | M0DS | Support | 5upport | Support Team | Staff | ѕtаff | Official
      the official team | System | ⓢⓨⓢⓣⓔⓜ | Help Desk | Staff ✅ | ꓝootnote | Ϝootnote | ᖴootnote
      ƒootnote | 𝐅ootnote | Ꭺdmin | Αdmin | аԁmіn | Ⲙoderator | ꓢtaff
    `),
  )('cannot be %s: a name of the service or its staff', (name) =>
    expect(impersonatedBy(name, OWN)).toBe('service'),
  );

  it.each(
    named(`
      Ann | Ann of the Meadow | Ann Official | Team Toe | Modest Mouse | Badminton Ann
      Supporting Act | System of a Toe | Barefoot | Footloose | Note to self | The | Anna1984
      Class of 1999 | Sunny Otter | SunnyOtter | SunnyOtter48 | Otter4821 | 4821 | Đặng Thị
      Админова Анна | Жора | محمد | 🦶🦶🦶🦶🦶 | !!!! | Ελένη | 李小龍 | ᎠᏂᏴᏫᏯ
    `),
  )('may be %s', (name) => expect(impersonatedBy(name, OWN)).toBeNull());

  it('cannot be a generated anonymous username, in any case', () => {
    for (let number = 0; number < 256; number += 1) {
      const name = anonymousUsername(
        Uint8Array.from({ length: USERNAME_BYTES }, (_, index) => number * (index + 7)),
      );
      expect([name, impersonatedBy(name, OWN)]).toEqual([name, 'person']);
      expect([name, impersonatedBy(name.toLowerCase(), OWN)]).toEqual([name, 'person']);
    }
  });
});

describe('look-alike letters', () => {
  it.each(
    named(`
      amЬer | сrisp | ԁawn | 3ager | ꜰair | ɡentle | һappy | јolly | кeen | мellow | пoble | рroud
      ԛuick | гapid | тidy | lυcky | ѵivid | ԝarm | happу | coᴢy | vvarm
    `),
  )('read %s as a word', (word) => expect(impersonatedBy(`${word}otter4821`, OWN)).toBe('person'));

  it('read foх as a word with x', () => expect(impersonatedBy('sunnyfoх4821', OWN)).toBe('person'));

  it.each(['sunnyotter48x1', 'sunnyottx4821', 'sunnyotter', 'xsunnyotter4821', 'otter4821', 'sunny4821'])(
    'do not read %s as a username',
    (name) => expect(impersonatedBy(name, OWN)).toBeNull(),
  );

  it.each(['Ann Of Ten 1984 Oaks', 'Ann Ember 19845', 'my Ann Ember 1984'])('allow the name %s', (name) =>
    expect(impersonatedBy(name, OWN)).toBeNull(),
  );

  it.each(['Moderator7', 'Ann Admin2', 'ádmin Ann'])('recognize the role in %s', (name) =>
    expect(impersonatedBy(name, OWN)).toBe('service'),
  );
});
