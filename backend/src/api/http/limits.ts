import { SetMetadata } from '@nestjs/common';

/** How often an action is allowed. */
export interface Limit {
  /** What is counted; limits with the same name share their counts. */
  readonly name: string;
  readonly most: number;
  readonly minutes: number;
  /**
   * Who is counted. `address`: an IPv4 address, or the /64 of an IPv6 address. `site`: the /48 of an IPv6 address only.
   * `caller`: the admin, else the account, or the address for visitors. `account`: signed-in users only. `young`: those whose
   * address was verified less than a week ago. `stranger`: the
   * address of users without a verified email, because unverified accounts are free to create. `device`: the browser, if
   * it has signed in with the name of the body before; `elsewhere`: otherwise, that name together with the IPv4 address or
   * the /48.
   */
  readonly by:
    'address' | 'site' | 'email' | 'device' | 'elsewhere' | 'caller' | 'account' | 'young' | 'stranger';
  /** Which requests are not counted: those with invalid fields, or those that succeed. */
  readonly forgives?: 'invalid' | 'success';
  /** Whether browsers that have signed in with the name of the body before are not limited. */
  readonly sparesDevices?: true;
}

const WRITES: Limit = { name: 'write', most: 300, minutes: 5, by: 'caller' };
/** The same for actions that create accounts or send mails: each registration signs in to a new account. */
const WRITES_OF_ADDRESS: Limit = { ...WRITES, by: 'address' };

/**
 * Several windows let the wait grow: a few at once cost nothing, many cost minutes, then hours. A /48 may do three times
 * as much as one of its /64, because a whole company can have one.
 */
function growing(name: string, steps: readonly (readonly [most: number, minutes: number])[]): Limit[] {
  return steps.flatMap(([most, minutes]) => [
    { name, most, minutes, by: 'address' as const },
    { name: `${name} of a site`, most: 3 * most, minutes, by: 'site' as const },
  ]);
}

/** The same limits for valid requests only: a refused password must not use up the tries to register. */
function ofValid(limits: readonly Limit[]): Limit[] {
  return limits.map((limit) => ({ ...limit, forgives: 'invalid' as const }));
}

/**
 * The same limits for tries that fail in browsers that the login does not know: what strangers use up must not keep out the
 * people beside them.
 */
function ofStrangers(limits: readonly Limit[]): Limit[] {
  return limits.map((limit) => ({ ...limit, forgives: 'success' as const, sparesDevices: true as const }));
}

const HOUR = 60;
const DAY = 24 * HOUR;

