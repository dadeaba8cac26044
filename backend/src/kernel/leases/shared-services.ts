import { HttpException, ServiceUnavailableException } from '@nestjs/common';
import {
  type ActiveAnswer,
  type ActiveRequest,
  type ActiveRequests,
  ActiveServices,
  type Service,
} from '../active-requests.js';
import type { ActiveRole } from '../active-role.js';
import { Rejected } from '../aggregate.js';
import { carriedCausation, causedBy, isRepetition } from '../causation.js';
import type { Ids } from '../clock.js';
import { DocumentStoreUnavailableError } from '../document-store.js';
import { messageOf } from '../error-message.js';
import type { KernelLogger } from '../logger.js';
import type { Processes } from '../processes.js';
import type { Timer } from '../timer.js';

const LOOK_MS = 250;
const ASK_MS = 100;
const RETRY_MS = 1000;
/** Longer than another worker needs to take over. */
const UNBEGUN_MS = 12_000;
/** This process may not have seen a newer one yet. */
const GONE_MS = 5000;

const LOST =
  'The worker that did this has ended, so it is not known whether it was done. Look before you repeat it.';

interface Parts {
  readonly requests: ActiveRequests;
  readonly role: ActiveRole;
  readonly processes: Pick<Processes, 'id' | 'known'>;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly logger: KernelLogger;
  readonly timer: Pick<Timer, 'elapsed' | 'every' | 'rest' | 'pause'>;
}

/** Sends calls to the active process through the store, and carries out those of others while this one is active. */
export class SharedServices extends ActiveServices {
  private readonly here = new Map<string, Service>();
  private looking: Promise<void> | null = null;
  private endLooks: (() => void) | null = null;
  private isStopping = false;

  constructor(private readonly parts: Parts) {
    super();
  }

  /** Each method must return a promise of JSON. */
  override of<Of extends Service>(name: string, here: Of): Of {
    this.here.set(name, here);
    return new Proxy(here, {
      get:
        (_, method) =>
        (...args: readonly unknown[]) =>
          this.call(name, String(method), args),
    });
  }

  override start(): void {
    this.endLooks ??= this.parts.timer.every(LOOK_MS, () => {
      this.looking ??= this.look().finally(() => {
        this.looking = null;
      });
    });
  }

  override async stop(): Promise<void> {
    this.isStopping = true;
    this.endLooks?.();
    await this.looking;
  }

  private async call(service: string, method: string, args: readonly unknown[]): Promise<unknown> {
    const { role, processes, ids, requests } = this.parts;
    // A repetition of a request has the same id, and gets the same answer.
    const id = ids.uuid();
    const isKnown = isRepetition() && (await requests.state(id)) !== null;
    if (role.isActive && !isKnown) return this.carryOut(service, method, args);
    try {
      return await this.ask({ id, asker: processes.id, service, method, args, cause: carriedCausation() });
    } catch (error) {
      if (error instanceof DocumentStoreUnavailableError) throw new ServiceUnavailableException(LOST);
      throw error;
    }
  }

  private async ask(request: ActiveRequest): Promise<unknown> {
    const { requests, timer, processes } = this.parts;
    const { id } = request;
    await requests.add(request);
    const began = timer.elapsed();
    let goneSince: number | null = null;
    for (;;) {
      const { runner, answer } = (await requests.state(id)) ?? { runner: '', answer: null };
      if (answer) return valueOf(answer);
      const now = timer.elapsed();
      if (runner === null) {
        if (now - began >= UNBEGUN_MS && (await requests.withdraw(id))) {
          throw new ServiceUnavailableException('No worker is active, so nothing was done. Try again later.');
        }
      } else if (processes.known().some((process) => process.id === runner && process.isLive)) {
        goneSince = null;
      } else {
        goneSince ??= now;
        if (now - goneSince >= GONE_MS) throw new ServiceUnavailableException(LOST);
      }
      await timer.rest(ASK_MS);
    }
  }

  private async look(): Promise<void> {
    const { requests, role, processes, logger } = this.parts;
    try {
      const askers = processes.known().flatMap(({ id, isLive }) => (isLive ? [id] : []));
      while (role.isActive) {
        const request = await requests.begin(processes.id, askers);
        if (!request) return;
        // The next one does not wait for it.
        void this.answer(request);
      }
    } catch (error) {
      logger.error(error, 'what other processes ask could not be read; trying again');
    }
  }

  private async answer({ id, service, method, args, cause }: ActiveRequest): Promise<void> {
    const { requests, logger, timer } = this.parts;
    const work = () => this.carryOut(service, method, args);
    const answer = await (cause ? causedBy(cause, work) : work()).then(
      (value): ActiveAnswer => ({ value: value ?? null }),
      failureOf,
    );
    while (!this.isStopping) {
      try {
        await requests.answer(id, answer);
        return;
      } catch (error) {
        logger.error(error, 'an answer could not be given to another process; trying again');
        await timer.pause(RETRY_MS);
      }
    }
  }

  private async carryOut(service: string, method: string, args: readonly unknown[]): Promise<unknown> {
    const here = this.here.get(service);
    const run: unknown = here && Reflect.get(here, method);
    // A process of another version may ask.
    if (typeof run !== 'function') throw new Error(`This version of the program has no ${service}.${method}`);
    return Reflect.apply(run as (...given: unknown[]) => Promise<unknown>, here, args);
  }
}

function failureOf(error: unknown): ActiveAnswer {
  const message = messageOf(error);
  if (error instanceof Rejected) return { message, refusal: error.refusal, code: error.code };
  return error instanceof HttpException ? { message, status: error.getStatus() } : { message };
}

function valueOf(answer: ActiveAnswer): unknown {
  if ('value' in answer) return answer.value;
  const { message, refusal, code, status } = answer;
  if (refusal) throw new Rejected(refusal, message, code);
  throw status === undefined ? new Error(message) : new HttpException(message, status);
}
