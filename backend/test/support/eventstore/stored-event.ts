/** An event as a client proposes it. */
export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** An event with its places, and the bytes of the message that carries it to readers. */
export interface StoredEvent extends ProposedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly frame: Buffer;
}

/** What a client expects of a stream. */
export type Expectation = number | 'noStream' | 'any' | 'streamExists';

/** Where an append's last event stands (null after an append of nothing), or the revision that was met instead of the expected one. */
export type Outcome =
  | { readonly written: true; readonly revision: number; readonly position: number | null }
  | { readonly written: false; readonly current: number };
