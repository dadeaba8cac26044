import { Rejected } from '../../kernel/aggregate.js';
import { type TypeOf, anyOf, id, named, number, object, oneOf } from '../../kernel/field.js';

const PASSWORD_ALONE = object({ kind: oneOf('none') });
/** A code of an authenticator app. `step` numbers the 30 seconds that it is for. */
const CODE = object({ kind: oneOf('totp'), step: number });
/** One of the codes for the day when the app is lost. `codeHash` is its hash. */
const RECOVERY_CODE = object({ kind: oneOf('recovery'), codeHash: id });

/** How an admin proved, beside the password, who they are. */
export const SecondFactor = named('SecondFactor', anyOf(PASSWORD_ALONE, CODE, RECOVERY_CODE));
export type SecondFactor = TypeOf<typeof SecondFactor>;

/** How an admin proved who they are: by the password, alone or with a second factor, or by a passkey. */
export const ProvenFactor = named(
  'ProvenFactor',
  anyOf(PASSWORD_ALONE, CODE, RECOVERY_CODE, object({ kind: oneOf('passkey'), passkeyId: id })),
);
export type ProvenFactor = TypeOf<typeof ProvenFactor>;

/** A passkey that signs an admin in. Personal fields are null once the admin's key is destroyed. */
export interface Passkey {
  readonly passkeyId: string;
  readonly name: string | null;
  /** The id that the authenticator gave it, in Base64url. */
  readonly credentialId: string | null;
  /** A COSE key, in Base64url. */
  readonly publicKey: string | null;
  readonly transports: readonly string[];
  /** The authenticator's count of signatures at the last use; 0 if it does not count. */
  readonly counter: number;
  /** ISO 8601. */
  readonly addedAt: string;
  /** ISO 8601; null before the first sign-in with it. */
  readonly usedAt: string | null;
}

/** The credentials of an admin. Personal fields are null once the key is destroyed. */
export interface Admin {
  readonly created: { readonly username: string | null; readonly email: string | null } | null;
  readonly passwordHash: string | null;
  /** When the password was last set or reset, ISO 8601; sessions that started earlier have ended. */
  readonly passwordSetAt: string | null;
  /** The reset that no new password has followed yet: until then the old one is worthless. */
  readonly reset: { readonly tokenHash: string; readonly expiresAt: string } | null;
  readonly totp: {
    readonly secret: string | null;
    /** The step of the last code that was used: this one and earlier ones are used up. */
    readonly lastStep: number;
    /** The hashes of the recovery codes that are left. */
    readonly recoveryHashes: readonly string[];
  } | null;
  /** How often the password or the app has changed. */
  readonly changes: number;
  /** Oldest first. */
  readonly passkeys: readonly Passkey[];
  /** When the admin last signed in, ISO 8601. */
  readonly signedInAt: string | null;
  readonly signIns: number;
  readonly isErased: boolean;
}

/** The state before the login is created. */
export const noAdmin: Admin = {
  created: null,
  passwordHash: null,
  passwordSetAt: null,
  reset: null,
  totp: null,
  changes: 0,
  passkeys: [],
  signedInAt: null,
  signIns: 0,
  isErased: false,
};

export const CODE_USED = 'This code was used already. Please wait for the next one.';

/** A code that was seen once, for example by a person nearby, is worthless. @throws Rejected (invalid) for one */
export function requireUnused({ totp }: Admin, factor: SecondFactor): void {
  if (factor.kind === 'none' || !totp) return;
  const isUsed =
    factor.kind === 'totp' ? factor.step <= totp.lastStep : !totp.recoveryHashes.includes(factor.codeHash);
  if (isUsed) throw new Rejected('invalid', CODE_USED);
}

export function withUsed(admin: Admin, factor: ProvenFactor): Admin {
  const { totp } = admin;
  if (!totp || factor.kind === 'none' || factor.kind === 'passkey') return admin;
  if (factor.kind === 'totp') {
    return { ...admin, totp: { ...totp, lastStep: Math.max(totp.lastStep, factor.step) } };
  }
  const recoveryHashes = totp.recoveryHashes.filter((hash) => hash !== factor.codeHash);
  return { ...admin, totp: { ...totp, recoveryHashes } };
}
