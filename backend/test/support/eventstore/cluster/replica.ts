import { type ServiceError, status } from '@grpc/grpc-js';
import { EventDatabase } from '../event-database.js';
import type { Entry } from '../journal.js';
import { failure, notTheLeader } from '../served.js';
import type { Expectation, Outcome, ProposedEvent } from '../stored-event.js';

/** The outcome of an append, or why a node does not execute it. */
export type Answer = Outcome | ServiceError;

/** What nodes send to each other. Lengths and places count the events of the log. */
export type NodeMessage =
  /** From the leader: what follows at this place; a node that catches up has `more` to ask for. */
  | {
      readonly kind: 'entries';
      readonly at: number;
      readonly entries: readonly Entry[];
      readonly more: boolean;
    }
  | { readonly kind: 'received'; readonly length: number }
  /** From a follower that lacks entries. */
  | { readonly kind: 'missing'; readonly length: number }
  | {
      readonly kind: 'forward';
      readonly id: string;
      readonly append: readonly [string, Expectation, readonly ProposedEvent[]];
    }
  | { readonly kind: 'outcome'; readonly id: string; readonly outcome: Outcome };

/** What the cluster tells a node: who leads since which election, and who is alive. Without a leader: it has resigned. */
export interface Standing {
  readonly epoch: number;
  readonly leader: number | null;
  readonly alive: readonly boolean[];
}

export interface ReplicaParts {
  /** The place of this node among `ports`. */
  readonly id: number;
  readonly ports: readonly number[];
  /** How much later a follower shows what it has received. */
  readonly lagMs: () => number;
  send(to: number, epoch: number, message: NodeMessage): void;
  /** This node led, and another one was elected without it: it must restart without what only it has. */
  onDeposed(): void;
}

interface Replicating {
  readonly message: NodeMessage & { readonly kind: 'entries' };
  readonly length: number;
  readonly done: (refusal: ServiceError | null) => void;
}

const CHUNK = 1000;

/**
 * The log of one node of a cluster. The leader sends each append to the others, and writes and acknowledges it once a
 * majority has it. Others forward appends to the leader that they know, also to one that is dead and does not answer.
 */
export class Replica {
  readonly database = new EventDatabase();
  private standing: Standing;
  private turn: Promise<unknown> = Promise.resolve();
  private replicating: Replicating | null = null;
  private received: Entry[] = [];
  private isCatchingUp = false;
  private readonly forwarded = new Map<string, (outcome: Outcome) => void>();

  constructor(private readonly parts: ReplicaParts) {
    this.standing = { epoch: 0, leader: null, alive: parts.ports.map(() => false) };
  }

  get leads(): boolean {
    return this.standing.leader === this.parts.id;
  }

  /** How this node sees the cluster. Of a leader that died it learns by the next election. */
  members(): { readonly port: number; readonly leads: boolean; readonly alive: boolean }[] {
    const { leader, alive } = this.standing;
    return this.parts.ports.map((port, id) => ({ port, leads: id === leader, alive: alive[id] ?? false }));
  }

  /** How a call that demands the leader is rejected; null by the leader. */
  refusal(): ServiceError | null {
    const { leader } = this.standing;
    if (this.leads) return null;
    return leader === null ? noLeader() : notTheLeader(this.parts.ports[leader] ?? 0);
  }

  /** Executes an append as leader, or forwards it. Not answered while there is no majority, or the leader is dead. */
  append(...append: Parameters<EventDatabase['append']>): Promise<Answer> {
    if (!this.leads) return this.forward(append);
    const answer = this.turn.then(() => this.commit(append));
    this.turn = answer;
    return answer;
  }

  /** The outcome of an election, or news of other nodes. */
  stand(standing: Standing): void {
    const { leads, standing: before } = this;
    const hasResigned = leads && standing.leader === null;
    this.standing = standing;
    if (standing.epoch === before.epoch && !hasResigned) return;
    this.replicating?.done(noLeader());
    this.replicating = null;
    if (leads && !hasResigned && !this.leads) return this.parts.onDeposed();
    this.show();
    this.isCatchingUp = false;
    if (!this.leads) this.catchUp();
  }

