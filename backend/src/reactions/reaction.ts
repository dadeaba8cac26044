import type { DomainEvents } from '../domain/events.js';
import type { Reaction as KernelReaction } from '../kernel/reaction.js';

/** A reaction to events of this domain. */
export type Reaction = KernelReaction<DomainEvents>;
