/** The current time. Injected, so that tests are deterministic. */
export abstract class Clock {
  abstract now(): Date;
}

/** Measures time from a source that nobody can set. Injected, so that tests are deterministic. */
export abstract class Stopwatch {
  /** Milliseconds since some moment. */
  abstract elapsed(): number;
}

/** New identifiers. Injected, so that tests are deterministic. */
export abstract class Ids {
  abstract uuid(): string;
  /** As many cryptographically random bytes, in base64url. */
  abstract secret(bytes: number): string;
}
