import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { type ImpliedAct, changesVisibility } from '../../domain/acts/implied-acts.js';
import { aggregateOf } from '../../domain/aggregates.js';
import { type Command, Rejected, decide } from '../../kernel/aggregate.js';
import { ReactionProgress } from '../../kernel/reaction.js';
import { States } from '../../kernel/states.js';

/** The reaction that carries out decisions: `reactions/decisions/decisions.ts`. */
const REACTION = 'decisions';

interface Written {
  /** Of the last event of the decision's stream. */
  readonly position: number;
  /** How many events were appended: none if it was decided before. */
  readonly events: number;
}

/**
 * Appends decisions and waits until they are carried out. First it checks every act that a decision implies, so that none
 * is half done. Then it appends the decision, does what visitors see, and waits for the reaction that does the rest.
 */
@Injectable()
export class CarryingOut {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly progress: ReactionProgress,
  ) {}

  /**
   * @param acts what the decision implies
   * @returns whether all of it is carried out; false: it will be
   * @throws Rejected if a rule rejects the decision or one of the acts
   */
  async decide(decision: Command<object>, acts: readonly ImpliedAct[] = []): Promise<boolean> {
    for (const { command } of [{ command: decision }, ...acts]) await this.check(command);
    const { position, events } = await this.commands.execute<Command<object>, Written>(decision);
    for (const { command } of events > 0 ? acts.filter(changesVisibility) : []) {
      await this.commands.execute(command).catch((error: unknown) => {
        // Overtaken since it was checked: the reaction records that.
        if (!(error instanceof Rejected)) throw error;
      });
    }
    return this.progress.handled(REACTION, position, 'decision carried out');
  }

  /** Whether no rule rejects the command as things are. */
  async allows(command: Command<object>): Promise<boolean> {
    try {
      await this.check(command);
      return true;
    } catch (error) {
      if (error instanceof Rejected) return false;
      throw error;
    }
  }

  /** Whether the command would change anything as things are. @throws Rejected if a rule rejects it */
  async check(command: Command<object>): Promise<boolean> {
    const aggregate = aggregateOf(command);
    const state = await this.states.of(aggregate, aggregate.id(command.data as never));
    return decide(aggregate, command, state).length > 0;
  }
}

/** The answer to a decision: 202 with the header `X-Decision: pending` while it is not carried out yet. */
export function answerDecision<Answer>(answer: Answer, isCarriedOut: boolean, reply: FastifyReply): Answer {
  if (!isCarriedOut) reply.status(202).header('x-decision', 'pending');
  return answer;
}
