import { applyDecorators } from '@nestjs/common';
import { IsIn, IsInt, Max, Min, ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';
import { SCREENS } from '../api/pages/screens.js';

/** The address of a server, with user and password or without both. Checked at start to catch typing errors. */
function isAddress(value: unknown, fits: (url: URL) => boolean): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const url = new URL(value);
  const { hostname, username, password } = url;
  return hostname !== '' && isEncoded(username + password) && !username === !password && fits(url);
}

function isEncoded(text: string): boolean {
  try {
    return typeof decodeURIComponent(text) === 'string';
  } catch {
    return false;
  }
}

export function IsSmtpUrl(options: ValidationOptions): PropertyDecorator {
  const fits = ({ protocol, pathname, search }: URL) =>
    /^smtps?:$/.test(protocol) && /^\/?$/.test(pathname) && search === '';
  return ValidateBy(
    { name: 'isSmtpUrl', validator: { validate: (value) => isAddress(value, fits) } },
    options,
  );
}

/** The address of a bucket: its name is the path, and its region may follow. */
export function IsS3Url(options: ValidationOptions): PropertyDecorator {
  const fits = ({ protocol, pathname, search, hash }: URL) =>
    /^https?:$/.test(protocol) &&
    /^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(pathname) &&
    /^(?:\?region=[a-z0-9-]+)?$/.test(search) &&
    hash === '';
  return ValidateBy({ name: 'isS3Url', validator: { validate: (value) => isAddress(value, fits) } }, options);
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
