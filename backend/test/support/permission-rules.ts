/**
 * Who calls with a session of the site: visitors have none, `verified` is a person who does not own the post, comment or
 * session, `admin` sees the link to the back office.
 */
const USERS = ['visitor', 'unverified', 'verified', 'owner', 'suspended', 'admin'] as const;

/** Who calls with a session of the back office. It needs an authenticator app, which `noTotp`, an owner, has not connected. */
export const STAFF = ['moderator', 'finance', 'adminOwner', 'noTotp'] as const;

export const ROLES = [...USERS, ...STAFF] as const;

export type Role = (typeof ROLES)[number];

/** The things that calls act on. */
export interface World {
  /** A public post of the owner, created for this call. */
  post(): Promise<string>;
  /** A comment of the owner, created for this call. */
  comment(): Promise<string>;
  /** A session of the owner, created for this call. */
  session(): Promise<string>;
  readonly ownerId: string;
}

/** A call to a route, and the status for each role. */
export interface Permission {
  readonly expected: Readonly<Record<Role, number>>;
  /** The value for `{id}`. */
  readonly id?: (world: World) => Promise<string> | string;
  readonly query?: string;
  readonly body?: object;
}

/**
 * Everything that suspended people may still do besides reading: sign in and out, look after password, sessions, mails and inbox,
 * ask for a refund, close a checkout or come back from one, appeal, and delete the account. To discard a saved rating changes only their own browser.
 */
export const OPEN_TO_SUSPENDED: readonly string[] = [
  'PUT /api/me/inbox/read',
  'POST /api/user/decisions/{id}/appeal',
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/verify-email',
  'POST /api/auth/resend-verification',
  'POST /api/auth/forgot-password',
  'POST /api/auth/reset-password',
  'POST /api/auth/me/confirm',
  'PUT /api/auth/update-password',
  'PATCH /api/auth/email-preferences',
  'POST /api/unsubscribe',
  'POST /api/user/deletion',
  'DELETE /api/user/deletion',
  'DELETE /api/user/sessions',
  'DELETE /api/user/sessions/{id}',
  'DELETE /api/ratings/pending',
  'POST /api/checkouts/{sessionId}/return',
  'POST /api/user/payments/{id}/drop',
  'POST /api/user/payments/{id}/refund-request',
];

export const anyone = (status: number) => expecting(() => status);
export const signedIn = (status: number) => expecting((role) => (role === 'visitor' ? 401 : status));
/** For calls that need a verified, unsuspended account: `others` is the status for those who do not own the thing. */
export const takingPart = (owner: number, others = owner) =>
  expecting((role) => {
    if (role === 'visitor') return 401;
    if (role === 'unverified' || role === 'suspended') return 403;
    return role === 'owner' ? owner : others;
  });
/** For writes that suspended people may not do; all other callers may. */
export const notSuspended = (expected: Permission['expected']) => ({ ...expected, suspended: 403 });
export const ownerOnly = (owner: number, others: number) =>
  expecting((role) => {
    if (role === 'visitor') return 401;
    return role === 'owner' ? owner : others;
  });

/** For calls of the site: there the cookie of the back office is worthless. */
function expecting(statusOf: (role: Role) => number): Permission['expected'] {
  const isStaff = (role: Role) => STAFF.some((one) => one === role);
  return Object.fromEntries(
    ROLES.map((role) => [role, statusOf(isStaff(role) ? 'visitor' : role)]),
  ) as Record<Role, number>;
}

/** For calls of the back office: there the cookie of the site is worthless. */
export function staff(statuses: Readonly<Record<(typeof STAFF)[number], number>>): Permission['expected'] {
  const users = Object.fromEntries(USERS.map((role) => [role, 401])) as Record<
    (typeof USERS)[number],
    number
  >;
  return { ...users, ...statuses };
}

/** For calls about an admin's own login: they also work before an authenticator app is connected. */
export const anyAdmin = (status: number) =>
  staff({ moderator: status, finance: status, adminOwner: status, noTotp: status });
/** For calls of every role. */
export const anyRole = (status: number) =>
  staff({ moderator: status, finance: status, adminOwner: status, noTotp: 403 });
export const moderators = (status: number) =>
  staff({ moderator: status, finance: 403, adminOwner: status, noTotp: 403 });
export const finance = (status: number) =>
  staff({ moderator: 403, finance: status, adminOwner: status, noTotp: 403 });
export const owners = (status: number) =>
  staff({ moderator: 403, finance: 403, adminOwner: status, noTotp: 403 });
