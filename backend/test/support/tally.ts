import type { IndexSpec } from '../../src/kernel/document-store.js';
import type { Projection } from '../../src/projections/projection.js';
import { type TestKernel, looseProjection } from './test-kernel.js';

/** How often a name was claimed. */
export interface Tally {
  readonly count: number;
}

/** What a tally may have otherwise. */
export interface TallyOptions {
  readonly name?: string;
  readonly version?: number;
  readonly indexes?: readonly IndexSpec[];
  /** How much a claim counts. */
  readonly step?: number;
  /** Throws for a claim that the fold is to fail on. */
  readonly check?: (claim: Readonly<Record<string, unknown>>, before: Tally | null) => void;
}

/** A view with a document a name, which counts its claims. */
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

/** Appends the claim of a name to a stream, by default one of its own; returns its position. */
export function claim(
  testKernel: Pick<TestKernel, 'write'>,
  usernameHash: string,
  stream = usernameHash,
): Promise<number> {
  return testKernel.write(`username-${stream}`, 'UsernameClaimed', { usernameHash, accountId: 'somebody' });
}
