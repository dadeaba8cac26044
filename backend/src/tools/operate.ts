import { NestFactory } from '@nestjs/core';
import { openAdapters, securityLogOf } from '../composition/adapters.js';
import { Site } from '../site/site.js';
import { AppModule } from '../app.module.js';
import { readConfig } from '../config.js';
import { type ControlRequest, askServer } from '../control/control-socket.js';
import { carryOut, operatorCommands } from '../control/operator-commands.js';
import { takeDataFolder } from '../composition/data-folder.js';
import { KernelLifecycle } from '../kernel/lifecycle.js';

/**
 * Runs a command in the server of the data folder. If no server is running, locks the folder and runs it in this process.
 * Prints the result; a failure sets the exit code to 1.
 * @param needsReactions whether the command needs running reactions
 * @param show prints the lines of the result; each on its own by default
 */
export async function operate(
  request: ControlRequest,
  needsReactions: boolean,
  show: (lines: readonly string[]) => void = print,
): Promise<void> {
  const config = readConfig(process.env);
  const answer = await askServer(config.dataDir, request);
  if (answer?.ok) return show(answer.lines);
  if (answer) return fail(answer.message);
  takeDataFolder(config);
  const adapters = await openAdapters(config, { securityLog: securityLogOf(config, process.stderr) });
  const app = await NestFactory.createApplicationContext(AppModule.with(config, adapters), {
    logger: ['error', 'warn'],
  });
  const lifecycle = app.get(KernelLifecycle);
  if (needsReactions) {
    // Mails get the links that they would get from a server with these settings.
    app.get(Site).listensOn(`http://${config.host}:${config.port}`);
    await lifecycle.open();
    await lifecycle.react();
  } else await lifecycle.startViews();
  await carryOut(operatorCommands(app), request).then(show, (error: unknown) => {
    fail(error instanceof Error ? error.message : String(error));
  });
  await app.close();
}

function fail(message: string): void {
  process.stderr.write(`The command failed: ${message}\n`);
  process.exitCode = 1;
}

function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
