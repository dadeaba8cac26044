import { Inject, Injectable, type Type } from '@nestjs/common';
import { CommandHandler, type ICommand, type ICommandHandler } from '@nestjs/cqrs';
import type { AnyAggregate, Command } from '../../domain/aggregate.js';
import { CommandRunner, type Receipt } from './command-runner.js';

/** Nest's command handlers for every command of `aggregates`: all of them the one generic way through {@link CommandRunner}. */
export function commandHandlers(aggregates: readonly AnyAggregate[]): Type<ICommandHandler>[] {
  return aggregates.flatMap((aggregate) =>
    Object.values(aggregate.commands).map((command) => handlerOf(aggregate, command as Type<ICommand>)),
  );
}

function handlerOf(aggregate: AnyAggregate, command: Type<ICommand>): Type<ICommandHandler> {
  @Injectable()
  @CommandHandler(command)
  class Handler implements ICommandHandler {
    constructor(@Inject(CommandRunner) private readonly runner: CommandRunner) {}

    execute(wish: ICommand): Promise<Receipt> {
      return this.runner.run(aggregate, wish as Command<object>);
    }
  }
  // Nest tells providers apart by their class's name in its messages.
  Object.defineProperty(Handler, 'name', { value: `${command.name}Handler` });
  return Handler;
}
