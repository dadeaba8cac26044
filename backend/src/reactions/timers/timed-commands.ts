import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Command } from '../../kernel/aggregate.js';
import { causedBy, systemRun } from '../../kernel/causation.js';
import { Ids } from '../../kernel/clock.js';
import { forEachSettled } from '../../kernel/settle-all.js';

/** Sends the commands of jobs that the clock triggers. */
@Injectable()
export class TimedCommands {
  constructor(
    private readonly commands: CommandBus,
    private readonly ids: Ids,
  ) {}

  /**
   * Sends a command for each of `due`, one after the other, as one run of `job`. Returns how many were due.
   * @throws Error if one failed, after all others were sent
   */
  async send<Due>(
    job: string,
    due: readonly Due[],
    commandFor: (one: Due) => Command<object> | Promise<Command<object>>,
  ): Promise<number> {
    await causedBy(systemRun(job, this.ids.uuid()), () =>
      forEachSettled(due, async (one) => this.commands.execute(await commandFor(one))),
    );
    return due.length;
  }
}
