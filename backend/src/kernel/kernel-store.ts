/**
 * What the kernel must not lose besides the log and the keys: which log this is, checkpoints of reactions, events in
 * quarantine, events that wait or are parked, marks of erasures. It lies outside the views, and every change is on the
 * disk (or with a majority) when the call returns. Its contract is `test/contracts/kernel-store.contract.ts`.
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
  /** Writes a record in place of the one before. */
  abstract put(kind: string, key: string, value: object): Promise<void>;
  /** Writes many records of a kind, each in place of the one before. */
  abstract putMany(
    kind: string,
    records: readonly { readonly key: string; readonly value: object }[],
  ): Promise<void>;
  /** Writes a record if there is none; returns whether it did. */
  abstract add(kind: string, key: string, value: object): Promise<boolean>;
  /** Removes a record; one that is not there is no error. */
  abstract remove(kind: string, key: string): Promise<void>;
  /** A position kept under a name; null before it was first moved. */
  abstract checkpoint(name: string): Promise<number | null>;
  /** Moves it if it stands at `from`; returns whether it did. */
  abstract moveCheckpoint(name: string, from: number | null, to: number): Promise<boolean>;
  abstract close(): Promise<void>;
}
