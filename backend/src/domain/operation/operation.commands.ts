import type { OperationEvents } from './operation.events.js';

/** Record that an owner asks for an operation. Comes before it is done. */
export type RequestOperation = OperationEvents['OperationRequested'];
