import { PASSWORD } from './people.js';

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
 * Everything that suspended people may still do besides reading: sign in and out, look after password, sessions and mails,
 * ask for a refund, appeal, and delete the account. To discard a saved rating changes only their own browser.
 */
export const OPEN_TO_SUSPENDED: readonly string[] = [
  'POST /api/user/decisions/{id}/appeal',
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/verify-email',
  'POST /api/auth/resend-verification',
  'POST /api/auth/forgot-password',
  'POST /api/auth/reset-password',
  'PUT /api/auth/update-password',
  'PATCH /api/auth/email-preferences',
  'POST /api/unsubscribe',
  'POST /api/user/deletion',
  'DELETE /api/user/deletion',
  'DELETE /api/user/sessions',
  'DELETE /api/user/sessions/{id}',
  'DELETE /api/ratings/pending',
  'POST /api/user/payments/{id}/refund-request',
];

const anyone = (status: number) => expecting(() => status);
const signedIn = (status: number) => expecting((role) => (role === 'visitor' ? 401 : status));
/** For calls that need a verified, unsuspended account: `others` is the status for those who do not own the thing. */
const takingPart = (owner: number, others = owner) =>
  expecting((role) => {
    if (role === 'visitor') return 401;
    if (role === 'unverified' || role === 'suspended') return 403;
    return role === 'owner' ? owner : others;
  });
/** For writes that suspended people may not do; all other callers may. */
const notSuspended = (expected: Permission['expected']) => ({ ...expected, suspended: 403 });
const ownerOnly = (owner: number, others: number) =>
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
function staff(statuses: Readonly<Record<(typeof STAFF)[number], number>>): Permission['expected'] {
  const users = Object.fromEntries(USERS.map((role) => [role, 401])) as Record<
    (typeof USERS)[number],
    number
  >;
  return { ...users, ...statuses };
}

/** For calls about an admin's own login: they also work before an authenticator app is connected. */
const anyAdmin = (status: number) =>
  staff({ moderator: status, finance: status, adminOwner: status, noTotp: status });
/** For calls of every role. */
const anyRole = (status: number) =>
  staff({ moderator: status, finance: status, adminOwner: status, noTotp: 403 });
const moderators = (status: number) =>
  staff({ moderator: status, finance: 403, adminOwner: status, noTotp: 403 });
const owners = (status: number) => staff({ moderator: 403, finance: 403, adminOwner: status, noTotp: 403 });

const post = ({ post: made }: World) => made();
const comment = ({ comment: made }: World) => made();
const unknownReport = async ({ ownerId, post: made }: World) => `${await made()}-${ownerId}`;

/**
 * Every route of the contract. An invalid body shows who passes the authorization, without changing anything for the
 * next caller.
 */
