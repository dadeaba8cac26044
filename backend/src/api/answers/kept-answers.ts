import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { type ReadChange, type ReadRecord, RecordedReads } from '../../kernel/recorded-reads.js';
import { AnswerState } from './answer-state.js';
import { PopularEntries } from './popular-entries.js';
import type { Composed, PublicAnswer } from './public-answer.js';

/** The memory for kept answers, in bytes; 0 keeps none. */
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
  /** The addresses that lead to it. */
  readonly addresses = new Set<string>();

  constructor(
    readonly key: string,
    readonly compose: () => Promise<Composed | null>,
  ) {}

  get size(): number {
    return (this.state?.size ?? 0) * 2 + (this.record?.size ?? 0) * BYTES_A_PART;
  }
}

/** Keeps public answers as bytes, exactly as long as they are what composing them again would give. */
@Injectable()
export class KeptAnswers {
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

  /** The bytes of a kept answer if they hold now; else null. */
  stateOf(answer: KeptAnswer): AnswerState | null {
    const { state } = answer;
    if (!state || this.isOver(state)) return null;
    this.entries.use(answer);
    return state;
  }

  /** Composes a kept answer again. Null if there is no public answer any more. */
  renew({ key, compose }: KeptAnswer): Promise<AnswerState | null> {
    return this.composed(key, compose);
  }

  /** The answer to a request with this address, kept if it can be. Null if there is no public answer. */
  async answer(address: string, { key, compose }: PublicAnswer): Promise<AnswerState | null> {
    if (this.space.bytes === 0) {
      const composed = await compose();
      return composed && new AnswerState(composed, null);
    }
    const known = this.entries.get(key);
    const state = (known && this.stateOf(known)) ?? (await this.composed(key, compose));
    if (state) this.name(address, key);
    return state;
  }

  private composed(key: string, compose: () => Promise<Composed | null>): Promise<AnswerState | null> {
    const running = this.composing.get(key);
    if (running) return running;
    const composing = this.compose(key, compose, () => {
      if (this.composing.get(key) === composing) this.composing.delete(key);
    });
    this.composing.set(key, composing);
    return composing;
  }

  /** @param onTouched called at the end, and before if something has changed meanwhile: nobody may join it then */
  private async compose(
    key: string,
    compose: () => Promise<Composed | null>,
    onTouched: () => void,
  ): Promise<AnswerState | null> {
    const answer = new KeptAnswer(key, compose);
    let isTouched = false;
    try {
      const { result, record } = await this.records.record(compose, (change) => {
        isTouched = true;
        onTouched();
        this.change(answer, change);
      });
      const state =
        result && new AnswerState(result, record.endsAt === null ? null : Date.parse(record.endsAt));
      if (state && !isTouched && !this.isOver(state)) {
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
    if (change === 'document') answer.state = null;
    else this.entries.remove(answer);
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

  private isOver({ endsAt }: AnswerState): boolean {
    return endsAt !== null && this.clock.now().getTime() >= endsAt;
  }
}
