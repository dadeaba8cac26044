import type { Type } from '@nestjs/common';
import type { AnyAggregate } from '../kernel/aggregate.js';
import type { Projection } from '../kernel/projection.js';

/**
 * What the product can do in one respect, put together: a Nest module lists the controllers, services, readers and timed
 * reactions; beside it stand the parts of the kernel's lists that belong to it.
 *
 * The lists that the program runs by are `domain/aggregates.ts`, `projections/projections.ts` and
 * `reactions/reactions.ts`, as the process that rebuilds views must not load controllers. Capabilities only sort these
 * lists: a test checks that every aggregate, view and reaction belongs to exactly one of them.
 */
export interface Capability {
  readonly module: Type;
  readonly aggregates: readonly AnyAggregate[];
  readonly views: readonly Projection<object>[];
  /** The names of the reactions to events. */
  readonly reactions: readonly string[];
}
