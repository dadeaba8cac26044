import { LRUCache } from 'lru-cache';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ActiveRole } from '../../kernel/active-role.js';
import { Timer } from '../../kernel/timer.js';
import { Clock } from '../../kernel/clock.js';
import { LimitStore } from '../../infrastructure/limits/limit-store.port.js';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';
import { KnownDeviceCookie, type LoginThrottleKey } from '../http/known-device-cookie.js';
import { LimitSwitch, tooManyTries } from '../http/limits.guard.js';
import { siteOf } from '../http/network.js';
import { note } from '../http/security-notes.js';

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
 * first, so that those who try again and again cannot keep others out. Turns are in the memory of this process: beside others, each has
 * turns of its own.
 */
class PacedQueue {
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

const HOUR_MS = 60 * 60 * 1000;
const SECOND_MS = 1000;

/** How many tries within an hour have which pause after each. Further tries have the longest pause. */
const PAUSES = [
  { most: 10, milliseconds: 0 },
  { most: 20, milliseconds: 2 * SECOND_MS },
  { most: 60, milliseconds: 5 * SECOND_MS },
] as const;

const LONGEST_MS = 15 * SECOND_MS;

const ADVICE = {
  email:
    'Or use a browser in which you have signed in before, or reset your password by mail: then you need not wait.',
  username: 'Or use a browser in which you have signed in before: then you need not wait.',
} as const;

/**
 * Slows down sign-ins with one email or username, from any network: beyond a few in an hour they are let through one at a
 * time, with growing pauses, at most 330 in any hour. A browser that has signed in with it before is not slowed down, so
 * wrong passwords from elsewhere cannot keep the owner out. Works the same for names without a login.
 */
@Injectable()
export class LoginThrottle implements OnModuleDestroy {
  private readonly turns: PacedQueue;

  constructor(
    private readonly limits: LimitSwitch,
    private readonly store: LimitStore,
    private readonly secret: ServerSecret,
    private readonly clock: Clock,
    private readonly devices: KnownDeviceCookie,
    private readonly timer: Timer,
    private readonly role: ActiveRole,
  ) {
    this.turns = new PacedQueue(timer);
  }

  onModuleDestroy(): void {
    this.turns.close();
  }

  /**
   * Resolves when the password may be checked.
   * @throws HttpException (429) if too many wait
   */
  async wait(request: FastifyRequest, reply: FastifyReply, name: LoginThrottleKey): Promise<void> {
    if (!this.limits.isOn || this.devices.idFor(request, name) !== null) return;
    const { kind, value } = name;
    const purpose = kind === 'email' ? 'sign-in pace' : 'admin-sign-in pace';
    const subject = this.secret.hmac(purpose, value).toString('hex');
    const milliseconds = await this.pauseAfter(subject);
    if (milliseconds === 0) return;
    note(request, { slowed: true });
    if (await this.turns.take(subject, siteOf(request.ip), milliseconds)) {
      if (!this.role.isAlone) await this.turnOfAll(subject, milliseconds);
      return;
    }
    note(request, { limit: 'sign-in pace' });
    throw tooManyTries(reply, milliseconds, ADVICE[kind]);
  }

  /** Waits for the turns that other processes give. */
  private async turnOfAll(subject: string, windowMs: number): Promise<void> {
    const take = (now: Date) => this.store.take([{ key: `${subject} turn`, most: 1, windowMs }], now);
    for (let now = this.clock.now(), free = await take(now); free; free = await take(now)) {
      await this.timer.pause(free.getTime() - now.getTime());
      now = this.clock.now();
    }
  }

  private async pauseAfter(subject: string): Promise<number> {
    const now = this.clock.now();
    for (const { most, milliseconds } of PAUSES) {
      const quota = { key: `${subject} ${most}`, most, windowMs: HOUR_MS };
      if ((await this.store.take([quota], now)) === null) return milliseconds;
    }
    return LONGEST_MS;
  }
}
