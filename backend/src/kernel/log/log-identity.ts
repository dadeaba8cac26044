import type { Clock, Ids } from '../clock.js';
import type { DocumentStore, ViewOrigin } from '../document-store.js';
import { type EventLog, WrongExpectedRevisionError } from '../event-log.js';
import type { KernelEvents } from '../kernel-events.js';
import type { KernelStore } from '../kernel-store.js';
import type { KeyRing } from '../key-ring.js';
import type { EventCodec } from './codec.js';

/** How a generation of a view stands when it is opened. */
export interface ViewStanding {
  /** The view and its generation. */
  readonly view: string;
  readonly checkpoint: number;
  readonly origin: ViewOrigin | null;
}

/** The log is not the one that the stores beside it come from, or is behind them. */
export class WrongLogError extends Error {
  override readonly name = 'WrongLogError';

  constructor(finding: string) {
    super(
      `${finding}. Nothing was changed. Check DATA_DIR, EVENTSTORE_URL and MONGODB_URL; if this log is the right one, ` +
        'run: npm run recover',
    );
  }
}

/** The key store belongs to another log, so that it can't open what is sealed in this one. */
export class ForeignKeysError extends Error {
  override readonly name = 'ForeignKeysError';

  constructor(known: string | null) {
    super(
      `The keys belong to ${other(known)}. Nothing was changed. Put back the key store of this log; if there is none, run: ` +
        'npm run recover',
    );
  }
}

/** What the identity of the log is checked and kept with. */
export interface IdentityParts {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly store: DocumentStore;
  readonly kernel: KernelStore;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The stream that says which log this is. */
export const IDENTITY_STREAM = 'log-identity';
const KIND = 'log';
const ORIGIN_KEY = 'origin';
const OWNER_KEY = 'owner';

/** Which log this is, as its first events say; and that the stores beside it come from it. */
export class LogIdentity {
  constructor(private readonly parts: IdentityParts) {}

  /** The id of the log; null before its first start. @throws EventLogUnavailableError */
  async read(): Promise<string | null> {
    const created = (await this.events()).find(({ type }) => type === 'LogCreated');
    return (created?.data as KernelEvents['LogCreated'] | undefined)?.log ?? null;
  }

  /**
   * Makes sure that views, kernel store and keys come from this log, and gives the log its id at the first start. From
   * then on the stores keep that id.
   * @param place where this data folder lies, for a log that several data folders can reach; null for others
   * @throws WrongLogError and changes nothing, EventLogUnavailableError, DocumentStoreUnavailableError
   */
  async establish(views: readonly ViewStanding[], place: string | null): Promise<string> {
    const { kernel, keys } = this.parts;
    const known = await this.read();
    const kept = await kernel.get<ViewOrigin>(KIND, ORIGIN_KEY);
    const keysOf = await keys.logId();
    await this.check('the kernel store', known, kept);
    if (keysOf !== null && keysOf !== known) throw new ForeignKeysError(known);
    await this.checkViews(known, views);
    if (place !== null) await this.checkOwner(place);
    const log = known ?? (await this.create());
    if (place !== null) await this.claim(place, false);
    await this.keep(log);
    return log;
  }

  /** Makes the stores belong to this log, whatever they say, and this data folder own it: `place` as above. Returns the id of the log. */
  async takeOver(place: string | null): Promise<string> {
    const log = (await this.read()) ?? (await this.create());
    if (place !== null) await this.claim(place, true);
    await this.parts.keys.adopt(log);
    await this.keep(log);
    return log;
  }

  /** Notes how far the log has come, so that a log that is behind is noticed. */
  async note(): Promise<void> {
    const { log, kernel } = this.parts;
    const id = await this.read();
    const last = await log.readAt(await log.head());
    if (id === null || !last) return;
    const origin: ViewOrigin = { log: id, position: last.position, eventId: last.id };
    await kernel.put(KIND, ORIGIN_KEY, origin);
  }

  private async keep(log: string): Promise<void> {
    const { store, keys } = this.parts;
    store.log = log;
    if ((await keys.logId()) === null) await keys.adopt(log);
    await this.note();
  }

  private async checkViews(known: string | null, views: readonly ViewStanding[]): Promise<void> {
    const head = await this.parts.log.head();
    const ahead = views.find(({ checkpoint }) => checkpoint > head);
    if (ahead) {
      throw new WrongLogError(
        `The view ${ahead.view} has seen event ${ahead.checkpoint}, and the log ends at ${head}`,
      );
    }
    for (const { view, origin } of views) await this.check(`the view ${view}`, known, origin);
  }

  private async check(what: string, known: string | null, origin: ViewOrigin | null): Promise<void> {
    if (!origin) return;
    const { log, position, eventId } = origin;
    if (log !== known) throw new WrongLogError(`${sentence(what)} comes from ${other(known)}`);
    if ((await this.parts.log.readAt(position))?.id === eventId) return;
    throw new WrongLogError(`${sentence(what)} has seen event ${position}, which this log does not have`);
  }

  private async checkOwner(place: string): Promise<void> {
    const last = await this.lastClaim();
    const own = await this.parts.kernel.get<{ id: string }>(KIND, OWNER_KEY);
    if (!last || last.owner === own?.id) return;
    throw new WrongLogError(`The log belongs to the data folder ${last.place}, and this one is ${place}`);
  }

  private async claim(place: string, isTakenOver: boolean): Promise<void> {
    const { kernel, ids } = this.parts;
    await kernel.add(KIND, OWNER_KEY, { id: ids.uuid() });
    const own = await kernel.get<{ id: string }>(KIND, OWNER_KEY);
    const last = await this.lastClaim();
    if (!own || last?.owner === own.id) return;
    if (last && !isTakenOver) throw new WrongLogError(`The log belongs to the data folder ${last.place}`);
    const data: KernelEvents['LogClaimed'] = { owner: own.id, place };
    await this.append((await this.events()).length - 1, 'LogClaimed', data);
  }

  private async lastClaim(): Promise<KernelEvents['LogClaimed'] | null> {
    const claims = (await this.events()).filter(({ type }) => type === 'LogClaimed');
    return (claims.at(-1)?.data as KernelEvents['LogClaimed'] | undefined) ?? null;
  }

  private async create(): Promise<string> {
    const data: KernelEvents['LogCreated'] = { log: this.parts.ids.uuid() };
    try {
      await this.append('noStream', 'LogCreated', data);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevisionError)) throw error;
    }
    // What counts is what the log has: another process may have been first.
    return (await this.read()) ?? data.log;
  }

  private async append(expected: number | 'noStream', type: keyof KernelEvents, data: object): Promise<void> {
    const { log, codec, clock, ids } = this.parts;
    const id = ids.uuid();
    const metadata = {
      at: clock.now().toISOString(),
      actor: { kind: 'system' as const, id: null },
      requestId: null,
      $correlationId: id,
      $causationId: id,
    };
    await log.append(IDENTITY_STREAM, expected, await codec.encode([{ id, type, data, metadata }]));
  }

  private async events() {
    const { log, codec } = this.parts;
    return codec.decodeAll(await log.readStream(IDENTITY_STREAM));
  }
}

function other(known: string | null): string {
  return known === null ? 'another log, and this one has never been used' : 'another log';
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
