import { dictionary } from '@zxcvbn-ts/language-common';
import { ValidateBy } from 'class-validator';

/** How many of the passwords that are guessed first are refused. */
const REFUSED = 10_000;

const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, REFUSED));

/** The password is none of the 10,000 that everybody tries first, in whatever letter case. */
export function IsUncommonPassword(): PropertyDecorator {
  return ValidateBy({
    name: 'isUncommonPassword',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || !COMMON.has(value.toLowerCase()),
      defaultMessage: () => 'This password is too common. Please choose another one',
    },
  });
}
