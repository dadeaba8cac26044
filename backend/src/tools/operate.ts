import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { openAdapters, securityLogOf } from '../composition/adapters.js';
import { Site } from '../site/site.js';
import { AppModule } from '../app.module.js';
import { type Config, readConfigOfTool } from '../config.js';
import { type ControlRequest, askServer } from '../control/control-socket.js';
import { carryOut, operatorCommands } from '../control/operator-commands.js';
import { takeDataFolder } from '../composition/data-folder.js';
import { withCliCommands } from '../kernel/cli-command-text.js';
import { KernelLifecycle } from '../kernel/lifecycle.js';

/** Carries out one request. @throws Error if it failed, with a message for the operator */
export type Ask = (request: ControlRequest) => Promise<readonly string[]>;

/**
 * Runs a command in the server of the data folder. If no server is running, locks the folder and runs it in this process.
 * Prints the result; a failure sets the exit code to 1.
 * @param needsReactions whether the command needs running reactions
 * @param show prints the lines of the result; each on its own by default
 */
export function operate(
  request: ControlRequest,
  needsReactions: boolean,
  show: (lines: readonly string[]) => void = print,
): Promise<void> {
  return operateStepwise(needsReactions, async (ask) => show(await ask(request)));
}

/** The same for work that takes several requests. */
export async function operateStepwise(
  needsReactions: boolean,
  work: (ask: Ask) => Promise<void>,
): Promise<void> {
  const config = readConfigOfTool(process.env);
  let isServed = false;
  let app: INestApplicationContext | null = null;
  const ask: Ask = async (request) => {
    if (app) return inThisProcess(app, request);
    const answer = await askServer(config.dataDir, request);
    if (answer?.ok === false) throw new Refused(answer.message);
    if (answer) {
      isServed = true;
      return answer.lines;
    }
    if (isServed) throw new Refused('the server has stopped meanwhile');
    app = await open(config, needsReactions);
    return inThisProcess(app, request);
  };
  try {
    await work(ask);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    fail(error.message);
  } finally {
    await (app as INestApplicationContext | null)?.close();
  }
}

/** A request that failed. The message is for the operator. */
class Refused extends Error {
  override readonly name = 'Refused';
}

function inThisProcess(app: INestApplicationContext, request: ControlRequest): Promise<readonly string[]> {
  return carryOut(operatorCommands(app), request).catch((error: unknown) => {
    throw new Refused(error instanceof Error ? error.message : String(error));
  });
}

/** Locks the data folder, and starts what the commands need in this process. */
async function open(config: Config, needsReactions: boolean): Promise<INestApplicationContext> {
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
  return app;
}

function fail(message: string): void {
  process.stderr.write(`The command failed: ${withCliCommands(message)}\n`);
  process.exitCode = 1;
}

function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
