import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  currentPasswordRules,
  isLongEnough,
  newPasswordProblem,
  passwordLengthProblem,
  signInPasswordRules,
} from '../src/api/credential-rules.ts';

const tooShort = 'Password must be at least 8 characters';
const tooLong = 'Password must be at most 128 characters';

// Counted like on the server: code points, although JavaScript counts some as two.
const problems: readonly (readonly [what: string, password: string, problem: string | undefined])[] = [
  ['seven letters', 'a'.repeat(7), tooShort],
  ['eight letters', 'a'.repeat(8), undefined],
  ['four emoji', '👣'.repeat(4), tooShort],
  ['eight emoji', '👣'.repeat(8), undefined],
  ['four signs that are shown as pictures', '❤️'.repeat(4), tooShort],
  ['128 emoji', '👣'.repeat(128), undefined],
  ['129 emoji', '👣'.repeat(129), tooLong],
  ['eight blanks', ' '.repeat(8), undefined],
  ['four letters with their accents apart', 'e\u0301'.repeat(4), tooShort],
  ['128 letters with their accents apart', 'e\u0301'.repeat(128), undefined],
  ['129 letters with their accents apart', 'e\u0301'.repeat(129), tooLong],
];

for (const [what, password, problem] of problems) {
  test(`${what}: ${problem ?? 'fits'}`, () => {
    assert.equal(passwordLengthProblem(password), problem);
    assert.equal(isLongEnough(password), problem !== tooShort);
    assert.equal(newPasswordProblem({ password, confirmation: password })?.message, problem);
  });
}

test('a password of the account that has an impossible length is incorrect', () => {
  for (const password of ['short', 'a'.repeat(129)]) {
    assert.equal(currentPasswordRules.validate(password), 'Current password is incorrect');
  }
  assert.equal(currentPasswordRules.validate('a'.repeat(8)), true);
});

test('a password of the account may have been measured as it was typed', () => {
  // The last one is typed composed today, with 7 characters instead of 8.
  for (const password of ['e\u0301'.repeat(4), 'e\u0301'.repeat(128), '\u0958'.repeat(100), 'caf\u00e9123']) {
    assert.equal(currentPasswordRules.validate(password), true);
    assert.equal(signInPasswordRules.validate(password), undefined);
  }
  assert.equal(signInPasswordRules.validate('e\u0301'.repeat(129)), tooLong);
});

test('a new password matches in canonically equivalent spellings', () => {
  const typed = { password: 'caf\u00e9 au lait', confirmation: 'cafe\u0301 au lait' };
  assert.equal(newPasswordProblem(typed), undefined);
  assert.equal(
    newPasswordProblem({ ...typed, confirmation: 'cafe au lait' })?.message,
    'Passwords do not match',
  );
});

test('the problem names the field', () =>
  assert.equal(passwordLengthProblem('short', 'New password'), 'New password must be at least 8 characters'));
