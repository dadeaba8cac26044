import { SetMetadata } from '@nestjs/common';

/** How often something may happen. */
export interface Limit {
  /** What is counted; limits of the same name share their counts. */
  readonly name: string;
  readonly most: number;
  readonly minutes: number;
  /**
   * For whom it is counted. A caller is their account, or their address while they are not signed in. An account counts
   * for who is signed in only, and a stranger is the address of everybody who has not verified an email: accounts cost
   * nothing until then.
   */
  readonly by: 'address' | 'email' | 'caller' | 'account' | 'stranger';
}

const WRITES: Limit = { name: 'write', most: 300, minutes: 5, by: 'caller' };
/** The same for what makes accounts or mails: whoever registers is signed in with a fresh account each time. */
const WRITES_OF_ADDRESS: Limit = { ...WRITES, by: 'address' };

/** Which limits hold for what. */
export const LIMITS = {
  signIn: [
    { name: 'sign-in', most: 25, minutes: 5, by: 'address' },
    { name: 'sign-in', most: 25, minutes: 60, by: 'email' },
  ],
  // Each of these mails the email; with the limits of any write, as one address may name any number of emails.
  register: [{ name: 'register', most: 5, minutes: 30, by: 'email' }, WRITES_OF_ADDRESS],
  reset: [{ name: 'reset', most: 5, minutes: 30, by: 'email' }, WRITES_OF_ADDRESS],
  // Whoever has got hold of a session must not try passwords by it.
  password: [{ name: 'password', most: 25, minutes: 60, by: 'caller' }, WRITES],
  upload: [
    { name: 'upload', most: 30, minutes: 30, by: 'account' },
    { name: 'upload', most: 30, minutes: 30, by: 'stranger' },
  ],
  // Each gathers all that is kept of a person, with their pictures.
  export: [{ name: 'export', most: 10, minutes: 60, by: 'caller' }],
  write: [WRITES],
  // Mail providers unsubscribe many people from few addresses, and a token is needed for each. And nobody must be kept
  // from getting out, or from keeping what is theirs: signing out, ending sessions, taking back a deletion.
  never: [],
} as const satisfies Record<string, readonly Limit[]>;

export type LimitedAction = keyof typeof LIMITS;

/** The key of the metadata that {@link Limited} leaves. */
export const LIMITED = 'limited';

/**
 * Says which limits of {@link LIMITS} an action has. Without it, whatever may change something has those of `write`, and
 * reading has none. Limits by email count the `email` of the body, whether or not anybody has it.
 */
export function Limited(action: LimitedAction): MethodDecorator {
  return SetMetadata(LIMITED, action);
}
