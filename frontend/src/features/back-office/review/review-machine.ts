import { ApiError, messageOf } from '../../../api/api-error.ts';
import type { ReviewDecisionRequest, ReviewItem } from '../../../api/generated/schema.d.ts';
import { createStore, type Store } from '../../../lib/create-store.ts';
import type { Given } from '../acts/ask.tsx';
import type { Claim, ReviewCalls } from './review-calls.ts';

/** What the admin sees. */
export type Phase =
  | { kind: 'claiming' }
  | { kind: 'reviewing'; claim: Claim }
  | { kind: 'empty' }
  /** The post is no longer the admin's. It can be claimed again if its id is given. */
  | { kind: 'ended'; why: string; postId?: string }
  | { kind: 'failed'; why: string };

type ReviewDecision = ReviewDecisionRequest['decision'];

export type ReviewChoice = ReviewDecision | 'escalate';

/** What goes with a decision. */
export interface Ruling extends Pick<ReviewDecisionRequest, 'shown' | 'parts'> {
  given?: Given;
}

export interface ReviewState {
  phase: Phase;
  /** While a call is in flight, nothing else can be done. */
  isBusy: boolean;
  /** Why the last call failed, where the post is still the admin's. */
  problem: string | undefined;
  /** The posts whose decisions the admin may undo here, the latest last. */
  decided: readonly string[];
  /** How many decisions there were here that were not undone. */
  settled: number;
  /** The posts that the admin passed over. */
  passed: readonly string[];
}

interface ReviewMachineParts {
  calls: ReviewCalls;
  /** Called after every decision and undo, to tell the admin and to read lists again. `newer` reports still wait. */
  onDone: (what: ReviewChoice | 'undo', subject?: ReviewItem['subject'], newer?: number | void) => void;
  /** Called with every error of a call. */
  onError: (error: unknown) => void;
  now?: () => number;
}

/** How many passed posts the server accepts. */
const MOST_PASSED = 500;

const EXPIRED = 'Your 10 minutes are over, so it went back to the queue. Nothing was decided.';
const LEFT = 'You left this page, so it went back to the queue. Nothing was decided.';
const AGAIN = 'Please try again.';

const initial: ReviewState = {
  phase: { kind: 'claiming' },
  isBusy: false,
  problem: undefined,
  decided: [],
  settled: 0,
  passed: [],
};

/** Whether the server refuses for a reason that lies in the post: another admin decided, or has it, or it is gone. */
function isLost(error: unknown): boolean {
  return error instanceof ApiError && [403, 404, 409].includes(error.status);
}

/**
 * The state machine by which an admin reviews one post after the other. It has one claim at most, and makes one call at a time:
 * what is asked for meanwhile is dropped, so that a second press does not decide about the next post.
 */
export class ReviewMachine {
  readonly store: Store<ReviewState> = createStore(initial);
  readonly #parts: Required<ReviewMachineParts>;
  /** Counts the visits of the page. Answers for an earlier visit are ignored. */
  #visit = 0;

  constructor(parts: ReviewMachineParts) {
    this.#parts = { now: () => Date.now(), ...parts };
  }

  /** The page is opened: claims a certain post, or the next one. */
  open(postId: string | undefined): void {
    this.#visit += 1;
    this.#change({ isBusy: false, problem: undefined });
    void this.#alone(() => this.#take(postId));
  }

  /** The page is left: gives the post back, at once or when the call in flight is answered. */
  leave(): void {
    const { phase, isBusy } = this.store.read();
    this.#visit += 1;
    if (phase.kind === 'reviewing' && !isBusy) void this.#parts.calls.release(phase.claim.item.id);
    this.#change({ phase: { kind: 'ended', why: LEFT }, isBusy: false });
  }

  /** The browser closes the page, which gets no more answers: gives back even a post that is just being claimed. */
  close(): void {
    const { phase } = this.store.read();
    this.leave();
    if (phase.kind === 'claiming') void this.#parts.calls.releaseAll();
  }

