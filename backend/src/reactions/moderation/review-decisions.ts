import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { actsOf } from '../../domain/review/review-acts.js';
import { Rejected } from '../../kernel/aggregate.js';
import { actAs } from '../../kernel/causation.js';
import type { Reaction } from '../reaction.js';

/**
 * Completes the decisions of reviews: the request that decides sends the acts itself, unless the server stops in between.
 * The acts are the admin's own. One that is rejected was overtaken, for example because the post was deleted.
 */
@Injectable()
export class ReviewDecisions implements Reaction {
  constructor(private readonly commands: CommandBus) {}

  readonly name = 'review-decisions';
  readonly on: Reaction['on'] = {
    ReviewDecided: async ({ data }) => {
      for (const command of actsOf(data, { accountId: null })) {
        try {
          await actAs({ kind: 'admin', id: data.adminId }, () => this.commands.execute(command));
        } catch (error) {
          if (!(error instanceof Rejected)) throw error;
        }
      }
    },
  };
}
