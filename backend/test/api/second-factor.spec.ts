import { hash } from 'node:crypto';
import { newSecret, recoveryCodes, recoveryOf, stepOf } from '../../src/api/admin/second-factor.js';
import { TOTP_SECRET, codeAt } from '../support/admins.js';

const now = new Date('2026-05-04T10:00:00Z');
const keyedHash = (code: string) => `keyed(${code})`;
const random = (bytes: number) => Buffer.alloc(bytes, 255).toString('base64url');

describe('recovery codes', () => {
  it('have 128 bits, and are stored as keyed hashes (V6.5.2, V6.5.4)', () => {
    const { codes, hashes } = recoveryCodes(random, keyedHash);
    expect(codes).toHaveLength(10);
    expect(codes[0]).toBe('7777-7777-7777-7777-7777-7777-74');
    expect(hashes[0]).toBe('keyed(77777777777777777777777774)');
    const factor = { kind: 'recovery', codeHash: hashes[0] };
    expect(recoveryOf(hashes, codes[0] ?? '', keyedHash)).toEqual(factor);
    // On a keyboard of another script, within text that runs from right to left.
    const typed = `\u202B${(codes[0] ?? '').replaceAll('7', '\u0667').replaceAll('-', ' \u2013 ')}\u200F`;
    expect(recoveryOf(hashes, typed, keyedHash)).toEqual(factor);
  });

  it('of 80 bits, from before, work on', () => {
    const codeHash = hash('sha256', 'abcdefghijklmnop');
    expect(recoveryOf([codeHash], 'ABCD-EFGH-IJKL-MNOP', keyedHash)).toEqual({ kind: 'recovery', codeHash });
    expect(recoveryOf([codeHash], 'ABCD-EFGH-IJKL-MNOQ', keyedHash)).toBeNull();
  });
});

it('makes secrets of 160 bits from the random source (V6.5.3)', () => {
  expect(newSecret(random)).toBe('7'.repeat(32));
});

describe('the code of an app', () => {
  const STEP = Math.floor(now.getTime() / 30_000);
  const code = codeAt(TOTP_SECRET, now);
  /** The code with the digits of a script, whose zero is at `zero`. */
  const inScript = (zero: number) =>
    code.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  const halves = `${code.slice(0, 3)}%${code.slice(3)}`;

  it.each([
    ['Arabic-Indic', 0x0660],
    ['Persian', 0x06f0],
    ['Devanagari', 0x0966],
    ['Thai', 0x0e50],
    ['fullwidth', 0xff10],
    ['mathematical bold', 0x1d7ce],
    ['mathematical monospace', 0x1d7f6],
  ])('is read in %s digits', (_, zero) => {
    expect(stepOf(TOTP_SECRET, inScript(zero), now)).toEqual({ step: STEP, isNear: false });
  });

  it.each([
    ['a blank', ' '],
    ['a blank that does not break', '\u00A0'],
    ['a narrow one', '\u202F'],
    ['an ideographic one', '\u3000'],
    ['a tab', '\t'],
    ['a hyphen', '-'],
    ['a hyphen that does not break', '\u2011'],
    ['a dash', '\u2013'],
    ['a minus sign', '\u2212'],
    ['a dot', '.'],
    ['a dot in the middle', '\u00B7'],
    ['marks of direction', '\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'],
    ['what shows nothing', '\u200B\u2060\uFEFF\u00AD'],
  ])('is read with %s in it and around it', (_, mark) => {
    const typed = `${mark}${halves.replace('%', mark)}${mark}`;
    expect(stepOf(TOTP_SECRET, typed, now)).toEqual({ step: STEP, isNear: false });
  });

  it.each([
    ['five digits', code.slice(1)],
    ['seven digits', `${code}0`],
    ['superscript digits, which are no digits', code.replaceAll(/\d/g, '\u00B2')],
    ['letters', `${code.slice(1)}x`],
    ['nothing', ''],
  ])('is six digits, not %s', (_, typed) => {
    expect(stepOf(TOTP_SECRET, typed, now)).toBeNull();
  });

  it.each([
    [-12, null],
    [-11, true],
    [-2, true],
    [-1, false],
    [0, false],
    [1, false],
    [2, true],
    [11, true],
    [12, null],
  ])('of the step %i from now: near is %s', (away, isNear) => {
    const typed = codeAt(TOTP_SECRET, new Date(now.getTime() + away * 30_000));
    expect(stepOf(TOTP_SECRET, typed, now)).toEqual(isNear === null ? null : { step: STEP + away, isNear });
  });
});
