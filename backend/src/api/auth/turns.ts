import { LRUCache } from 'lru-cache';
import type { Timer } from '../../kernel/timer.js';

interface Waiting {
  readonly from: string;
  /** Whether this is the first turn of its origin, as far as is remembered. */
  readonly isFirst: boolean;
  readonly milliseconds: number;
  readonly decide: (mayGo: boolean) => void;
}

interface Queue {
  readonly waiting: Waiting[];
  /** The origins that have had a turn. */
  readonly served: LRUCache<string, true>;
  isPausing: boolean;
}

const MOST_WAITING = 4;
const MOST_SUBJECTS = 10_000;
const MOST_ORIGINS = 1000;

/**
 * Lets callers act on a subject one after the other, with a pause after each. Origins that have not had a turn yet go
 * first, so that those who try again and again cannot keep others out. Turns are in the memory of this process.
 */
export class Turns {
  private readonly queues = new LRUCache<string, Queue>({ max: MOST_SUBJECTS });
  private readonly pausing = new Set<Queue>();

  constructor(private readonly timer: Timer) {}

  /**
   * Waits for a turn. Resolves to false at once if another caller of the same origin waits or too many others do, and
   * later if a newcomer needs the place.
   * @param milliseconds the pause after the turn
   */
  take(subject: string, from: string, milliseconds: number): Promise<boolean> {
    const queue = this.queueOf(subject);
    const { waiting, served } = queue;
    if (!queue.isPausing) {
      this.serve(queue, from, milliseconds);
      return Promise.resolve(true);
    }
    const isFirst = !served.has(from);
    if (waiting.some((other) => other.from === from)) return Promise.resolve(false);
    if (waiting.length >= MOST_WAITING) {
      const last = isFirst ? waiting.findLastIndex((other) => !other.isFirst) : -1;
      if (last < 0) return Promise.resolve(false);
      for (const { decide } of waiting.splice(last, 1)) decide(false);
    }
    return new Promise((decide) => {
      waiting.push({ from, isFirst, milliseconds, decide });
    });
  }

  /** Refuses all who wait. */
  close(): void {
    for (const { waiting } of this.pausing) for (const { decide } of waiting.splice(0)) decide(false);
  }

  private queueOf(subject: string): Queue {
    const known = this.queues.get(subject);
    if (known) return known;
    const queue = {
      waiting: [],
      served: new LRUCache<string, true>({ max: MOST_ORIGINS }),
      isPausing: false,
    };
    this.queues.set(subject, queue);
    return queue;
  }

  private serve(queue: Queue, from: string, milliseconds: number): void {
    queue.served.set(from, true);
    queue.isPausing = true;
    this.pausing.add(queue);
    void this.timer.pause(milliseconds).then(() => {
      const { waiting } = queue;
      const [next] = waiting.splice(
        Math.max(
          0,
          waiting.findIndex(({ isFirst }) => isFirst),
        ),
        1,
      );
      if (next) {
        this.serve(queue, next.from, next.milliseconds);
        next.decide(true);
        return;
      }
      queue.isPausing = false;
      this.pausing.delete(queue);
    });
  }
}
