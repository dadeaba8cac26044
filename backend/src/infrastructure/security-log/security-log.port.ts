/** What the events of the security log mean. docs/reference.md is made from it. */
export const RECORDED_EVENTS = {
  registered: 'An account was made',
  'email-verified': 'The address of an account was verified',
  'verification-refused': 'A verification link was rejected',
  'verification-requested': 'Somebody asked for a verification mail, whether or not one was sent',
  'sign-in': 'The password was right',
  'sign-in-failed': 'The password was wrong',
  'sign-out': 'Somebody signed out',
  'user-confirmed': 'A signed-in user showed once more who they are',
  'password-changed': 'A signed-in user or admin changed their password',
  'password-refused': 'A signed-in user or admin gave a wrong password where it is asked for',
  'reset-requested': 'Somebody asked for a reset mail, whether or not one was sent',
  'password-reset': 'A reset link was used',
  'reset-refused': 'A reset link was rejected',
  'sessions-ended': 'Somebody ended sessions of their account, or an owner those of another',
  'data-exported': 'Somebody downloaded their data',
  'deletion-requested': 'Somebody asked to delete their account',
  'deletion-cancelled': 'Somebody cancelled the deletion of their account',
  'upload-refused': 'A picture was rejected, or somebody whose uploads are blocked tried; `code` says why',
  'rating-refused': 'A changed or foreign rating was to be published',
  'request-refused': 'A request that changes data came from another site',
  refused: 'Any other request was answered with 403: by a role, a rule or the state of an account',
  'write-refused':
    'Any other request that changes data was rejected because of its input, or the state of things (400 to 422)',
  'limit-reached': 'A request was rejected with 429',
  'webhook-refused': 'A webhook was not signed by Stripe',
  'sandbox-opened': 'Somebody gave the code of the sandboxes',
  'sandbox-refused': 'Somebody gave a wrong code of the sandboxes',
  'admin-sign-in': 'An admin signed in',
  'admin-sign-in-failed': 'A sign-in of an admin was rejected',
  'admin-sign-out': 'An admin signed out',
  'admin-confirmed': 'An admin showed once more who they are',
  'totp-connected': 'An admin connected an authenticator app',
  'totp-removed': 'An admin removed the authenticator app',
  'passkey-added': 'An admin added a passkey',
  'passkey-removed': 'An admin removed a passkey',
  'admin-invited': 'An owner invited somebody to the back office',
  'admin-invitation-withdrawn': 'An owner took an invitation back',
  'admin-invitation-accepted': 'The link of an invitation was used',
  'admin-invitation-refused': 'The link of an invitation was rejected',
  'admin-role-changed': 'An owner changed the role of an admin',
  'admin-rights-changed': 'An owner changed the rights of a person',
  'admin-dismissed': 'An owner dismissed an admin',
  'admin-reinstated': 'An owner reinstated an admin',
  'admin-unlinking-asked': 'An owner asked to unlink a login from its account',
  'admin-act-proposed': 'An act that needs two people was asked for',
  'admin-act-confirmed': 'A second person confirmed such an act',
  'admin-act-refused': 'Such an act was confirmed in vain',
  'admin-act-withdrawn': 'Such an act was withdrawn',
  'account-suspended': 'An admin suspended a person',
  'account-restored': 'An admin ended a suspension',
  'account-struck': 'An admin gave a strike',
  'email-disclosed': 'An admin looked up an email address',
  'emails-exported': 'An owner downloaded the list of people with their addresses',
  'email-searched': 'An admin searched for an email address',
  'event-disclosed': 'An admin looked at the personal fields of an event',
  'admin-export': 'An admin downloaded a list or the books',
  'admin-write': 'Any other write of an admin was done',
  'admin-write-refused': 'Any other write of an admin was answered with 400 to 422',
  'back-office-refused': 'A request to the back office came without a session of it',
  'operator-command': 'An operator ran a command beside the server, or `recover`, `restore` or `keys`',
} as const;

export type RecordedEvent = keyof typeof RECORDED_EVENTS;

/**
 * One line of the security log. Never put emails, names of people, passwords, tokens, addresses or texts into it. The comments
 * of the fields are in docs/reference.md.
 */
export interface SecurityEntry {
  /** What happened. */
  readonly event: RecordedEvent;
  /** The id of the account that it concerns; null if none is known. For a failed sign-in, the account that was tried. */
  readonly account?: string | null;
  /**
   * A keyed hash of the IPv4 address or the /64 of IPv6, as in the log of events; null if it is unknown. Each day has another
   * key, which is destroyed after 30 days.
   */
  readonly network?: string | null;
  /** The same as in the log of the program and in the answer. */
  readonly requestId?: string;
  /** What was asked for: the method and the pattern of the address, without the values in it. */
  readonly route?: string;
  /** The status of the answer. */
  readonly status?: number;
  /** The id in the address: the post, person, admin, act or proposal that was aimed at. */
  readonly subject?: string;
  /** In the back office: the types of the events that were written. */
  readonly wrote?: readonly string[];
  /** In the back office: the ids of the acts, proposals, suspensions and invitations that these events name. */
  readonly acts?: readonly string[];
  /** The `code` of the answer, if it was an error. */
  readonly code?: string;
  /** The limit that was reached: one of the table of limits, `read`, or `sign-in pace`. */
  readonly limit?: string;
  /** `true` if sign-ins with this address were slowed down. */
  readonly slowed?: boolean;
  /**
   * How many entries of this event, route and network were left out before: 30 are written in a minute. Writes and exports of
   * admins are all written.
   */
  readonly unlogged?: number;
  /** The operator's command. */
  readonly command?: string;
  /** What the command did about a payment, with its reference. */
  readonly act?: string;
  /** The name that the operator gave with `--admin`. */
  readonly operator?: string;
  /** `true` if the command failed. */
  readonly failed?: boolean;
}

/** The record of what concerns security, apart from the program's log. */
export abstract class SecurityLog {
  /** Records an entry of this moment. Never throws: a full disk must not stop the site. */
  abstract record(entry: SecurityEntry, at: Date): void;
  /** Writes what is still in memory. */
  abstract close(): Promise<void>;
}
