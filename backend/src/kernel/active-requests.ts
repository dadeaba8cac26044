import type { Refusal } from './aggregate.js';
import type { Causation } from './causation.js';

/** A call of a method that only the active process can carry out. Arguments and answers are JSON. */
export interface ActiveRequest {
  readonly id: string;
  /** The process that waits for the answer. */
  readonly asker: string;
  readonly service: string;
  readonly method: string;
  readonly args: readonly unknown[];
  /** Who asks; null for an operator without a name. */
  readonly cause: Causation | null;
}

/** What the method returned, or why it failed. */
export type ActiveAnswer =
  | { readonly value: unknown }
  | {
      readonly message: string;
      readonly refusal?: Refusal;
      readonly code?: string;
      readonly status?: number;
    };

/** How far a request is. */
export interface RequestState {
  /** The process that has begun it; null before. */
  readonly runner: string | null;
  readonly answer: ActiveAnswer | null;
}

/** Requests to the active process. Every method throws DocumentStoreUnavailableError. */
export abstract class ActiveRequests {
  /** Adds a request; does nothing if there is one with its id. */
  abstract add(request: ActiveRequest): Promise<void>;
  /** Null for one that does not exist. */
  abstract state(id: string): Promise<RequestState | null>;
  /** Removes a request that nobody has begun. Returns whether there was one. */
  abstract withdraw(id: string): Promise<boolean>;
  /** Begins the oldest request of these askers that nobody has begun; null if there is none. No request is begun twice. */
  abstract begin(runner: string, askers: readonly string[]): Promise<ActiveRequest | null>;
  abstract answer(id: string, answer: ActiveAnswer): Promise<void>;
}

/** What has the state of this process: its views, reactions and builds. */
export type Service = object;

/** Lets services be used that only the active process can offer. This one is for a process that is alone. */
export class ActiveServices {
  /**
   * The service of the active process; `here` is that of this one.
   * @param name equal in all processes
   */
  of<Of extends Service>(_name: string, here: Of): Of {
    return here;
  }

  /** Starts to carry out what other processes ask. */
  start(): void {
    // Nobody asks.
  }

  /** Begins nothing more. */
  async stop(): Promise<void> {}
}
