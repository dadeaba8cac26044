import type { DecisionEvents } from './decision.events.js';

/** Record that a part of a decision was rejected when it was carried out. Idempotent by the act. */
export type RecordRefusal = DecisionEvents['ActRefused'];
