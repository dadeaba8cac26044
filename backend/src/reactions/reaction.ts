import type { DomainEvents } from '../domain/events.js';
import type { Reaction as KernelReaction } from '../kernel/reaction.js';

export type Reaction = KernelReaction<DomainEvents>;
