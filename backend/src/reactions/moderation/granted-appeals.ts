import type { CommandBus } from '@nestjs/cqrs';
import { undoOfAppealed } from '../../domain/review/appeal-acts.js';
import { Rejected } from '../../kernel/aggregate.js';
import { actAs } from '../../kernel/causation.js';
import type { Reaction } from '../reaction.js';

/** Undoes what a granted appeal was about, if the server stopped before the request could. */
export function grantedAppeals(commands: Pick<CommandBus, 'execute'>): Reaction {
  return {
    name: 'granted-appeals',
    on: {
      AppealDecided: async ({ data }) => {
        if (!data.isGranted) return;
        try {
          await actAs({ kind: 'admin', id: data.adminId }, () =>
            commands.execute(undoOfAppealed(data, { accountId: null })),
          );
        } catch (error) {
          // What it was about is gone, or was decided otherwise meanwhile: nothing is left to undo.
          if (!(error instanceof Rejected)) throw error;
        }
      },
    },
  };
}
