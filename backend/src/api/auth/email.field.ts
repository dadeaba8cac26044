import { ValidateBy, isEmail } from 'class-validator';

/** Blanks may stand between quotes; no form takes them, and they are slips of the keyboard wherever they are found. */
const RULES = { allow_utf8_local_part: false, blacklisted_chars: String.raw`\s` } as const;

/** A field with an address that mail can be sent to: ASCII before the `@`, and without a blank. */
export function IsEmailAddress(): PropertyDecorator {
  return ValidateBy({
    name: 'isEmailAddress',
    validator: {
      // The library counts bytes, and throws at half a character.
      validate: (value: unknown) =>
        typeof value === 'string' && value.isWellFormed() && isEmail(value, RULES),
      defaultMessage: () => 'Please enter a valid email address',
    },
  });
}
