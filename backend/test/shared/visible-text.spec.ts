import fc from 'fast-check';
import { visibleLine, visibleText } from '../../src/shared/visible-text.js';

describe('visibleLine', () => {
  it.each([
    ['  Ann   of the  Meadow ', 'Ann of the Meadow'],
    ['Ann\nBob\r\nEve\tFay', 'Ann Bob Eve Fay'],
    ['Ann\u2028Bob\u0085Eve', 'Ann Bob Eve'],
    ['A\u0000n\u0007n', 'A n n'],
    ['Ann\u202Egnp.exe', 'Anngnp.exe'],
    ['\u2066Ann\u2069', 'Ann'],
    ['A\u200Bn\u200Dn\uFEFF', 'Ann'],
    ['A\u00ADn\u2060n', 'Ann'],
    ['An\u{E0041}n\uFE0F', 'Ann'],
    ['Ann\u3164\u2800', 'Ann'],
    ['Cafe\u0301', 'Caf\u00e9'],
    ['Q\u0300\u0301\u0302\u0303\u0304o', 'Q\u0300\u0301\u0302o'],
    ['\uD800Ann', 'Ann'],
    ['Ann \u{1F9B6}\u{1F3FD}', 'Ann \u{1F9B6}\u{1F3FD}'],
    ['\u{1F468}\u200D\u{1F469}\u200D\u{1F467}', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
    ['\u2764\uFE0F', '\u2764\uFE0F'],
    ['Đặng Thị', 'Đặng Thị'],
    ['محمد', 'محمد'],
  ])('turns %j into %j (V1.3.3)', (typed, name) => expect(visibleLine(typed)).toBe(name));

  it.each(['', '   ', '\u200B\u200B', '\u3164', '\u2800', '\n\t', '\u202E'])('gives null for %j', (typed) =>
    expect(visibleLine(typed)).toBeNull(),
  );

  it('returns one visible line, and normalizing it again changes nothing (V1.1.1)', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const name = visibleLine(typed);
        if (name === null) return;
        expect(name).not.toMatch(/^\s|\s$|[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\u200B]/u);
        expect(visibleLine(name)).toBe(name);
      }),
      { numRuns: 2000 },
    ));
});

describe('visibleText', () => {
  it.each([
    [' I walk. \r\nA lot.  ', 'I walk.\nA lot.'],
    ['One\n\n\n\n\nTwo', 'One\n\nTwo'],
    ['One\u2028Two\u0085Three', 'One\nTwo\nThree'],
    ['A\tB\u0007C', 'A B C'],
    ['back\u202Ewards', 'backwards'],
    ['zero\u200Bwidth', 'zerowidth'],
  ])('turns %j into %j', (typed, text) => expect(visibleText(typed)).toBe(text));

  it.each(['', ' \n \n ', '\u200B\n\u200B'])('gives null for %j', (typed) =>
    expect(visibleText(typed)).toBeNull(),
  );

  it('changes nothing when applied again', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const text = visibleText(typed);
        expect(visibleText(text ?? '')).toBe(text);
      }),
      { numRuns: 2000 },
    ));
});
