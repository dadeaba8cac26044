import { LRUCache } from 'lru-cache';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { type ReadChange, type ReadRecord, RecordedReads } from '../../kernel/recorded-reads.js';
import { AnswerState } from './response-state.js';
import type { PublicAnswer } from './public-answer.js';

/** The share of entries that were used more than once. The rest is for new ones. */
const POPULAR_SHARE = 0.8;

interface Entry {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * Entries by key, those that were used last, within a space in bytes. Entries that were used again leave only for each
 * other, so that many that are asked for once do not replace them.
 */
export class PopularEntries<Of extends Entry> {
  private readonly fresh: LRUCache<string, Of>;
  private readonly popular: LRUCache<string, Of>;

  /** @param onEnd called with an entry that had to leave, or was removed */
  constructor(
    space: number,
    private readonly onEnd: (entry: Of) => void,
  ) {
    const cache = (share: number, onEvict: (entry: Of) => void) =>
      new LRUCache<string, Of>({
        maxSize: Math.max(1, Math.round(space * share)),
        sizeCalculation: ({ size }) => Math.max(1, size),
        dispose: (entry, _key, reason) => {
          if (reason === 'evict') onEvict(entry);
        },
      });
    this.fresh = cache(1 - POPULAR_SHARE, onEnd);
    this.popular = cache(POPULAR_SHARE, (entry) => this.fresh.set(entry.key, entry));
  }

  get(key: string): Of | undefined {
    return this.popular.peek(key) ?? this.fresh.peek(key);
  }

  /** Adds an entry, or puts it in the place of the one with its key. */
  put(entry: Of): void {
    const { key } = entry;
    (this.popular.has(key) ? this.popular : this.fresh).set(key, entry);
    if (this.get(key) !== entry) this.onEnd(entry);
  }

  /** Notes that an entry is used again. */
  use({ key }: Of): void {
    if (this.popular.get(key)) return;
    const entry = this.fresh.peek(key);
    if (!entry) return;
    this.fresh.delete(key);
    this.popular.set(key, entry);
  }

  remove({ key }: Of): void {
    const entry = this.get(key);
    if (!entry) return;
    this.popular.delete(key);
    this.fresh.delete(key);
    this.onEnd(entry);
  }
}

/** The memory for cached answers, in bytes; 0 keeps none. */
export class AnswerSpace {
  constructor(readonly bytes: number) {}
}

/** The memory of a document that an answer depends on, and of its part in the indexes, in bytes: measured. */
const BYTES_A_PART = 2000;
/** A larger answer is not kept. */
const LARGEST_SHARE = 1 / 16;
/** Other spellings of an address are not remembered. */
const MOST_ADDRESSES = 8;

/** An answer that is kept. */
export class KeptAnswer {
  /** Null after a change of a document in it: it is composed again when it is asked for. */
  state: AnswerState | null = null;
  record: ReadRecord | null = null;
  /** Until when it may show figures as they were, in milliseconds; null while they are as they are. */
  lagsUntil: number | null = null;
  /** The addresses that lead to it. */
  readonly addresses = new Set<string>();

  constructor(readonly source: PublicAnswer) {}

  get key(): string {
    return this.source.key;
  }

  get size(): number {
    return (this.state?.size ?? 0) * 2 + (this.record?.size ?? 0) * BYTES_A_PART;
  }
}

/** Keeps public answers as bytes, exactly as long as they are what composing them again would give. */
@Injectable()
export class ResponseCache {
  private readonly byAddress = new Map<string, KeptAnswer>();
  private readonly entries: PopularEntries<KeptAnswer>;
  /** Answers that are being composed and that nothing has changed meanwhile, by key. */
  private readonly composing = new Map<string, Promise<AnswerState | null>>();

  constructor(
    private readonly records: RecordedReads,
    private readonly space: AnswerSpace,
    private readonly clock: Clock,
  ) {
    this.entries = new PopularEntries(space.bytes, (answer) => this.forget(answer));
  }

