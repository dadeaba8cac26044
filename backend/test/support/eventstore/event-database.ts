import { News } from '../waits.js';
import type { Entry, Journal } from './journal.js';
import { encodeEvent } from './messages.js';
import type { Expectation, Outcome, ProposedEvent, StoredEvent } from './stored-event.js';

const HEADER_BYTES = 87;
const SYSTEM_EVENT_EVERY = 7;
const encoder = new TextEncoder();

/**
 * What the stand-in has stored, and how a real server handles appends, as observed on 23.10 and 24.6. Positions are byte offsets
 * with gaps, and system events are between those of clients.
 */
export class EventDatabase {
  readonly all: StoredEvent[] = [];
  private readonly streams = new Map<string, StoredEvent[]>();
  private recent = new Map<string, StoredEvent>();
  private offset = 0;
  private appends = 0;
  private listeners = new Set<() => void>();
  private readonly news = new News();

  /** @param journal keeps the data over the death of the process, and has what was stored before */
  constructor(private readonly journal: Journal | null = null) {
    const earlier = journal?.entries ?? [];
    for (const { stream, events } of earlier) for (const event of events) this.place(stream, event);
    if (earlier.length > 0) this.restarted();
    else this.write(['$UserCreated', '$streamAcl', '$node-started'].map(systemEvent));
  }

  /** The events of a stream in order; undefined when there is no such stream. */
  stream(name: string): readonly StoredEvent[] | undefined {
    return this.streams.get(name);
  }

  /** Waits until a stream has events. */
  async written(name: string): Promise<void> {
    await this.news.until(`${name} to be written`, () => this.streams.has(name));
  }

  /** The index in `all` of the first event at `position` or later. */
  indexOf(position: number): number {
    let [low, high] = [0, this.all.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.all[middle] as StoredEvent).position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether a client may know `position`: that of an event, or one beyond the end. */
  isGenuine(position: number): boolean {
    const event = this.all[this.indexOf(position)];
    return event === undefined || event.position === position;
  }

  /** Calls `listener` after every write, until the returned function is called. */
  onWrite(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The effects of a restart: the ids seen with ANY are forgotten, and a system event is written. */
  restarted(): void {
    this.recent = new Map();
    this.write([systemEvent('$node-started')]);
  }

  /** Appends all events or none. */
  append(name: string, expected: Expectation, events: readonly ProposedEvent[]): Outcome {
    const planned = this.plan(name, expected, events);
    return 'written' in planned ? planned : this.write(planned);
  }

  /** What an append would write now, or its outcome when it writes nothing. */
  plan(
    name: string,
    expected: Expectation,
    events: readonly ProposedEvent[],
  ): Outcome | readonly [Entry, ...Entry[]] {
    const stream = this.streams.get(name) ?? [];
    const current = stream.length - 1;
    const earlier = this.earlierAppend(name, stream, expected, events);
    if (earlier === 'corrupt') return { written: false, current };
    if (earlier) return { written: true, revision: earlier.revision, position: earlier.position };
    if (expected === 'streamExists' ? current < 0 : expected !== 'any' && revisionOf(expected) !== current) {
      return { written: false, current };
    }
    const isNext = events.length > 0 && (this.appends += 1) % SYSTEM_EVENT_EVERY === 0;
    return [{ stream: name, events }, ...(isNext ? [systemEvent('$stats')] : [])];
  }

  /** Writes what was planned; returns the outcome of the first entry. */
  write(entries: readonly Entry[]): Outcome {
    for (const entry of entries) {
      this.journal?.write(entry);
      for (const event of entry.events) this.place(entry.stream, event);
    }
    for (const listener of this.listeners) listener();
    this.news.tell();
    const [first] = entries;
    const last = this.streams.get(first?.stream ?? '')?.at(-1);
    return {
      written: true,
      revision: last?.revision ?? -1,
      position: first && first.events.length > 0 ? (last?.position ?? null) : null,
    };
  }

  /**
   * The last event of this append, if it was made before; 'corrupt' when other events follow known ids. With an exact revision the ids
   * are compared at their revisions; with ANY they are searched among those written since the start.
   */
  private earlierAppend(
    name: string,
    stream: readonly StoredEvent[],
    expected: Expectation,
    events: readonly ProposedEvent[],
  ): StoredEvent | 'corrupt' | null {
    const isLoose = expected === 'any' || expected === 'streamExists';
    const first = isLoose ? -1 : revisionOf(expected) + 1;
    if (events.length === 0 || (!isLoose && first >= stream.length)) return null;
    const known = events.map(({ id }, index) => {
      if (isLoose) return this.recent.get(`${name}/${id}`);
      const there = stream[first + index];
      return there?.id === id ? there : undefined;
    });
    if (known[0] === undefined) return null;
    return known.includes(undefined) ? 'corrupt' : (known.at(-1) as StoredEvent);
  }

  private place(stream: string, event: ProposedEvent): void {
    const known = this.streams.get(stream) ?? [];
    this.streams.set(stream, known);
    const position = this.offset;
    this.offset += HEADER_BYTES + event.data.length + event.metadata.length + stream.length;
    const placed = { ...event, stream, revision: known.length, position };
    const stored = { ...placed, frame: encodeEvent(placed) };
    known.push(stored);
    this.all.push(stored);
    this.recent.set(`${stream}/${event.id}`, stored);
  }
}

function systemEvent(type: string): Entry {
  const event = {
    id: crypto.randomUUID(),
    type,
    contentType: 'application/json',
    data: encoder.encode('{}'),
    metadata: new Uint8Array(),
  };
  return { stream: '$system', events: [event] };
}

function revisionOf(expected: number | 'noStream' | 'any' | 'streamExists'): number {
  return typeof expected === 'number' ? expected : -1;
}
