import type { Clock, Ids } from '../../../kernel/clock.js';
import {
  EVENT_FACTS,
  type Kind,
  type ObjectOf,
  PREFIX,
  type SandboxLine,
  type SandboxObject,
  shown,
} from './sandbox-objects.js';
import { SandboxRefusedError } from './payment-sandbox.port.js';
import type { SandboxStore } from './sandbox-store.js';

/** What every act of the sandbox writes: objects with ids and times, lines of the balance, and events. */
export class SandboxLedger {
  constructor(
    readonly store: SandboxStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** The current time in seconds since 1970. */
  get now(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }

  /** What a new object has in common with all others. */
  facts(kind: Kind): { id: string; created: number; livemode: false } {
    return {
      id: PREFIX[kind] + this.ids.uuid().replaceAll('-', ''),
      created: this.now,
      livemode: false,
    };
  }

  /** @throws SandboxRefusedError for an unknown id */
  require<K extends Kind>(kind: K, id: string, parameter?: string): ObjectOf<K> {
    const found = this.store.find(kind, id);
    if (!found) throw unknownId(kind, id, parameter);
    return found;
  }

  put<Thing extends SandboxObject>(thing: Thing): Thing {
    this.store.put(thing);
    return thing;
  }

  /** A new line of the balance. `amount` is negative for money that leaves us. */
  line(
    type: SandboxLine['type'],
    source: string,
    { amount, currency }: { amount: number; currency: string },
    fee = 0,
  ): SandboxLine {
    const facts = this.facts('balance_transaction');
    return this.put({
      object: 'balance_transaction',
      ...facts,
      type,
      source,
      amount,
      currency,
      fee,
      net: amount - fee,
      exchange_rate: null,
    });
  }

  /** Records an event with the object as it is now; it will be delivered. */
  emit(type: string, thing: SandboxObject): void {
    this.store.putEvent({
      ...EVENT_FACTS,
      ...this.facts('event'),
      type,
      data: { object: shown(thing) },
    });
  }
}

/** What Stripe answers for an unknown id. */
export function unknownId(kind: string, id: string, parameter = 'id'): SandboxRefusedError {
  return new SandboxRefusedError(`No such ${kind}: '${id}'`, 'resource_missing', 404, parameter);
}
