import type { IndexSpec } from '../../src/kernel/document-store.js';
import type { Projection } from '../../src/projections/view.js';
import { type TestKernel, looseProjection } from './test-kernel.js';

/** The number of claims of a name. */
export interface Tally {
  readonly count: number;
}

/** The options of a tally. */
export interface TallyOptions {
  readonly name?: string;
  readonly version?: number;
  readonly indexes?: readonly IndexSpec[];
  /** How much a claim counts. */
  readonly step?: number;
  /** Throws for a claim whose fold must fail. */
  readonly check?: (claim: Readonly<Record<string, unknown>>, before: Tally | null) => void;
}

/** A view with one document per name, which counts its claims. */
export function tally({ step = 1, check, ...options }: TallyOptions = {}): Projection<object> {
  return looseProjection<Tally>({
    name: 'tally',
    ...options,
    on: {
      UsernameClaimed: {
        ids: ({ data }) => [String(data.usernameHash)],
        fold: (document, { data }) => {
          check?.(data, document);
          return { count: (document?.count ?? 0) + step };
        },
      },
    },
  });
}

/** Appends the claim of a name to a stream, by default its own; returns its position. */
export function claim(
  testKernel: Pick<TestKernel, 'write'>,
  usernameHash: string,
  stream = usernameHash,
): Promise<number> {
  return testKernel.write(`username-${stream}`, 'UsernameClaimed', { usernameHash, accountId: 'somebody' });
}
