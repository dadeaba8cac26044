import type { RecordedEvent } from '../../infrastructure/security-log/security-log.port.js';

/** The event of an answer: `ok` for success, else by status. */
type Events = Readonly<Partial<Record<number | 'ok', RecordedEvent>>>;

const PASSWORD_REFUSED = { 400: 'password-refused' } as const;
const UPLOAD_REFUSED = { 403: 'upload-refused', 413: 'upload-refused', 422: 'upload-refused' } as const;

/** Which answers of which routes are recorded in the security log. */
export const SECURITY_EVENTS: Readonly<Record<string, Events>> = {
  'POST /api/auth/register': { ok: 'registered' },
  'POST /api/auth/login': { ok: 'sign-in', 401: 'sign-in-failed' },
  'POST /api/auth/logout': { ok: 'sign-out' },
  'POST /api/auth/verify-email': {
    ok: 'email-verified',
    400: 'verification-refused',
    403: 'verification-refused',
    409: 'verification-refused',
  },
  'POST /api/auth/resend-verification': { ok: 'verification-requested' },
  'POST /api/auth/forgot-password': { ok: 'reset-requested' },
  'POST /api/auth/reset-password': { ok: 'password-reset', 400: 'reset-refused' },
  'POST /api/auth/me/confirm': { ok: 'user-confirmed', ...PASSWORD_REFUSED },
  'PUT /api/auth/update-password': { ok: 'password-changed', ...PASSWORD_REFUSED },
  'DELETE /api/user/sessions': { ok: 'sessions-ended' },
  'DELETE /api/user/sessions/:id': { ok: 'sessions-ended' },
  'POST /api/user/deletion': { ok: 'deletion-requested', ...PASSWORD_REFUSED },
  'DELETE /api/user/deletion': { ok: 'deletion-cancelled' },
  'GET /api/user/export': { ok: 'data-exported' },
  'POST /api/rtm-sys/login': { ok: 'admin-sign-in', 401: 'admin-sign-in-failed' },
  'POST /api/rtm-sys/login/passkey': { ok: 'admin-sign-in', 401: 'admin-sign-in-failed' },
  'POST /api/rtm-sys/logout': { ok: 'admin-sign-out' },
  'DELETE /api/rtm-sys/sessions/:id': { ok: 'sessions-ended' },
  'PUT /api/rtm-sys/password': { ok: 'password-changed', ...PASSWORD_REFUSED },
  'POST /api/rtm-sys/totp': { ok: 'totp-connected' },
  'POST /api/rtm-sys/totp/remove': { ok: 'totp-removed' },
  'POST /api/rtm-sys/passkeys': { ok: 'passkey-added' },
  'POST /api/rtm-sys/passkeys/:id/remove': { ok: 'passkey-removed' },
  'PUT /api/rtm-sys/admins/:id/role': { ok: 'admin-role-changed' },
  'POST /api/rtm-sys/admins/:id/dismiss': { ok: 'admin-dismissed' },
  'DELETE /api/rtm-sys/admins/:id/sessions': { ok: 'sessions-ended' },
  'DELETE /api/rtm-sys/users/:id/sessions': { ok: 'sessions-ended' },
  'POST /api/rtm-sys/admins/:id/reinstate': { ok: 'admin-reinstated' },
  'POST /api/rtm-sys/admins/:id/unlink': { ok: 'admin-unlinking-asked' },
  'PATCH /api/rtm-sys/users/:id': { ok: 'admin-rights-changed' },
  'POST /api/rtm-sys/admins/invitations': { ok: 'admin-invited' },
  'DELETE /api/rtm-sys/admins/invitations/:id': { ok: 'admin-invitation-withdrawn' },
  'POST /api/rtm-sys/invitations/accept': {
    ok: 'admin-invitation-accepted',
    400: 'admin-invitation-refused',
  },
  'POST /api/rtm-sys/reset': { ok: 'password-reset', 400: 'reset-refused' },
  'POST /api/rtm-sys/me/confirm': { ok: 'admin-confirmed', ...PASSWORD_REFUSED },
  'POST /api/rtm-sys/users/:id/suspend': { ok: 'account-suspended' },
  'POST /api/rtm-sys/users/:id/restore': { ok: 'account-restored' },
  'POST /api/rtm-sys/users/:id/strikes': { ok: 'account-struck' },
  'DELETE /api/rtm-sys/users/:id': { ok: 'admin-act-proposed' },
  'POST /api/rtm-sys/users/:id/email': { ok: 'email-disclosed' },
  'POST /api/rtm-sys/admins/:id/email': { ok: 'email-disclosed' },
  'POST /api/rtm-sys/admins/invitations/:id/email': { ok: 'email-disclosed' },
  'GET /api/rtm-sys/audit/export': { ok: 'admin-export' },
  'POST /api/rtm-sys/audit/:id/look': { ok: 'event-disclosed' },
  'POST /api/rtm-sys/proposals/:id/confirm': {
    ok: 'admin-act-confirmed',
    403: 'admin-act-refused',
    ...PASSWORD_REFUSED,
  },
  'POST /api/rtm-sys/proposals/:id/withdraw': { ok: 'admin-act-withdrawn' },
  'POST /api/posts/publish': { 400: 'rating-refused' },
  'POST /api/stripe/webhook': { 400: 'webhook-refused' },
  'POST /sandbox/code': { ok: 'sandbox-opened', 401: 'sandbox-refused' },
  'POST /api/upload': UPLOAD_REFUSED,
  'POST /api/posts/publish-direct': UPLOAD_REFUSED,
  'POST /api/user/profile/picture': UPLOAD_REFUSED,
};

/** What is asked of the back office, as far as the security log needs to know. */
interface Answered {
  /** The method and the pattern of the address. */
  readonly route: string;
  readonly status: number;
  readonly isOfAdmin: boolean;
  readonly isWrite: boolean;
  /** Whether the answer is a file of data. */
  readonly isExport: boolean;
}

/** The event of an answer; null if it does not concern security. */
export function securityEventOf({ route, status, ...answered }: Answered): RecordedEvent | null {
  if (status === 429) return 'limit-reached';
  const event = SECURITY_EVENTS[route]?.[status < 400 ? 'ok' : status];
  if (event !== undefined) return event;
  if (status === 403) return 'refused';
  if (!answered.isOfAdmin && answered.isWrite && REJECTED.has(status)) return 'write-refused';
  if (!route.includes(BACK_OFFICE)) return null;
  if (!answered.isOfAdmin) return status === 401 && route !== WHO_AM_I ? 'back-office-refused' : null;
  if (answered.isExport) return 'admin-export';
  if (!answered.isWrite || status >= 500) return null;
  return status < 400 ? 'admin-write' : 'admin-write-refused';
}

/** Of writes that a page of the site hardly sends: it checks its forms, and shows only what may be done. */
const REJECTED: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);
const BACK_OFFICE = ' /api/rtm-sys/';
/** The pages of the back office ask this before a sign-in, too. */
const WHO_AM_I = 'GET /api/rtm-sys/me';
