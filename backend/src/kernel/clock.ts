/** The time and fresh ids: everything that would make two runs differ comes through here. */
export abstract class Clock {
  abstract now(): Date;
}

/** Fresh identifiers. */
export abstract class Ids {
  /** A new UUID. */
  abstract uuid(): string;
  /** `bytes` of randomness fit for secrets, as base64url. */
  abstract secret(bytes: number): string;
}
