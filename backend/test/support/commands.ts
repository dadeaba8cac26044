import { CommandBus } from '@nestjs/cqrs';
import type { Command } from '../../src/domain/aggregate.js';
import { causedBy } from '../../src/infrastructure/engine/causation.js';
import type { RunningApp } from './app.js';

/** Sends a command to a running server from within, as one of its own services would. */
export async function send(app: RunningApp, command: Command<object>): Promise<void> {
  const causation = {
    actor: { kind: 'system' as const, id: 'test' },
    requestId: null,
    correlationId: 'test',
    causationId: 'test',
  };
  await causedBy(causation, () => app.server.get(CommandBus, { strict: false }).execute(command));
}
