import { applyDecorators } from '@nestjs/common';
import { IsIn, IsInt, Max, Min, ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';
import { SCREENS } from '../api/pages/screens.js';

/** The address of an SMTP server: a host, with user and password or without both. Checked at start to catch typing errors. */
export function IsSmtpUrl(options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) => {
    if (typeof value !== 'string' || !URL.canParse(value)) return false;
    const { protocol, hostname, username, password, pathname, search } = new URL(value);
    const isServer = /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && search === '';
    const isEncoded = !/%(?![0-9a-f]{2})/i.test(username + password);
    return isServer && isEncoded && (username === '') === (password === '');
  };
  return ValidateBy({ name: 'isSmtpUrl', validator: { validate } }, options);
}

/**
 * The origin of an http or https address, normalised; null if the address is invalid or has a user, path, query or
 * fragment.
 */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin, href } = new URL(address);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null;
}

/** The address of a server, without user, path, query and fragment. */
export function IsOrigin(options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'string' && originOf(value) !== null;
  return ValidateBy({ name: 'isOrigin', validator: { validate } }, options);
}

const PATH = /^(?:\/[A-Za-z0-9_-]+){1,2}$/;
const firstOf = (path: string) => path.split('/')[1] ?? '';
/** What addresses begin with that have a meaning already. */
const TAKEN = new Set(
  ['api', 'assets', 'fonts', 'images', 'sandbox', 'health', 'post', 'rtm-sys'].concat(
    SCREENS.map(({ path }) => firstOf(path)),
  ),
);

/** The path of a page of one or two segments, which begins unlike all others. */
export function IsFreePath(options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) =>
    typeof value === 'string' && PATH.test(value) && !TAKEN.has(firstOf(value));
  return ValidateBy({ name: 'isFreePath', validator: { validate } }, options);
}

/** A setting that has one of these values. */
export function OneOf(setting: string, values: readonly string[]): PropertyDecorator {
  const known = values.length === 2 ? values.join(' or ') : `one of ${values.join(', ')}`;
  return IsIn(values, { message: `${setting} must be ${known}` });
}

/** A setting that is a whole number from `least` to `most`. */
export function WholeTo(setting: string, most: number, least = 0): PropertyDecorator {
  const options = { message: `${setting} must be a whole number from ${least} to ${most}` };
  return applyDecorators(IsInt(options), Min(least, options), Max(most, options));
}

/** The other rules hold unless the setting is null. */
export const IfSet = (): PropertyDecorator => ValidateIf((_, value) => value !== null);
