/** So many events run beside each other. */
const MOST_RUNNING = 32;
/** So many events are taken after the checkpoint. Which of them are done is known in memory only. */
const MOST_AHEAD = 200;

interface Taken<Item> {
  readonly item: Item;
  readonly partition: string;
  state: 'waiting' | 'running' | 'done';
  /** Where the checkpoint is once this event and all before it are done: behind the events that nobody wants, too. */
  end: number;
}

/**
 * The events of the log that a reaction has taken and not finished, in partitions: those of one partition run one after the other, in
 * log order, and partitions run beside each other. The checkpoint is the end of what is done without a gap.
 */
export class PartitionedQueue<Item extends { readonly position: number }> {
  /** The events after the checkpoint, in log order. */
  private readonly ahead: Taken<Item>[] = [];
  private count = 0;

  constructor(private done: number) {}

  get checkpoint(): number {
    return this.done;
  }

  /** The position up to which events were taken or passed. */
  get end(): number {
    return this.ahead.at(-1)?.end ?? this.done;
  }

  /** The number of events that run. */
  get running(): number {
    return this.count;
  }

  get hasRoom(): boolean {
    return this.ahead.length < MOST_AHEAD;
  }

  /** Takes the next event of the log. {@link hasRoom} must be true. */
  take(item: Item, partition: string): void {
    this.ahead.push({ item, partition, state: 'waiting', end: item.position });
  }

  /** Passes events that nobody wants, up to a position. */
  pass(position: number): void {
    const last = this.ahead.at(-1);
    if (last) last.end = Math.max(last.end, position);
    else this.done = Math.max(this.done, position);
  }

  /** Starts the earliest event whose partition is free. Returns null when no partition is free, or 32 events run. */
  start(): Item | null {
    if (this.count >= MOST_RUNNING) return null;
    const busy = new Set<string>();
    for (const taken of this.ahead) {
      if (taken.state === 'waiting' && !busy.has(taken.partition)) {
        taken.state = 'running';
        this.count += 1;
        return taken.item;
      }
      if (taken.state !== 'done') busy.add(taken.partition);
    }
    return null;
  }

  /** Ends a running event. */
  finish(item: Item): void {
    this.leave(item, 'done');
    while (this.ahead[0]?.state === 'done') this.done = (this.ahead.shift() as Taken<Item>).end;
  }

  /** Puts a running event back to the head of its partition. */
  putBack(item: Item): void {
    this.leave(item, 'waiting');
  }

  /** Whether the event at a position was handled or passed. */
  isDone(position: number): boolean {
    if (position > this.end) return false;
    return this.ahead.every(({ item, state }) => item.position !== position || state === 'done');
  }

  private leave(item: Item, state: Taken<Item>['state']): void {
    const taken = this.ahead.find((known) => known.item === item);
    if (taken?.state !== 'running') throw new Error(`the event at ${item.position} does not run`);
    taken.state = state;
    this.count -= 1;
  }
}