  /** The answer that is kept for an address, up to date or to be composed again. */
  at(address: string): KeptAnswer | undefined {
    return this.byAddress.get(address);
  }

  /** The bytes of a cached answer if they hold now; else null. */
  stateOf(answer: KeptAnswer): AnswerState | null {
    this.records.expire();
    const { state } = answer;
    if (!state || this.isOver(answer, state)) return null;
    this.entries.use(answer);
    return state;
  }

  /** Composes a cached answer again. Null if there is no public answer any more. */
  renew({ source }: KeptAnswer): Promise<AnswerState | null> {
    return this.composed(source);
  }

  /** The bytes of the answer to a request with this address, if they are kept and hold now; else null. */
  known(address: string, { key }: PublicAnswer): AnswerState | null {
    const known = this.entries.get(key);
    const state = known ? this.stateOf(known) : null;
    if (state) this.name(address, key);
    return state;
  }

  /** The answer to a request with this address, kept if it can be. Null if there is no public answer. */
  async answer(address: string, answer: PublicAnswer): Promise<AnswerState | null> {
    if (this.space.bytes === 0) {
      const composed = await answer.compose();
      return composed && new AnswerState(composed, null);
    }
    const known = this.known(address, answer);
    if (known) return known;
    const state = await this.composed(answer);
    if (state) this.name(address, answer.key);
    return state;
  }

  private composed(answer: PublicAnswer): Promise<AnswerState | null> {
    const { key } = answer;
    const running = this.composing.get(key);
    if (running) return running;
    const composing = this.compose(answer, () => {
      if (this.composing.get(key) === composing) this.composing.delete(key);
    });
    this.composing.set(key, composing);
    return composing;
  }

  /** @param onTouched called at the end, and before if something has changed meanwhile: nobody may join it then */
  private async compose(source: PublicAnswer, onTouched: () => void): Promise<AnswerState | null> {
    const answer = new KeptAnswer(source);
    const { key, compose, lagMs } = source;
    let isTouched = false;
    try {
      const { result, record } = await this.records.record(compose, (change) => {
        if (change === 'figures' && lagMs > 0) {
          answer.lagsUntil ??= this.now() + lagMs;
          return;
        }
        isTouched = true;
        onTouched();
        this.change(answer, change);
      });
      const state =
        result && new AnswerState(result, record.endsAt === null ? null : Date.parse(record.endsAt));
      if (state && !isTouched && !this.isOver(answer, state)) {
        this.keep(answer, state, record);
        return state;
      }
      record.forget();
      const before = this.entries.get(key);
      if (!state && before) this.entries.remove(before);
      return state;
    } finally {
      onTouched();
    }
  }

  private keep(answer: KeptAnswer, state: AnswerState, record: ReadRecord): void {
    answer.state = state;
    answer.record = record;
    const before = this.entries.get(answer.key);
    if (answer.size > this.space.bytes * LARGEST_SHARE) {
      if (before) this.entries.remove(before);
      record.forget();
      return;
    }
    for (const address of before?.addresses ?? []) {
      answer.addresses.add(address);
      this.byAddress.set(address, answer);
    }
    before?.addresses.clear();
    this.entries.put(answer);
    before?.record?.forget();
  }

  private change(answer: KeptAnswer, change: ReadChange): void {
    if (this.entries.get(answer.key) !== answer) return;
    if (change === 'selection') this.entries.remove(answer);
    else answer.state = null;
  }

  private name(address: string, key: string): void {
    const answer = this.entries.get(key);
    if (!answer || answer.addresses.size >= MOST_ADDRESSES) return;
    answer.addresses.add(address);
    this.byAddress.set(address, answer);
  }

  private forget(answer: KeptAnswer): void {
    answer.record?.forget();
    for (const address of answer.addresses) this.byAddress.delete(address);
    answer.addresses.clear();
  }

  private isOver({ lagsUntil }: KeptAnswer, state: AnswerState): boolean {
    const now = this.now();
    return state.isOver(now) || (lagsUntil !== null && now >= lagsUntil);
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
