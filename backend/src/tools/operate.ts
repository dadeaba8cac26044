import { NestFactory } from '@nestjs/core';
import { openAdapters } from '../adapters.js';
import { AppModule } from '../app.module.js';
import { readConfig } from '../config.js';
import { type ControlRequest, askServer } from '../control/control-socket.js';
import { carryOut, operatorCommands } from '../control/operator-commands.js';
import { takeDataFolder } from '../data-folder.js';
import { EngineLifecycle } from '../kernel/lifecycle.js';

/**
 * Has the server that is running on the data folder carry out a command; with none running, takes the folder and does it
 * alone. Prints what came of it.
 * @param needsReactions whether the reactions have to run for it
 */
export async function operate(request: ControlRequest, needsReactions: boolean): Promise<void> {
  const config = readConfig(process.env);
  const answer = await askServer(config.dataDir, request);
  if (answer?.ok) return print(answer.lines);
  if (answer) {
    process.stderr.write(`The server could not do it: ${answer.message}\n`);
    process.exitCode = 1;
    return;
  }
  takeDataFolder(config.dataDir);
  const app = await NestFactory.createApplicationContext(AppModule.with(config, await openAdapters(config)), {
    logger: ['error', 'warn'],
  });
  const lifecycle = app.get(EngineLifecycle);
  await (needsReactions ? lifecycle.start() : lifecycle.startViews());
  print(await carryOut(operatorCommands(app), request));
  await app.close();
}

function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
