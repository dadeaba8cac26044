/**
 * What the kernel must not lose besides the log and the keys: the log's id, checkpoints of reactions, events that are in
 * quarantine, waiting or parked, and marks of erasures. It is separate from the views. Every change is synced to disk (or
 * written to a majority) when the call returns. Its contract is `test/contracts/kernel-store.contract.ts`.
 *
 * Records are JSON objects under a kind and a key. Kinds match `^[a-z][a-z-]*$`.
 */
export abstract class KernelStore {
  /** The record, or null. @throws DocumentStoreUnavailableError, as every method does */
  abstract get<Value extends object>(kind: string, key: string): Promise<Value | null>;
  /** Every record of a kind, ordered by key. */
  abstract list<Value extends object>(
    kind: string,
  ): Promise<{ readonly key: string; readonly value: Value }[]>;
  /** Writes a record, replacing an existing one. */
  abstract put(kind: string, key: string, value: object): Promise<void>;
  /** Writes many records of a kind, replacing existing ones. */
  abstract putMany(
    kind: string,
    records: readonly { readonly key: string; readonly value: object }[],
  ): Promise<void>;
  /** Writes a record if it does not exist. Returns whether it did. */
  abstract add(kind: string, key: string, value: object): Promise<boolean>;
  /** Deletes a record. Does nothing if it does not exist. */
  abstract remove(kind: string, key: string): Promise<void>;
  /** The position stored under a name; null before the first move. */
  abstract checkpoint(name: string): Promise<number | null>;
  /** Moves a checkpoint if it is at `from`. Returns whether it did. */
  abstract moveCheckpoint(name: string, from: number | null, to: number): Promise<boolean>;
  abstract close(): Promise<void>;
}
