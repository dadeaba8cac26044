import type { EventFacts, EventMetadata, Recorded } from '../event.js';
import type { LoggedEvent, NewEvent } from '../event-log.js';
import { kernelEvents } from '../kernel-events.js';
import { KeyMissingError, type KeyRing, type PersonalKey } from '../key-ring.js';
import { type Undecodable, UndecodableError } from '../undecodable.js';
import type { Quarantine } from './quarantine.js';
import { isSealed, opened, sealed } from './sealed-fields.js';

/** An event that a decision has made, before it is written. */
export interface DecidedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: Omit<EventMetadata, 'version'>;
}

/** What a batch of the log holds. */
export interface Decoded {
  readonly events: readonly Recorded[];
  readonly undecodable: readonly Undecodable[];
}

type Facts = Readonly<Record<string, EventFacts<never>>>;

/**
 * The border between the log and everything that speaks of events: the one place where personal fields are
 * sealed and opened and where old versions are lifted to the present one.
 */
export class EventCodec {
  private readonly facts: Facts;
  private lastMade: string | null = null;

  /** @param quarantine where events that can't be decoded are recorded before anybody is told of them */
  constructor(
    private readonly keys: KeyRing,
    catalogue: object,
    private readonly quarantine?: Pick<Quarantine, 'record'>,
  ) {
    this.facts = { ...kernelEvents, ...(catalogue as Facts) };
  }

  /**
   * Events ready to be appended: stamped with their version, personal fields sealed with the person's key. The event
   * that brings a person into being makes the key.
   * @throws KeyMissingError, DocumentStoreUnavailableError
   */
  async encode(events: readonly DecidedEvent[]): Promise<NewEvent[]> {
    const keys = await this.keysToWrite(events);
    return events.map((event) => this.encodeOne(event, keys));
  }

  /**
   * Events as the program knows them now, in order, and apart from them what can't be decoded. A personal field whose
   * key was destroyed is null.
   * @throws DocumentStoreUnavailableError when the keys can't be read, or what can't be decoded can't be recorded
   */
  async decode(events: readonly LoggedEvent[]): Promise<Decoded> {
    const people = new Set<string>();
    for (const event of events) {
      const subject = this.subjectOf(event);
      if (subject !== null) people.add(subject);
    }
    const keys = await this.find(people);
    const decoded: { events: Recorded[]; undecodable: Undecodable[] } = { events: [], undecodable: [] };
    for (const event of events) {
      try {
        decoded.events.push(this.decodeOne(event, keys));
      } catch (error) {
        const { id, stream, position, type } = event;
        decoded.undecodable.push({ id, stream, position, type, reason: (error as Error).message });
      }
    }
    await this.quarantine?.record(decoded.undecodable);
    return decoded;
  }

  /** The same for a stream that something is decided on. @throws UndecodableError when one of them can't be decoded */
  async decodeAll(events: readonly LoggedEvent[]): Promise<Recorded[]> {
    const decoded = await this.decode(events);
    const [first] = decoded.undecodable;
    if (first) throw new UndecodableError(first);
    return [...decoded.events];
  }

  /** Whose key was made last by this process; null before the first. */
  get newestPerson(): string | null {
    return this.lastMade;
  }

  /** The person whose key the event is sealed with; null for an event that holds nothing sealed. */
  subjectOf(event: LoggedEvent): string | null {
    const personal = this.facts[event.type]?.personal;
    if (!personal || typeof event.data === 'string' || !isSealed(event.data)) return null;
    return String((event.data as Record<string, unknown>)[personal.subject]);
  }

  private async keysToWrite(events: readonly DecidedEvent[]): Promise<Map<string, PersonalKey>> {
    const made = new Map<string, PersonalKey>();
    const others = new Set<string>();
    for (const { type, data } of events) {
      const personal = this.facts[type]?.personal;
      if (!personal) continue;
      const person = String((data as Record<string, unknown>)[personal.subject]);
      if (!personal.createsKey) others.add(person);
      else {
        made.set(person, await this.keys.create(person));
        this.lastMade = person;
      }
    }
    for (const person of made.keys()) others.delete(person);
    return new Map([...made, ...(await this.find(others))]);
  }

  private async find(people: ReadonlySet<string>): Promise<Map<string, PersonalKey>> {
    return people.size > 0 ? this.keys.find([...people]) : new Map<string, PersonalKey>();
  }

  private encodeOne(event: DecidedEvent, keys: ReadonlyMap<string, PersonalKey>): NewEvent {
    const facts = this.facts[event.type];
    if (!facts) throw new Error(`the event ${event.type} is not in the catalogue`);
    const metadata = { ...event.metadata, version: facts.version };
    if (!facts.personal) return { ...event, metadata };
    const { subject, fields } = facts.personal;
    const person = String((event.data as Record<string, unknown>)[subject]);
    const key = keys.get(person);
    if (!key) throw new KeyMissingError(event.type, person);
    if (key === 'destroyed') {
      throw new Error(
        `${event.type}: the personal key was destroyed, nothing more is written of this person`,
      );
    }
    return { ...event, data: sealed(event, fields, key), metadata };
  }

  private decodeOne(event: LoggedEvent, keys: ReadonlyMap<string, PersonalKey>): Recorded {
    const facts = this.facts[event.type];
    if (!facts) throw new Error(`this program does not know events of the type ${event.type}`);
    if (typeof event.data === 'string' || typeof event.metadata === 'string') {
      throw new Error(`${event.type} ${event.id} is not JSON`);
    }
    const metadata = event.metadata as EventMetadata;
    let data = event.data as Record<string, unknown>;
    const person = this.subjectOf(event);
    if (person !== null) data = opened(event, facts.personal?.fields ?? [], keys.get(person));
    if (metadata.version !== facts.version) data = lifted(event, metadata.version, facts, data);
    return { ...event, data, metadata };
  }
}

/** Data of an older version as the present one has it. @throws Error for a version that no step leads on from */
function lifted(
  { type, id }: LoggedEvent,
  from: number,
  facts: EventFacts<never>,
  written: Record<string, unknown>,
): Record<string, unknown> {
  let data = written;
  for (let version = from; version !== facts.version; version += 1) {
    const step = facts.upcast?.[version];
    if (!step) throw new Error(`${type} ${id} is of version ${from}; this program knows ${facts.version}`);
    data = step(data);
  }
  return data;
}
