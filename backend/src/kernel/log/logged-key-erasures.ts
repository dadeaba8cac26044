import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recorded } from '../event.js';
import type { EventLog } from '../event-log.js';
import { KeyErasures } from '../key-erasures.js';
import { type KeyRing, SET_ASIDE } from '../key-ring.js';
import type { KernelLogger } from '../logger.js';
import type { EventCodec } from './codec.js';

/** The events that record the erasure of a person, by type, and whom they name. */
export type Erasures = Readonly<Record<string, (event: Recorded) => string>>;

/** A legal hold that begins or ends, and whom it is about. */
interface HoldChange {
  readonly holdId: string;
  readonly person: string;
  readonly begins: boolean;
}

/** The events that begin and end legal holds, by type. */
export type Holds = Readonly<Record<string, (event: Recorded) => HoldChange>>;

/**
 * Destroys the keys of erased people again, for example in a restored copy of the key store. Reads the log from the position
 * up to which the key store knows all erasures. A reaction destroys the keys of people who are erased from now on.
 */
export class LoggedKeyErasures extends KeyErasures {
  private underWay: Promise<number> | null = null;
  /** The people of open holds, by the ids of these, up to a position. */
  private readonly held = new Map<string, string>();
  private heldUpTo = 0;

  constructor(
    private readonly parts: {
      readonly log: Pick<EventLog, 'search' | 'head'>;
      readonly codec: Pick<EventCodec, 'decode'>;
      readonly keys: Pick<
        KeyRing,
        'find' | 'destroy' | 'setAside' | 'living' | 'erasedUpTo' | 'noteErasedUpTo'
      >;
    },
    private readonly erasures: Erasures,
    private readonly holds: Holds,
    private readonly logger: KernelLogger,
  ) {
    super();
  }

  override async erase(...people: readonly string[]): Promise<void> {
    await this.destroy(people);
  }

  override async release(): Promise<number> {
    const { keys } = this.parts;
    const waiting = await keys.living(SET_ASIDE);
    if (waiting.length === 0) return 0;
    const held = await this.peopleHeld();
    const due = waiting.filter((name) => !held.has(name.slice(SET_ASIDE.length)));
    if (due.length > 0) await keys.destroy(...due);
    return due.length;
  }

  override catchUp(onProgress: (part: number) => void = () => undefined): Promise<number> {
    this.underWay ??= this.readOn(onProgress).finally(() => {
      this.underWay = null;
    });
    return this.underWay;
  }

  private async readOn(onProgress: (part: number) => void): Promise<number> {
    const { log, codec, keys } = this.parts;
    const types = Object.keys(this.erasures);
    const from = (await keys.erasedUpTo()) ?? 0;
    const head = await log.head();
    let destroyed = 0;
    let seen = from;
    for (let found = await log.search(types, from); found; found = await log.search(types, seen)) {
      const { events } = await codec.decode(found.events);
      destroyed += await this.destroy(events.flatMap((event) => this.erasures[event.type]?.(event) ?? []));
      seen = found.to;
      onProgress(Math.min(1, seen / head));
      await nextTurn();
    }
    if (seen > from) await keys.noteErasedUpTo(seen);
    if (destroyed > 0) this.logger.info({ keys: destroyed }, 'keys of people who were erased are destroyed');
    return destroyed;
  }

  /** Together, because each call syncs. Returns how many of these people had a key. */
  private async destroy(people: readonly string[]): Promise<number> {
    const { keys } = this.parts;
    const known = await keys.find(people);
    const left = [...new Set(people)].filter((person) => known.get(person) !== 'destroyed');
    if (left.length === 0) return 0;
    const held = await this.peopleHeld();
    for (const person of left) if (held.has(person)) await keys.setAside(person);
    const free = left.filter((person) => !held.has(person));
    if (free.length > 0) await keys.destroy(...free);
    return left.filter((person) => known.has(person)).length;
  }

  /** The log decides, not a view: it is read at starts, too, and is never behind. */
  private async peopleHeld(): Promise<ReadonlySet<string>> {
    const { log } = this.parts;
    const types = Object.keys(this.holds);
    for (
      let found = await log.search(types, this.heldUpTo);
      found;
      found = await log.search(types, this.heldUpTo)
    ) {
      // Not decoded: a hold counts, no matter whose key its texts are encrypted with.
      for (const event of found.events) this.note(this.holds[event.type]?.(event as Recorded));
      this.heldUpTo = Math.max(this.heldUpTo, found.to);
      await nextTurn();
    }
    return new Set(this.held.values());
  }

  private note(change: HoldChange | undefined): void {
    if (!change) return;
    if (change.begins) this.held.set(change.holdId, change.person);
    else this.held.delete(change.holdId);
  }
}