export const PERMISSIONS: Readonly<Record<string, Permission>> = {
  'POST /api/auth/register': { body: {}, expected: anyone(400) },
  'POST /api/auth/login': {
    body: { email: 'nobody@example.org', password: PASSWORD },
    expected: anyone(401),
  },
  'POST /api/auth/logout': { expected: anyone(204) },
  'GET /api/auth/me': { expected: signedIn(200) },
  'POST /api/auth/verify-email': { body: { token: 'unknown' }, expected: anyone(400) },
  'POST /api/auth/resend-verification': { body: { email: 'nobody@example.org' }, expected: anyone(200) },
  'POST /api/auth/forgot-password': { body: { email: 'nobody@example.org' }, expected: anyone(200) },
  'POST /api/auth/reset-password': {
    body: { token: 'unknown', password: PASSWORD },
    expected: anyone(400),
  },
  'PUT /api/auth/email': { body: {}, expected: notSuspended(signedIn(400)) },
  'PUT /api/auth/update-password': {
    body: { currentPassword: 'not the one', newPassword: PASSWORD },
    expected: signedIn(400),
  },
  'PATCH /api/auth/email-preferences': { body: { emailNotificationsRating: false }, expected: signedIn(200) },
  'GET /api/unsubscribe': { query: '?token=unknown', expected: anyone(400) },
  'POST /api/unsubscribe': { query: '?token=unknown', expected: anyone(400) },

  'GET /api/user': { expected: signedIn(200) },
  'PATCH /api/user/profile': { body: { bio: 'I walk.' }, expected: takingPart(200) },
  'POST /api/user/profile/picture': { body: {}, expected: takingPart(400) },
  'DELETE /api/user/profile/picture': { expected: takingPart(200) },
  'GET /api/user/export': { expected: signedIn(200) },
  'POST /api/user/deletion': { body: { password: 'not the one' }, expected: signedIn(400) },
  'DELETE /api/user/deletion': { expected: signedIn(200) },
  'GET /api/user/sessions': { expected: signedIn(200) },
  'DELETE /api/user/sessions': { expected: signedIn(200) },
  'DELETE /api/user/sessions/{id}': { id: ({ session }) => session(), expected: ownerOnly(200, 404) },
  'GET /api/user/posts': { expected: signedIn(200) },
  'DELETE /api/user/posts/{id}': { id: post, expected: notSuspended(ownerOnly(200, 404)) },
  'GET /api/users/{id}': { id: ({ ownerId }) => ownerId, expected: anyone(200) },

  'POST /api/upload': { body: {}, expected: notSuspended(anyone(400)) },
  'GET /api/ratings/pending': { expected: anyone(200) },
  'PUT /api/ratings/pending': {
    body: { imageUrl: 'none', imageHash: 'none' },
    expected: notSuspended(anyone(400)),
  },
  'DELETE /api/ratings/pending': { expected: anyone(204) },

  'GET /api/posts': { expected: anyone(200) },
  'GET /api/posts/{id}': { id: post, expected: anyone(200) },
  'GET /api/posts/{id}/rank': { id: post, expected: anyone(200) },
  'GET /api/posts/{id}/card.png': { id: post, expected: anyone(200) },
  'POST /api/posts/publish': { body: { imageUrl: 'none', imageHash: 'none' }, expected: takingPart(400) },
  'POST /api/posts/publish-direct': { body: {}, expected: takingPart(400) },
  'GET /api/posts/{id}/comments': { id: post, expected: anyone(200) },
  'POST /api/posts/{id}/comments': { id: post, body: { text: 'Lovely light.' }, expected: takingPart(201) },
  'GET /api/posts/{id}/like': { id: post, expected: anyone(200) },
  'POST /api/posts/{id}/like': { id: post, expected: takingPart(200) },
  'DELETE /api/posts/{id}/like': { id: post, expected: takingPart(200) },
  'GET /api/posts/{id}/user-rating': { id: post, expected: anyone(200) },
  'POST /api/ratings/submit': { body: { overallScore: 11 }, expected: takingPart(400) },
  'POST /api/posts/{id}/report': { id: post, body: { reason: 'A hand.' }, expected: takingPart(403, 200) },
  'DELETE /api/comments/{id}': { id: comment, expected: notSuspended(ownerOnly(200, 403)) },
  'GET /api/comments/{id}/like': { id: comment, expected: anyone(200) },
  'POST /api/comments/{id}/like': { id: comment, expected: takingPart(200) },
  'DELETE /api/comments/{id}/like': { id: comment, expected: takingPart(200) },
  'GET /api/boost/prices': { expected: anyone(200) },
  'GET /api/boosts/unclaimed': { expected: signedIn(200) },
  'GET /api/posts/{id}/boost': { id: post, expected: anyone(200) },
  'POST /api/posts/{id}/apply-boost': { id: post, expected: takingPart(409, 403) },
  'POST /api/posts/{id}/boost': { id: post, body: {}, expected: takingPart(400) },
  'POST /api/boost/checkout': { body: {}, expected: takingPart(400) },
  'POST /api/donations/checkout': { body: {}, expected: notSuspended(anyone(400)) },
  'GET /api/checkouts/{sessionId}': { expected: anyone(200) },
  'GET /api/user/payments': { expected: signedIn(200) },
  'GET /api/user/payments/{id}/receipt': { id: post, expected: signedIn(404) },
  'POST /api/user/payments/{id}/refund-request': { id: post, expected: signedIn(404) },
  'GET /api/rtm-sys/entry': { expected: anyone(200) },
  'GET /api/rtm-sys/me': { expected: anyAdmin(200) },
  'POST /api/rtm-sys/login': {
    body: { username: 'nobody', password: 'not the password' },
    expected: anyone(401),
  },
  'POST /api/rtm-sys/logout': { expected: anyone(204) },
  'GET /api/rtm-sys/sessions': { expected: anyAdmin(200) },
  'DELETE /api/rtm-sys/sessions/{id}': { id: post, expected: anyAdmin(404) },
  'PUT /api/rtm-sys/password': { body: {}, expected: anyAdmin(400) },
  'POST /api/rtm-sys/totp/offer': { expected: anyAdmin(200) },
  'POST /api/rtm-sys/totp': { body: {}, expected: anyAdmin(400) },
  'POST /api/rtm-sys/totp/remove': {
    body: {},
    expected: staff({ moderator: 400, finance: 400, adminOwner: 400, noTotp: 403 }),
  },
  'POST /api/rtm-sys/login/passkey/offer': { expected: anyone(409) },
  'POST /api/rtm-sys/login/passkey': { body: {}, expected: anyone(400) },
  'GET /api/rtm-sys/passkeys': { expected: anyAdmin(200) },
  'POST /api/rtm-sys/passkeys/offer': { body: {}, expected: anyAdmin(400) },
  'POST /api/rtm-sys/passkeys': { body: {}, expected: anyAdmin(400) },
  'POST /api/rtm-sys/passkeys/{id}/remove': {
    id: post,
    body: {},
    expected: staff({ moderator: 400, finance: 400, adminOwner: 400, noTotp: 403 }),
  },
  'GET /api/rtm-sys/acts': { expected: moderators(200) },
  'GET /api/rtm-sys/posts': { expected: moderators(200) },
  'GET /api/rtm-sys/posts/{id}': { id: post, expected: moderators(200) },
  'GET /api/rtm-sys/pictures/{id}/{width}.webp': { id: post, expected: moderators(404) },
  'GET /api/rtm-sys/comments': { expected: moderators(200) },
  'DELETE /api/rtm-sys/comments/{id}': {
    id: comment,
    body: { reason: 'abuse' },
    expected: moderators(200),
  },
  'GET /api/rtm-sys/counts': { expected: anyRole(200) },
  'GET /api/rtm-sys/boosts': { expected: anyRole(200) },
  'GET /api/rtm-sys/boosts/{id}/receipt': {
    id: post,
    expected: staff({ moderator: 403, finance: 404, adminOwner: 404, noTotp: 403 }),
  },
  'GET /api/rtm-sys/reports': { expected: moderators(200) },
  'PATCH /api/rtm-sys/reports/{id}': {
    id: unknownReport,
    body: { status: 'dismissed' },
    expected: moderators(404),
  },
  'POST /api/rtm-sys/reports/{id}/assign': {
    id: unknownReport,
    body: { adminId: null },
    expected: moderators(404),
  },
  'POST /api/rtm-sys/reports/{id}/notes': {
    id: unknownReport,
    body: { text: 'Hm.' },
    expected: moderators(404),
  },
  'POST /api/rtm-sys/reports/{id}/category': {
    id: unknownReport,
    body: { category: 'spam' },
    expected: moderators(404),
  },
  'PATCH /api/rtm-sys/posts/{id}': { id: post, body: { isModerated: true }, expected: moderators(200) },
  'DELETE /api/rtm-sys/posts/{id}': { id: post, body: { reason: 'not-feet' }, expected: moderators(200) },
  'POST /api/rtm-sys/posts/{id}/escalate': { id: post, body: { reason: 'minor' }, expected: moderators(200) },
  'POST /api/rtm-sys/acts/{id}/undo': { id: post, body: { reason: 'a test' }, expected: moderators(404) },
  'GET /api/rtm-sys/admins': { expected: owners(200) },
  'PUT /api/rtm-sys/admins/{id}/role': { id: post, body: {}, expected: owners(400) },
  'POST /api/rtm-sys/admins/{id}/dismiss': { id: post, body: {}, expected: owners(400) },
  'POST /api/rtm-sys/admins/{id}/reinstate': { id: post, body: {}, expected: owners(400) },
  'GET /api/rtm-sys/admins/invitations': { expected: owners(200) },
  'POST /api/rtm-sys/admins/invitations': { body: {}, expected: owners(400) },
  'DELETE /api/rtm-sys/admins/invitations/{id}': { id: post, expected: owners(404) },
  'POST /api/rtm-sys/invitations/accept': { body: {}, expected: anyone(400) },
  'GET /api/rtm-sys/proposals': { expected: owners(200) },
  'POST /api/rtm-sys/proposals/{id}/confirm': { id: post, expected: owners(404) },
  'POST /api/rtm-sys/proposals/{id}/withdraw': { id: post, expected: owners(404) },
  'GET /api/rtm-sys/users': { expected: moderators(200) },
  'GET /api/rtm-sys/users/{id}': { id: ({ ownerId }) => ownerId, expected: moderators(200) },
  'POST /api/rtm-sys/users/{id}/suspend': { id: ({ ownerId }) => ownerId, body: {}, expected: owners(400) },
  'POST /api/rtm-sys/users/{id}/restore': { id: ({ ownerId }) => ownerId, body: {}, expected: owners(400) },
  'POST /api/rtm-sys/users/{id}/strikes': { id: ({ ownerId }) => ownerId, body: {}, expected: owners(400) },
  'DELETE /api/rtm-sys/users/{id}': { id: ({ ownerId }) => ownerId, body: {}, expected: owners(400) },
  'PATCH /api/rtm-sys/users/{id}': { id: ({ ownerId }) => ownerId, body: {}, expected: owners(400) },
  'GET /api/rtm-sys/raters': { expected: moderators(200) },
  'GET /api/rtm-sys/rings': { expected: moderators(200) },
  'GET /api/rtm-sys/raters/{id}': { id: ({ ownerId }) => ownerId, expected: moderators(200) },
  'GET /api/rtm-sys/raters/{id}/what-if': { id: ({ ownerId }) => ownerId, expected: moderators(200) },
  'POST /api/rtm-sys/raters/{id}/exclude': { id: post, body: {}, expected: moderators(400) },
  'POST /api/rtm-sys/ratings/exclude': { body: {}, expected: moderators(400) },

  'GET /api/user/decisions': { expected: signedIn(200) },
  'POST /api/user/decisions/{id}/appeal': { id: post, body: { text: 'No.' }, expected: signedIn(404) },
  'GET /api/rtm-sys/appeals': { expected: moderators(200) },
  'GET /api/rtm-sys/appeals/{id}': { id: post, expected: moderators(404) },
  'POST /api/rtm-sys/appeals/{id}/decide': { id: post, body: {}, expected: moderators(400) },
  'GET /api/rtm-sys/queue': { expected: moderators(200) },
  'POST /api/rtm-sys/queue/next': { expected: moderators(200) },
  'POST /api/rtm-sys/queue/release': { expected: moderators(204) },
  'POST /api/rtm-sys/queue/{id}/claim': { id: post, expected: moderators(409) },
  'POST /api/rtm-sys/queue/{id}/release': { id: post, expected: moderators(204) },
  'POST /api/rtm-sys/queue/{id}/decide': { id: post, body: {}, expected: moderators(400) },
  'POST /api/rtm-sys/queue/{id}/undo': { id: post, body: { reason: 'Oops.' }, expected: moderators(404) },
  'GET /api/rtm-sys/blocked-pictures': { expected: moderators(200) },
  'POST /api/rtm-sys/blocked-pictures/{imageHash}/notes': {
    body: { note: 'A logo.' },
    expected: moderators(404),
  },
  'DELETE /api/rtm-sys/blocked-pictures/{imageHash}': {
    body: { reason: 'quality' },
    expected: moderators(404),
  },

  'GET /api/leaderboard/weekly': { expected: anyone(200) },
  'GET /api/leaderboard/weeks': { expected: anyone(200) },
  'GET /api/live': { expected: anyone(200) },
};
