/** An event that this program can't read, and why. It goes to the quarantine. */
export interface Undecodable {
  readonly id: string;
  readonly stream: string;
  readonly position: number;
  readonly type: string;
  readonly reason: string;
}

/** A decision needs a stream of which an event can't be decoded. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError';

  constructor({ stream, id, reason }: Undecodable) {
    super(`${stream} can't be decided on, as the event ${id} can't be decoded: ${reason}`);
  }
}

/** Streams that hold an event in quarantine: what is known of their posts and people may be wrong. */
export interface QuarantinedStreams {
  readonly isEmpty: boolean;
  has(stream: string): boolean;
}
