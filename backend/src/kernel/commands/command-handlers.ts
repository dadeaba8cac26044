import { Inject, Injectable, type Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AnyAggregate, Command } from '../aggregate.js';
import { CommandRunner, type Receipt } from './command-runner.js';

/**
 * Nest command handlers for all commands of `aggregates`. All of them call {@link CommandRunner}.
 */
export function commandHandlers(aggregates: readonly AnyAggregate[]): Type<ICommandHandler>[] {
  return aggregates.flatMap((aggregate) =>
    Object.values(aggregate.commands).map((command) =>
      handlerOf(aggregate, command as Type<Command<object>>),
    ),
  );
}

function handlerOf(aggregate: AnyAggregate, command: Type<Command<object>>): Type<ICommandHandler> {
  @Injectable()
  @CommandHandler(command)
  class Handler implements ICommandHandler<Command<object>, Receipt> {
    constructor(@Inject(CommandRunner) private readonly runner: CommandRunner) {}

    execute(request: Command<object>): Promise<Receipt> {
      return this.runner.run(aggregate, request);
    }
  }
  // Nest names providers by their class in its messages.
  Object.defineProperty(Handler, 'name', { value: `${command.name}Handler` });
  return Handler;
}
