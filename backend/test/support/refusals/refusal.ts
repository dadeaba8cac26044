import type { Answer } from '../browser.js';
import type { AppInUse } from '../app.js';

/** A call that a command refuses. The rules themselves are proved in test/domain. */
export interface Refusal {
  /** The command, such as `Post.Delete`, and the input that it refuses. */
  readonly refused: string;
  /** Makes what the call needs on the shared server, and calls. */
  readonly call: (app: AppInUse) => Promise<Answer>;
  readonly status: number;
  readonly body: { readonly code: string; readonly message: string };
}

/** By route, such as `POST /api/posts/{id}/report`. */
export type Refusals = Readonly<Record<string, Refusal>>;

/** An id that nothing has. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';
