import type { Clock, Ids } from '../clock.js';
import type { DocumentStore, ViewOrigin } from '../document-store.js';
import { FormatError } from '../format-error.js';
import { type EventLog, WrongExpectedRevisionError } from '../event-log.js';
import type { KernelEvents } from '../kernel-events.js';
import type { KernelStore } from '../kernel-store.js';
import type { KeyRing } from '../key-ring.js';
import type { EventCodec } from './codec.js';
import { IDENTITY_STREAM, IdentityStream } from './identity-stream.js';
import { checkKeys } from './key-check.js';
import { LoggedPrograms, type Program } from './logged-programs.js';

export interface ViewStanding {
  /** The view and its generation. */
  readonly view: string;
  readonly checkpoint: number;
  readonly origin: ViewOrigin | null;
}

/** The stores belong to another log, or the log is behind them. */
export class WrongLogError extends Error {
  override readonly name = 'WrongLogError';

  constructor(finding: string) {
    super(
      `${finding}; nothing was changed: check DATA_DIR, EVENTSTORE_URL and MONGODB_URL; if the log (events.db in ` +
        'DATA_DIR) was deleted or cut, restore a backup; if this log is the right one, run: npm run recover',
    );
  }
}

/** The key store belongs to another log, so it can't decrypt this one. */
export class ForeignKeysError extends Error {
  override readonly name = 'ForeignKeysError';

  constructor(known: string | null) {
    super(
      `The keys belong to ${other(known)}; nothing was changed: restore the key store of this log; if it is lost, run: ` +
        'npm run recover',
    );
  }
}

/** The kernel store is missing or empty, so reactions would do their work again. */
export class KernelStoreLostError extends Error {
  override readonly name = 'KernelStoreLostError';

  constructor() {
    super(
      'The kernel store (kernel.db in DATA_DIR, or MongoDB) is missing or empty beside a log that was used: restore a ' +
        'backup; without one, run: npm run recover',
    );
  }
}

export interface IdentityParts {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly store: DocumentStore;
  readonly kernel: KernelStore;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The format of the log: its encoding, and the events that this program can upcast. */
const LOG_FORMAT = 1;
const KIND = 'log';
const ORIGIN_KEY = 'origin';
const OWNER_KEY = 'owner';
/** A start may end between these and the first record in the kernel store. */
const FIRST_EVENTS = 10;

/** The id of the log, from its first event, and the check that the stores belong to it. */
export class LogIdentity {
  /** The id of this data folder, once it has the log. */
  private owner: string | null = null;
  private readonly stream: IdentityStream;
  private readonly programs: LoggedPrograms | null;

  /** @param program null for work that may be done with any program */
  constructor(
    private readonly parts: IdentityParts,
    program: Program | null = null,
  ) {
    this.stream = new IdentityStream(parts);
    this.programs = program && new LoggedPrograms(this.stream, parts.codec, program);
  }

  /** The id of the log; null before its first start. @throws FormatError, EventLogUnavailableError */
  async read(): Promise<string | null> {
    const head = await this.parts.log.head();
    const created = (await this.stream.events()).find(({ type }) => type === 'LogCreated');
    // Every log begins with this event.
    if (!created && head === 0) return null;
    const { log, format = 0 } = (created?.data ?? {}) as Partial<KernelEvents['LogCreated']>;
    if (log === undefined || format !== LOG_FORMAT) throw new FormatError('The log', format, LOG_FORMAT);
    return log;
  }

  /**
   * Checks that views, kernel store and keys belong to this log. The first start gives the log its id. The stores record
   * that id.
   * @param place path and host of this data folder, for a log that several data folders can reach; null for others
   * @throws FormatError, WrongLogError, NewerProgramError, ForeignKeysError, KernelStoreLostError, KeysLostError; then nothing
   * was changed
   * @throws EventLogUnavailableError, DocumentStoreUnavailableError
   */
  async establish(views: readonly ViewStanding[], place: string | null): Promise<string> {
    const known = await this.read();
    await this.checkStores(known);
    await this.checkViews(known, views);
    if (place !== null) await this.checkOwner(place);
    await this.programs?.check();
    // Last: in another log every key is missing, and the operator must learn that it is another log.
    await checkKeys(this.parts);
    await this.checkKernelStore();
    const log = known ?? (await this.create());
    if (place !== null) await this.claim(place, false);
    await this.programs?.record();
    await this.keep(log);
    return log;
  }

  /**
   * Checks that the log is in use, and that kernel store and keys belong to it. Changes nothing.
   * @throws WrongLogError, ForeignKeysError, EventLogUnavailableError, DocumentStoreUnavailableError
   */
  async assertOwn(): Promise<void> {
    await this.checkStores(await this.read());
    if ((await this.parts.log.head()) === 0) throw new WrongLogError('The log is empty');
  }

  /** Assigns the stores to this log without a check, and the log to this data folder (`place` as above). Returns the id of the log. */
  async takeOver(place: string | null): Promise<string> {
    const log = (await this.read()) ?? (await this.create());
    if (place !== null) await this.claim(place, true);
    await this.parts.keys.adopt(log);
    await this.keep(log);
    return log;
  }

  /** Whether another data folder has taken the log over since this process claimed it. @throws EventLogUnavailableError */
  async isTakenOver(): Promise<boolean> {
    return this.owner !== null && (await this.lastClaim())?.owner !== this.owner;
  }

  /** Appends that this log was restored. */
  async restored(restored: KernelEvents['LogRestored']): Promise<void> {
    await this.stream.append(await this.stream.end(), 'LogRestored', restored);
    await this.note();
  }

  /** Records the end of the log, so that a later start notices a log that is behind. */
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

  private async checkStores(known: string | null): Promise<void> {
    const { kernel, keys } = this.parts;
    const keysOf = await keys.logId();
    await this.check('the kernel store', known, await kernel.get<ViewOrigin>(KIND, ORIGIN_KEY));
    if (keysOf !== null && keysOf !== known) throw new ForeignKeysError(known);
  }

  private async checkKernelStore(): Promise<void> {
    const { kernel, log } = this.parts;
    if (await kernel.get(KIND, ORIGIN_KEY)) return;
    const first = await log.readAll(0, FIRST_EVENTS);
    if (first.some(({ stream }) => stream !== IDENTITY_STREAM)) throw new KernelStoreLostError();
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
    if (!own) return;
    if (last?.owner !== own.id) {
      if (last && !isTakenOver) throw new WrongLogError(`The log belongs to the data folder ${last.place}`);
      const data: KernelEvents['LogClaimed'] = { owner: own.id, place };
      await this.stream.append(await this.stream.end(), 'LogClaimed', data);
    }
    this.owner = own.id;
  }

  private async lastClaim(): Promise<KernelEvents['LogClaimed'] | null> {
    const claims = (await this.stream.events()).filter(({ type }) => type === 'LogClaimed');
    return (claims.at(-1)?.data as KernelEvents['LogClaimed'] | undefined) ?? null;
  }

  private async create(): Promise<string> {
    const data = newLog(this.parts.ids.uuid());
    try {
      await this.stream.append('noStream', 'LogCreated', data);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevisionError)) throw error;
    }
    // Another process may have been first, so the log decides.
    return (await this.read()) ?? data.log;
  }
}

/** What the first event of a log says. */
export function newLog(log: string): KernelEvents['LogCreated'] {
  return { log, format: LOG_FORMAT };
}

function other(known: string | null): string {
  return known === null ? 'another log; this one was never used' : 'another log';
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