export const LIMITS = {
  signIn: [
    ...ofStrangers(growing('sign-in', [[25, 5]])),
    // Nobody can use these up for the owner: what all others do together only slows down (`login-throttle.ts`).
    { name: 'sign-in elsewhere', most: 10, minutes: HOUR, by: 'elsewhere' },
    { name: 'sign-in device', most: 25, minutes: HOUR, by: 'device' },
  ],
  // Each of these sends a mail, to any email. They also count as writes.
  register: [
    ...ofValid([
      { name: 'register', most: 5, minutes: 30, by: 'email' },
      ...growing('register', [
        [6, 10],
        [15, HOUR],
        [40, DAY],
      ]),
    ]),
    WRITES_OF_ADDRESS,
  ],
  reset: [
    { name: 'reset', most: 5, minutes: 30, by: 'email' },
    ...growing('reset', [
      [10, 10],
      [25, HOUR],
      [60, DAY],
    ]),
    WRITES_OF_ADDRESS,
  ],
  // The same: nobody outside can lock an admin out.
  adminSignIn: [
    ...ofStrangers(
      growing('admin-sign-in', [
        [25, 5],
        [100, HOUR],
      ]),
    ),
    { name: 'admin-sign-in elsewhere', most: 10, minutes: HOUR, by: 'elsewhere' },
    { name: 'admin-sign-in device', most: 25, minutes: HOUR, by: 'device' },
  ],
  // Passkeys cannot be guessed, but take time to check. Wrong passwords beside them do not count.
  passkeySignIn: [
    ...ofStrangers(
      growing('passkey-sign-in', [
        [25, 5],
        [100, HOUR],
      ]),
    ),
    { name: 'passkey-sign-in device', most: 100, minutes: HOUR, by: 'device' },
  ],
  sandboxCode: growing('sandbox-code', [
    [10, 5],
    [60, HOUR],
  ]),
  // Twice as many: the page may ask for more challenges than are answered.
  passkeyOffer: [
    ...growing('passkey-offer', [
      [50, 5],
      [200, HOUR],
    ]).map((limit) => ({ ...limit, sparesDevices: true as const })),
    { name: 'passkey-offer device', most: 200, minutes: HOUR, by: 'device' },
  ],
  // Each has a token, which cannot be guessed.
  invitation: growing('invitation', [
    [25, 5],
    [100, HOUR],
  ]),
  // With a password, a link signs in: passwords must not be guessed there either.
  verification: [
    ...growing('verification', [
      [25, 5],
      [100, HOUR],
    ]),
    WRITES_OF_ADDRESS,
  ],
  // A stolen session must not be used to guess the password.
  password: [{ name: 'password', most: 25, minutes: 60, by: 'caller' }, WRITES],
  upload: [
    { name: 'upload', most: 30, minutes: 30, by: 'account' },
    { name: 'upload', most: 30, minutes: 30, by: 'stranger' },
  ],
  // Each reads the log. One that broke off is continued with another.
  auditExport: [{ name: 'audit-export', most: 60, minutes: HOUR, by: 'caller' }],
  adminSearch: [{ name: 'admin-search', most: 300, minutes: 5, by: 'caller' }],
  // Each export reads all data of a person and their pictures.
  export: [{ name: 'export', most: 10, minutes: 60, by: 'caller' }],
  // Each page reads all data of a person, too.
  timeline: [{ name: 'timeline', most: 60, minutes: 10, by: 'caller' }],
  // Stolen cards are tested with many small payments.
  checkout: [
    { name: 'checkout', most: 10, minutes: 30, by: 'caller' },
    { name: 'checkout', most: 30, minutes: 30, by: 'address' },
  ],
  // Nobody looks up so many people one by one: that would be a list.
  disclosure: [{ name: 'disclosure', most: 60, minutes: HOUR, by: 'caller' }, WRITES],
  // Each receipt asks the payment provider.
  receipt: [{ name: 'receipt', most: 30, minutes: 10, by: 'caller' }],
  // The payment provider delivers many events from few addresses.
  webhook: [{ name: 'webhook', most: 6000, minutes: 5, by: 'address' }],
  // On average once a minute; a few at once are a person who looks at one post after the other.
  readInbox: [{ name: 'read-inbox', most: 60, minutes: HOUR, by: 'account' }],
  // Nobody looks at more photos than that; a script would.
  rate: [
    { name: 'rate', most: 60, minutes: 10, by: 'account' },
    { name: 'rate', most: 400, minutes: DAY, by: 'account' },
    { name: 'rate of young', most: 100, minutes: DAY, by: 'young' },
    WRITES,
  ],
  // A person who sees that much wrong at once writes to us; a script would go on.
  report: [
    { name: 'report', most: 20, minutes: 10, by: 'account' },
    { name: 'report', most: 100, minutes: DAY, by: 'account' },
    WRITES,
  ],
  write: [WRITES],
  // Mail providers unsubscribe many people from few addresses, and each request needs a token. These actions are not
  // limited, because no one must be kept from signing out, ending sessions or cancelling a deletion.
  never: [],
} as const satisfies Record<string, readonly Limit[]>;

export type LimitedAction = keyof typeof LIMITS;

/** Metadata key of {@link Limited}. */
export const LIMITED = 'limited';

/**
 * Sets the limits of an action, as keys of {@link LIMITS}. Without it, actions that change data get the limits of
 * `write`, and reads those of `read-limits.ts`. Limits by email count the `email` of the body, whether or not an account has it.
 */
export function Limited(action: LimitedAction): MethodDecorator {
  return SetMetadata(LIMITED, action);
}
