import type { KernelStore } from '../kernel-store.js';
import { type WaitingEvent, isDue } from './waiting-event.js';

const KIND = 'reaction-events';

/**
 * The waiting and parked events of one reaction, by sequence and in log order. Only the first of a sequence is retried.
 * Every change is durable when its promise resolves.
 */
export class WaitingList {
  private readonly sequences = new Map<string, WaitingEvent[]>();
  private readonly ids = new Set<string>();

  private constructor(
    private readonly store: KernelStore,
    records: readonly WaitingEvent[],
  ) {
    for (const record of records) this.insert(record);
    // This program may be able to decode what an earlier one could not.
    for (const { sequence } of records) this.lookAgain(sequence);
  }

  /** The lists of these reactions. @throws DocumentStoreUnavailableError */
  static async load(store: KernelStore, reactions: readonly string[]): Promise<Map<string, WaitingList>> {
    const records = (await store.list<WaitingEvent>(KIND)).map(({ value }) => value);
    return new Map(
      reactions.map((name) => [
        name,
        new WaitingList(
          store,
          records.filter(({ reaction }) => reaction === name),
        ),
      ]),
    );
  }

  /** Whether the stored list of a reaction holds the event at this position. @throws DocumentStoreUnavailableError */
  static async holdsIn(
    store: Pick<KernelStore, 'list'>,
    reaction: string,
    position: number,
  ): Promise<boolean> {
    const records = await store.list<WaitingEvent>(KIND);
    return records.some(({ value }) => value.reaction === reaction && value.position === position);
  }

  get isEmpty(): boolean {
    return this.ids.size === 0;
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  /** Whether the event at this position is in the list. */
  holds(position: number): boolean {
    return [...this.sequences.values()].some((events) => events.some((event) => event.position === position));
  }

  /** Whether later events of the sequence must queue. */
  blocks(sequence: string): boolean {
    return this.sequences.has(sequence);
  }

  head(sequence: string): WaitingEvent | undefined {
    return this.sequences.get(sequence)?.[0];
  }

  /** The sequences whose first event is due. */
  due(now: Date): string[] {
    return [...this.sequences].filter(([, [head]]) => head && isDue(head, now)).map(([sequence]) => sequence);
  }

  /** The waiting and parked events, without those that queue behind them. */
  heads(): WaitingEvent[] {
    return [...this.sequences.values()].flatMap(([head]) => head ?? []);
  }

  /** All of them, in log order. */
  all(): WaitingEvent[] {
    return [...this.sequences.values()].flat().toSorted((one, other) => one.position - other.position);
  }

  /** The number of waiting events, and of parked events and those that queue behind them. */
  counts(): { waiting: number; parked: number } {
    const counts = { waiting: 0, parked: 0 };
    for (const events of this.sequences.values()) {
      counts[events[0]?.dueAt === null ? 'parked' : 'waiting'] += events.length;
    }
    return counts;
  }

  /** Adds or replaces an event. @throws DocumentStoreUnavailableError */
  async put(record: WaitingEvent): Promise<void> {
    await this.store.put(KIND, keyOf(record), record);
    this.insert(record);
  }

  /** Removes an event that was handled. @throws DocumentStoreUnavailableError */
  async remove(record: WaitingEvent): Promise<void> {
    await this.store.remove(KIND, keyOf(record));
    const rest = (this.sequences.get(record.sequence) ?? []).filter(({ id }) => id !== record.id);
    if (rest.length > 0) this.sequences.set(record.sequence, rest);
    else this.sequences.delete(record.sequence);
    this.ids.delete(record.id);
  }

  private insert(record: WaitingEvent): void {
    const others = (this.sequences.get(record.sequence) ?? []).filter(({ id }) => id !== record.id);
    const events = [...others, record].toSorted((one, other) => one.position - other.position);
    this.sequences.set(record.sequence, events);
    this.ids.add(record.id);
  }

  private lookAgain(sequence: string): void {
    const head = this.head(sequence);
    if (head?.isUndecodable) this.insert({ ...head, dueAt: head.since });
  }
}

function keyOf({ reaction, id }: WaitingEvent): string {
  return `${reaction}/${id}`;
}
