/**
 * The type of an event that stands in for one that was lost with a damaged file. It can't be decoded, so its stream is in
 * quarantine: what the lost event decided is unknown.
 */
export const LOST_EVENT = 'EventLost';

/** An event that this program can't decode, and the reason. It goes to the quarantine. */
export interface Undecodable {
  readonly id: string;
  readonly stream: string;
  readonly position: number;
  readonly type: string;
  readonly reason: string;
}

/** A decision needs a stream that contains an event that can't be decoded. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError';

  constructor(readonly event: Undecodable) {
    const { stream, id, reason } = event;
    super(`${stream} can't be used for decisions because its event ${id} can't be decoded: ${reason}`);
  }
}

/**
 * For lists: what `read` returns, or `otherwise` where a stream that it needs has an event that can't be decoded. One row that
 * can't be read must not hide the others. Not for decisions.
 */
export async function unlessUndecodable<Result, Other>(
  read: Promise<Result>,
  otherwise: (event: Undecodable) => Other,
): Promise<Result | Other> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof UndecodableError) return otherwise(error.event);
    throw error;
  }
}

/** The streams with an event in quarantine. What is known about their posts and people may be wrong. */
export interface QuarantinedStreams {
  readonly isEmpty: boolean;
  has(stream: string): boolean;
}

/** What a list shows in place of what it can't read, because an event is in quarantine. */
export function unreadable({ type, position }: Pick<Undecodable, 'type' | 'position'>): string {
  return `This cannot be read at the moment: the event ${type} at position ${position} is in quarantine.`;
}
