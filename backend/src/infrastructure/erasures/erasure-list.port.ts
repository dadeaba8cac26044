/** That a person was erased: by their account, or by their login of the back office. It holds an id and a time only. */
export interface Erasure {
  /** The time of the event that erased them, ISO 8601 in UTC. */
  readonly at: string;
  readonly kind: 'account' | 'admin';
  readonly id: string;
}

/**
 * The people who were erased, in no backup, so that a restore of an earlier backup can erase them again. It is only
 * appended to. Its contract is `test/contracts/erasures.contract.ts`.
 */
export abstract class ErasureList {
  /** Adds an erasure, if it is not in the list. It is durable when the promise resolves. */
  abstract add(erasure: Erasure): Promise<void>;
  abstract list(): Promise<Erasure[]>;
}