  receive(from: number, message: NodeMessage): void {
    switch (message.kind) {
      case 'entries':
        return this.follow(message);
      case 'received':
        if (this.replicating && message.length >= this.replicating.length) this.replicating.done(null);
        return undefined;
      case 'missing':
        return this.supply(from, message.length);
      case 'forward':
        void this.append(...message.append).then((outcome) => {
          if (!(outcome instanceof Error)) this.send(from, { kind: 'outcome', id: message.id, outcome });
        });
        return undefined;
      case 'outcome':
        this.forwarded.get(message.id)?.(message.outcome);
        this.forwarded.delete(message.id);
        return undefined;
    }
  }

  private async commit(append: Parameters<EventDatabase['append']>): Promise<Answer> {
    const refusal = this.refusal();
    if (refusal) return refusal;
    const planned = this.database.plan(...append);
    if ('written' in planned) return planned;
    return (await this.replicated(planned)) ?? this.database.write(planned);
  }

  /** Resolves with null once a majority has the entries, and with a refusal when this node leads no more. */
  private async replicated(entries: readonly Entry[]): Promise<ServiceError | null> {
    const at = this.database.all.length;
    const refusal = await new Promise<ServiceError | null>((done) => {
      const message = { kind: 'entries', at, entries, more: false } as const;
      this.replicating = { message, length: at + countOf(entries), done };
      for (const id of this.parts.ports.keys()) if (id !== this.parts.id) this.send(id, message);
    });
    this.replicating = null;
    return refusal;
  }

  private forward(append: Parameters<EventDatabase['append']>): Promise<Answer> {
    const { leader } = this.standing;
    if (leader === null) return Promise.resolve(noLeader());
    const id = crypto.randomUUID();
    this.send(leader, { kind: 'forward', id, append });
    return new Promise((resolve) => this.forwarded.set(id, resolve));
  }

  private get length(): number {
    return this.database.all.length + countOf(this.received);
  }

  private follow({ at, entries, more }: NodeMessage & { readonly kind: 'entries' }): void {
    const { length } = this;
    if (at > length) return this.isCatchingUp ? undefined : this.catchUp();
    if (at < length) {
      if (at + countOf(entries) > length) throw new Error(`the logs of two nodes differ at ${at}`);
    } else {
      this.received.push(...entries);
      const lag = this.parts.lagMs();
      if (lag > 0) setTimeout(() => this.show(entries), lag);
      else this.show();
    }
    this.reply({ kind: 'received', length: this.length });
    this.isCatchingUp = more;
    if (more) this.reply({ kind: 'missing', length: this.length });
  }

  /** Lets readers see what was received, up to these entries. */
  private show(upTo: readonly Entry[] = this.received): void {
    const last = upTo.at(-1);
    const shown = last ? this.received.splice(0, this.received.indexOf(last) + 1) : [];
    if (shown.length > 0) this.database.write(shown);
  }

  private catchUp(): void {
    this.isCatchingUp = true;
    this.reply({ kind: 'missing', length: this.length });
  }

  private supply(to: number, length: number): void {
    const { all } = this.database;
    if (length > all.length + countOf(this.replicating?.message.entries ?? [])) {
      throw new Error('a follower is ahead of its leader');
    }
    const entries = all
      .slice(length, length + CHUNK)
      .map(({ stream, id, type, contentType, data, metadata }) => ({
        stream,
        events: [{ id, type, contentType, data, metadata }],
      }));
    this.send(to, { kind: 'entries', at: length, entries, more: length + CHUNK < all.length });
    if (this.replicating && length + CHUNK >= all.length) this.send(to, this.replicating.message);
  }

  private reply(message: NodeMessage): void {
    const { leader } = this.standing;
    if (leader !== null) this.send(leader, message);
  }

  private send(to: number, message: NodeMessage): void {
    this.parts.send(to, this.standing.epoch, message);
  }
}

/** Nobody leads, as far as a node knows: a real one then names no leader. */
function noLeader(): ServiceError {
  return failure(status.UNKNOWN);
}

function countOf(entries: readonly Entry[]): number {
  return entries.reduce((count, { events }) => count + events.length, 0);
}
