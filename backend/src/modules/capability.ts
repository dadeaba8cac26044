import type { Type } from '@nestjs/common';
import type { AnyAggregate } from '../kernel/aggregate.js';
import type { Projection } from '../kernel/projection.js';

/**
 * One capability of the product: a Nest module with its controllers, services, readers and timed reactions, and the
 * aggregates, views and reactions that belong to it.
 *
 * The program itself uses the lists in `domain/aggregates.ts`, `projections/projections.ts` and
 * `reactions/reactions.ts`, because the process that rebuilds views must not load controllers. Capabilities only group
 * these lists: a test checks that every aggregate, view and reaction belongs to exactly one capability.
 */
export interface Capability {
  readonly module: Type;
  readonly aggregates: readonly AnyAggregate[];
  readonly views: readonly Projection<object>[];
  /** The names of the reactions to events. */
  readonly reactions: readonly string[];
}
