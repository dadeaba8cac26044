/** An event as a client proposes it. */
export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** An event with its revision and position, and the encoded message that carries it to readers. */
export interface StoredEvent extends ProposedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly frame: Buffer;
}

/** The revision that a client expects of a stream. */
export type Expectation = number | 'noStream' | 'any' | 'streamExists';

/** The revision and position of an append's last event (null after an empty append), or the revision found instead of the expected one. */
export type Outcome =
  | { readonly written: true; readonly revision: number; readonly position: number | null }
  | { readonly written: false; readonly current: number };
