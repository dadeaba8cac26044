import type { FastifyRequest } from 'fastify';
import { isOfBackOffice } from './back-office.js';
import { normaliseEmail } from './email-address.js';
import { normaliseUsername } from './admins.js';

/** Under what somebody signs in, normalised, whether or not such a login exists. */
export interface LoginThrottleKey {
  readonly kind: 'email' | 'username';
  readonly value: string;
}

/** Stands for every admin: nobody types a name to sign in with a passkey. It is no valid username. */
export const ANY_ADMIN: LoginThrottleKey = { kind: 'username', value: '' };

export function emailName(email: string): LoginThrottleKey {
  return { kind: 'email', value: normaliseEmail(email) };
}

export function usernameName(username: string): LoginThrottleKey {
  return { kind: 'username', value: normaliseUsername(username) };
}

/** The name in the body of a request, valid or not; null if it has none. */
export function loginThrottleKeyOf(request: FastifyRequest): LoginThrottleKey | null {
  const { email, username } = Object(request.body) as { email?: unknown; username?: unknown };
  if (isOfBackOffice(request)) {
    return typeof username === 'string' ? usernameName(username) : ANY_ADMIN;
  }
  return typeof email === 'string' ? emailName(email) : null;
}
