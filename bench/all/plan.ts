import type { Checkout } from '../checkout.js';
import type { Stage } from '../likes/stage.js';

/** How much is measured. */
export interface Plan {
  /** In the log before likes, reads and starts. */
  readonly events: number;
  /** The length of each measurement under load. */
  readonly seconds: number;
  /** The presses of each of 64 people in a round, and of one alone. Even, so that the posts have no likes afterwards. */
  readonly presses: { readonly each: number; readonly alone: number };
  /** Of the mixed load before the memory is read. */
  readonly loadSeconds: number;
  readonly rebuilt: number;
  readonly questions: number;
}

/** A build with a data folder that its own code wrote and its server has used. */
export interface Prepared {
  readonly checkout: Checkout;
  readonly dataDir: string;
  readonly stage: Stage;
}

export type Builds<Of> = { readonly ours: Of } & Partial<Readonly<Record<'before', Of>>>;
