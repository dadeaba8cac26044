import { type Catalogue, EventMetadata, type EventSpec, type Recorded } from '../event.js';
import type { LoggedEvent, NewEvent } from '../event-log.js';
import { kernelEvents } from '../kernel-events.js';
import { KeyMissingError, type KeyRing, type PersonalKey } from '../key-ring.js';
import { LOST_EVENT, type Undecodable, UndecodableError } from '../undecodable.js';
import { FieldCheck } from './field-check.js';
import type { Quarantine } from './quarantine.js';
import { isSealed, opened, sealed } from './sealed-fields.js';

export interface DecidedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: Omit<EventMetadata, 'version'>;
}

export interface Decoded {
  readonly events: readonly Recorded[];
  readonly undecodable: readonly Undecodable[];
}

interface Known extends EventSpec {
  readonly check: FieldCheck;
}

const metadataCheck = new FieldCheck(EventMetadata);

/**
 * Encodes and decodes events. The only place that encrypts and decrypts personal fields, upcasts old versions, and checks
 * that data and metadata fit.
 */
export class EventCodec {
  private readonly specs: ReadonlyMap<string, Known>;
  private lastMade: string | null = null;
  /** Whether a person is erased, although the key may still be there. */
  isErased: (person: string) => boolean = () => false;

  /** @param quarantine records events that can't be decoded, before `decode` returns */
  constructor(
    private readonly keys: KeyRing,
    catalogue: Catalogue,
    private readonly quarantine?: Pick<Quarantine, 'record'>,
  ) {
    this.specs = new Map(
      Object.entries({ ...kernelEvents, ...catalogue }).map(([type, spec]) => [
        type,
        { ...spec, check: new FieldCheck(spec.data) },
      ]),
    );
  }

  /**
   * Prepares events for an append: adds the version, and encrypts personal fields with the person's key. The event that
   * registers a person creates the key.
   * @throws KeyMissingError, DocumentStoreUnavailableError
   */
  async encode(events: readonly DecidedEvent[]): Promise<NewEvent[]> {
    const keys = await this.keysToWrite(events);
    return events.map((event) => this.encodeOne(event, keys));
  }

  /**
   * Decodes events, in order. Returns events that can't be decoded separately. A personal field is null if its person is
   * erased.
   * @throws DocumentStoreUnavailableError when the key ring can't be read or the quarantine can't be written
   */
  async decode(events: readonly LoggedEvent[]): Promise<Decoded> {
    const people = new Set<string>();
    for (const event of events) {
      const subject = this.subjectOf(event);
      if (subject !== null) people.add(subject);
    }
    const keys = await this.find(people);
    for (const person of people) if (this.isErased(person)) keys.set(person, 'destroyed');
    const decoded: { events: Recorded[]; undecodable: Undecodable[] } = { events: [], undecodable: [] };
    for (const event of events) {
      try {
        decoded.events.push(this.decodeOne(event, keys));
      } catch (error) {
        const { id, stream, position, type } = event;
        decoded.undecodable.push({ id, stream, position, type, reason: (error as Error).message });
      }
    }
    if (decoded.undecodable.length > 0) await this.quarantine?.record(decoded.undecodable);
    return decoded;
  }

  /** The same for decisions, which need every event. @throws UndecodableError when one can't be decoded */
  async decodeAll(events: readonly LoggedEvent[]): Promise<Recorded[]> {
    const decoded = await this.decode(events);
    const [first] = decoded.undecodable;
    if (first) throw new UndecodableError(first);
    return [...decoded.events];
  }

  /** The version of each type that this program reads. */
  get versions(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.specs].map(([type, { version }]) => [type, version]));
  }

  /** The version of each type that it may write. */
  get written(): Readonly<Record<string, number>> {
    const written = [...this.specs].filter(([, { isOnlyRead }]) => !isOnlyRead);
    return Object.fromEntries(written.map(([type, { version }]) => [type, version]));
  }

  /** The person whose key this process created last; null before the first. */
  get newestPerson(): string | null {
    return this.lastMade;
  }

  /** The person whose key encrypts the event; null for an event without encrypted fields. */
  subjectOf(event: LoggedEvent): string | null {
    const personal = this.specs.get(event.type)?.personal;
    if (!personal || !isRecord(event.data) || !isSealed(event.data)) return null;
    const subject = event.data[personal.subject];
    return typeof subject === 'string' ? subject : null;
  }

  private async keysToWrite(events: readonly DecidedEvent[]): Promise<Map<string, PersonalKey>> {
    const made = new Map<string, PersonalKey>();
    const others = new Set<string>();
    for (const { type, data } of events) {
      const personal = this.specs.get(type)?.personal;
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
    const spec = this.specs.get(event.type);
    if (!spec) throw new Error(`the event ${event.type} is not in the catalogue`);
    if (spec.isOnlyRead) throw new Error(`this release does not write the event ${event.type} yet`);
    const metadata = { ...event.metadata, version: spec.version };
    const problem = metadataCheck.problemWith(metadata) ?? spec.check.problemWith(event.data);
    if (problem !== null) throw new Error(`${event.type} can't be written: its field ${problem}`);
    if (!spec.personal) return { ...event, metadata };
    const { subject, fields } = spec.personal;
    const person = String((event.data as Record<string, unknown>)[subject]);
    const key = keys.get(person);
    if (!key) throw new KeyMissingError(event.type, person);
    if (key === 'destroyed') {
      throw new Error(
        `${event.type}: the personal key was destroyed; no more events of this person can be written`,
      );
    }
    return { ...event, data: sealed(event, fields, key), metadata };
  }

  private decodeOne(event: LoggedEvent, keys: ReadonlyMap<string, PersonalKey>): Recorded {
    if (event.type === LOST_EVENT) throw new Error('the event was lost with a damaged file of the log');
    const spec = this.specs.get(event.type);
    if (!spec) throw new Error(`this program does not know events of the type ${event.type}`);
    if (!isRecord(event.data) || !isRecord(event.metadata)) {
      throw new Error(`${event.type} ${event.id} is not JSON of an object`);
    }
    refuse(event, metadataCheck.problemWith(event.metadata));
    const metadata = event.metadata as unknown as EventMetadata;
    let data: Record<string, unknown> = event.data;
    const person = this.subjectOf(event);
    if (person !== null) data = opened(event, spec.personal?.fields ?? [], keys.get(person));
    if (metadata.version !== spec.version) data = upcast(event, metadata.version, spec, data);
    refuse(event, spec.check.problemWith(data));
    return { ...event, data, metadata };
  }
}

function refuse({ type, id }: LoggedEvent, problem: string | null): void {
  if (problem !== null) throw new Error(`${type} ${id} does not fit: its field ${problem}`);
}

/** False for damaged JSON, which the log returns as text, and for arrays. */
function isRecord(value: object | string): value is Record<string, unknown> {
  return typeof value === 'object' && !Array.isArray(value);
}

/** Upcasts data to the current version. @throws Error for a version without an upcast */
function upcast(
  { type, id }: LoggedEvent,
  from: number,
  spec: EventSpec,
  written: Record<string, unknown>,
): Record<string, unknown> {
  let data = written;
  for (let version = from; version !== spec.version; version += 1) {
    const step = spec.upcast?.[version];
    if (!step) throw new Error(`${type} ${id} has version ${from}; this program knows ${spec.version}`);
    data = step(data);
  }
  return data;
}
