import { Metadata, type ServiceError, type status } from '@grpc/grpc-js';
import type { EventDatabase } from './event-database.js';
import type { Faults } from './faults.js';

/** The state that the services of one server share. */
export interface Served {
  readonly database: EventDatabase;
  readonly faults: Faults;
  /** The number of calls of each kind. */
  readonly calls: Map<string, number>;
  /** Cuts every connection. */
  cut(): void;
}

/** Counts a call. */
export function count({ calls }: Served, kind: string): void {
  calls.set(kind, (calls.get(kind) ?? 0) + 1);
}

/** An error as a server reports it: the trailers identify it. */
export function failure(code: status, trailers: Readonly<Record<string, string>> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return Object.assign(new Error('a fault of the stand-in'), { code, details: '', metadata });
}
