import { derivedId } from './derived-id.js';

/**
 * A request that its sender may repeat, because an answer may hide or miss what was written. The ids of what it creates
 * and of its events derive from its scope, so a repetition finds what was written instead of writing it again.
 */
export class Repeatable {
  private readonly counts = new Map<string, number>();

  /**
   * @param scope stands for the sender, their key and the content of the request, and nothing else
   * @param isRepeated whether the same request may have been executed before
   */
  constructor(
    private readonly scope: string,
    readonly isRepeated: boolean,
  ) {}

  /** The next id for something new. A repetition gets the same ids in the same order. */
  nextId(): string {
    return derivedId('repeatable', this.scope, 'new', this.next('new'));
  }

  /** The ids of the events of the next command on a stream, by their index. */
  nextEventIds(stream: string): (index: number) => string {
    const command = this.next(stream);
    return (index) => derivedId('repeatable', this.scope, 'event', stream, command, String(index));
  }

  private next(kind: string): string {
    const count = this.counts.get(kind) ?? 0;
    this.counts.set(kind, count + 1);
    return String(count);
  }
}
