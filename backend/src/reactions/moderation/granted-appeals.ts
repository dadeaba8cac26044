import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { undoOfAppealed } from '../../domain/review/appeal-acts.js';
import { Rejected } from '../../kernel/aggregate.js';
import { actAs } from '../../kernel/causation.js';
import type { Reaction } from '../reaction.js';

/** Undoes what a granted appeal was about, if the server stopped before the request could. */
@Injectable()
export class GrantedAppeals implements Reaction {
  constructor(private readonly commands: CommandBus) {}

  readonly name = 'granted-appeals';
  readonly on: Reaction['on'] = {
    AppealDecided: async ({ data }) => {
      if (!data.isGranted) return;
      try {
        await actAs({ kind: 'admin', id: data.adminId }, () =>
          this.commands.execute(undoOfAppealed(data, { accountId: null })),
        );
      } catch (error) {
        // What it was about is gone, or was decided otherwise meanwhile: nothing is left to undo.
        if (!(error instanceof Rejected)) throw error;
      }
    },
  };
}
