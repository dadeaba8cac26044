import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { EventFacts, EventMetadata, Recorded } from '../event.js';
import type { LoggedEvent, NewEvent } from '../event-log.js';
import { kernelEvents } from '../kernel-events.js';
import type { KeyRing } from '../key-ring.js';
import { type Undecodable, UndecodableError } from '../undecodable.js';

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

const SEALED = '$personal';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The border between the log and everything that speaks of events: the one place where personal fields are
 * sealed and opened and where old versions are lifted to the present one.
 */
export class EventCodec {
  private readonly facts: Facts;

  constructor(
    private readonly keys: KeyRing,
    catalogue: object,
  ) {
    this.facts = { ...kernelEvents, ...(catalogue as Facts) };
  }

  /**
   * Events ready to be appended: stamped with their version, personal fields sealed with the person's key.
   */
  async encode(events: readonly DecidedEvent[]): Promise<NewEvent[]> {
    return Promise.all(events.map((event) => this.encodeOne(event)));
  }

  /**
   * Events as the program knows them now, in order, and apart from them what can't be decoded. A personal field whose
   * key was destroyed is null.
   * @throws DocumentStoreUnavailableError when the keys can't be read
   */
  async decode(events: readonly LoggedEvent[]): Promise<Decoded> {
    const people = new Set<string>();
    for (const event of events) {
      const subject = this.sealedFor(event);
      if (subject) people.add(subject);
    }
    const keys = people.size > 0 ? await this.keys.find([...people]) : new Map<string, Buffer>();
    const decoded: { events: Recorded[]; undecodable: Undecodable[] } = { events: [], undecodable: [] };
    for (const event of events) {
      try {
        decoded.events.push(this.decodeOne(event, keys));
      } catch (error) {
        const { id, stream, position, type } = event;
        decoded.undecodable.push({ id, stream, position, type, reason: (error as Error).message });
      }
    }
    return decoded;
  }

  /** The same for a stream that something is decided on. @throws UndecodableError when one of them can't be decoded */
  async decodeAll(events: readonly LoggedEvent[]): Promise<Recorded[]> {
    const decoded = await this.decode(events);
    const [first] = decoded.undecodable;
    if (first) throw new UndecodableError(first);
    return [...decoded.events];
  }

  private async encodeOne(event: DecidedEvent): Promise<NewEvent> {
    const facts = this.facts[event.type];
    if (!facts) throw new Error(`the event ${event.type} is not in the catalogue`);
    const metadata = { ...event.metadata, version: facts.version };
    if (!facts.personal) return { ...event, metadata };
    const data = { ...event.data } as Record<string, unknown>;
    const person = String(data[facts.personal.subject]);
    const key = await this.keys.obtain(person);
    if (!key)
      throw new Error(
        `${event.type}: the personal key was destroyed, nothing more is written of this person`,
      );
    const personal: Record<string, unknown> = {};
    for (const field of facts.personal.fields as readonly string[]) {
      personal[field] = data[field];
      delete data[field];
    }
    data[SEALED] = seal(key, event.id, JSON.stringify(personal));
    return { ...event, data, metadata };
  }

  private sealedFor(event: LoggedEvent): string | null {
    const personal = this.facts[event.type]?.personal;
    if (!personal || typeof event.data === 'string' || !(SEALED in event.data)) return null;
    return String((event.data as Record<string, unknown>)[personal.subject]);
  }

  private decodeOne(event: LoggedEvent, keys: ReadonlyMap<string, Buffer>): Recorded {
    const facts = this.facts[event.type];
    if (!facts) throw new Error(`this program does not know events of the type ${event.type}`);
    if (typeof event.data === 'string' || typeof event.metadata === 'string') {
      throw new Error(`${event.type} ${event.id} is not JSON`);
    }
    const metadata = event.metadata as EventMetadata;
    let data = event.data as Record<string, unknown>;
    const person = this.sealedFor(event);
    if (person) data = this.open(event, facts, keys.get(person));
    if (metadata.version !== facts.version) data = lifted(event, metadata.version, facts, data);
    return { ...event, data, metadata };
  }

  private open(
    event: Pick<LoggedEvent, 'id' | 'data'>,
    facts: EventFacts<never>,
    key: Buffer | undefined,
  ): Record<string, unknown> {
    const { [SEALED]: sealed, ...data } = event.data as Record<string, unknown>;
    if (key) return { ...data, ...(JSON.parse(unseal(key, event.id, String(sealed))) as object) };
    for (const field of facts.personal?.fields ?? []) data[field] = null;
    return data;
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

/** AES-256-GCM, bound to the event's id so that a sealed text can't be moved to another event. */
function seal(key: Buffer, eventId: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(eventId));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

function unseal(key: Buffer, eventId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(eventId))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