  /** Passes over the post, and claims the next one. */
  next(): Promise<void> {
    return this.#alone(async (isCurrent) => {
      const { phase, passed } = this.store.read();
      if (phase.kind === 'reviewing') {
        const { id } = phase.claim.item;
        this.#change({ passed: [...passed.filter((other) => other !== id), id].slice(-MOST_PASSED) });
        await this.#parts.calls.release(id);
      }
      if (isCurrent()) await this.#take();
    });
  }

  /** Claims the next post, and no longer passes over any. */
  startOver(): Promise<void> {
    this.#change({ passed: [] });
    return this.next();
  }

  claim(postId: string): Promise<void> {
    return this.#alone(() => this.#take(postId));
  }

  /** Keeps the post for 10 minutes from now. */
  keep(): Promise<void> {
    return this.#withClaim(async ({ item: { id } }) => {
      const claim = await this.#parts.calls.claim(id);
      return () => this.#change({ phase: { kind: 'reviewing', claim } });
    });
  }

  /** The claim has ended. */
  expire(): void {
    const { phase } = this.store.read();
    if (phase.kind !== 'reviewing') return;
    this.#change({ phase: { kind: 'ended', why: EXPIRED, postId: phase.claim.item.id } });
  }

  /** Decides about the post and the reports that were shown, and claims the next one. */
  decide(decision: ReviewDecision, { given, ...rest }: Ruling = {}): Promise<void> {
    return this.#settle(
      decision,
      ({ id, reports, profile }) =>
        this.#parts.calls.decide(id, {
          decision,
          note: '',
          ...given,
          ...rest,
          ...(profile?.profileChangedAt && { seen: profile.profileChangedAt }),
          reports: reports.map((one) => one.id),
        }),
      (id) => [...this.store.read().decided.filter((other) => other !== id), id],
    );
  }

  /**
   * Puts the post under legal hold, and claims the next one. Only an owner lifts the hold, on the page of the post, so
   * nothing can be undone here: that would be the decision before.
   */
  escalate(given: Given): Promise<void> {
    return this.#settle(
      'escalate',
      ({ id }) => this.#parts.calls.escalate(id, given),
      () => [],
    );
  }

  /** Undoes the latest decision here, and claims its post again. */
  undo(): Promise<void> {
    return this.#alone(async (isCurrent) => {
      const { phase, decided, settled, passed } = this.store.read();
      const { release, undo } = this.#parts.calls;
      const postId = decided.at(-1);
      if (postId === undefined) return;
      const giveBack = async (): Promise<void> => {
        if (phase.kind === 'reviewing') await release(phase.claim.item.id);
      };
      const rest = { decided: decided.slice(0, -1) };
      try {
        await undo(postId);
      } catch (error) {
        this.#parts.onError(error);
        const problem = `The decision could not be undone. ${messageOf(error, AGAIN)}`;
        if (!isCurrent()) return giveBack();
        return this.#change({ problem, ...(isLost(error) && rest) });
      }
      if (isCurrent()) {
        this.#change({ ...rest, settled: settled - 1, passed: passed.filter((other) => other !== postId) });
        this.#parts.onDone('undo');
      }
      await giveBack();
      if (isCurrent()) await this.#take(postId);
    });
  }

  #change(changes: Partial<ReviewState>): void {
    this.store.write({ ...this.store.read(), ...changes });
  }

  /** Runs work unless other work runs. */
  async #alone(work: (isCurrent: () => boolean) => Promise<void>): Promise<void> {
    if (this.store.read().isBusy) return;
    const visit = this.#visit;
    const isCurrent = (): boolean => visit === this.#visit;
    this.#change({ isBusy: true, problem: undefined });
    try {
      await work(isCurrent);
    } finally {
      if (isCurrent()) this.#change({ isBusy: false });
    }
  }

  /** Runs a call about the claimed post, and what follows from its answer. */
  #withClaim(call: (claim: Claim) => Promise<() => void | Promise<void>>): Promise<void> {
    const { phase } = this.store.read();
    if (phase.kind !== 'reviewing') return Promise.resolve();
    if (this.#parts.now() >= phase.claim.until) {
      this.expire();
      return Promise.resolve();
    }
    return this.#alone(async (isCurrent) => {
      let follow: () => void | Promise<void>;
      try {
        follow = await call(phase.claim);
      } catch (error) {
        this.#parts.onError(error);
        const why = messageOf(error, AGAIN);
        if (isCurrent() && !isLost(error)) return this.#change({ problem: `That did not work. ${why}` });
        if (isCurrent()) this.#change({ phase: { kind: 'ended', why } });
        void this.#parts.calls.release(phase.claim.item.id);
        return undefined;
      }
      await (isCurrent() ? follow() : this.#parts.calls.release(phase.claim.item.id));
    });
  }

  /** Makes a call that ends the review of the claimed post, and claims the next one. */
  #settle(
    decision: ReviewChoice,
    call: (item: ReviewItem) => Promise<number | void>,
    decided: (postId: string) => readonly string[],
  ): Promise<void> {
    return this.#withClaim(async ({ item }) => {
      const newer = await call(item);
      return async () => {
        this.#change({ decided: decided(item.id), settled: this.store.read().settled + 1 });
        this.#parts.onDone(decision, item.subject, newer);
        await this.#take();
      };
    });
  }

  /** Claims a certain post, or the next one. */
  async #take(postId?: string): Promise<void> {
    const visit = this.#visit;
    const { calls, onError } = this.#parts;
    this.#change({ phase: { kind: 'claiming' } });
    try {
      const claim = await (postId === undefined
        ? calls.claimNext(this.store.read().passed)
        : calls.claim(postId));
      if (visit === this.#visit) {
        this.#change({ phase: claim ? { kind: 'reviewing', claim } : { kind: 'empty' } });
      } else if (claim) {
        await calls.release(claim.item.id);
      }
    } catch (error) {
      onError(error);
      if (visit !== this.#visit) return;
      const why = messageOf(error, AGAIN);
      this.#change({ phase: { kind: isLost(error) ? 'ended' : 'failed', why } });
    }
  }
}
