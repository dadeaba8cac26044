import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.js';
import { SystemTimer } from '../infrastructure/clock/system-clock.js';
import { DEADLINES } from '../kernel/deadlines.js';
import { Departure } from '../api/health/departure.js';
import { startAhead } from '../kernel/views/build-process.js';
import type { Timer } from '../kernel/timer.js';
import { patienceOf } from '../process/startup.js';
import { takeDataFolder } from './data-folder.js';
import { EarlyAnswers } from './early-answers.js';
import { REBUILD_SCRIPT } from './rebuild-script.js';

/**
 * Runs the server of a data folder until a signal ends it.
 * @returns the address for a browser on this machine
 */
export async function run(config: Config): Promise<string> {
  takeDataFolder(config);
  const early = await EarlyAnswers.listen(config);
  if (lacksViews(config)) startAhead(REBUILD_SCRIPT, systemTimer);
  const { openAdapters } = await loadAdapters();
  const patience = patienceOf(config, (step) => early.tell(step));
  // Before the rest of the program is loaded, which takes longer: most of what refuses a start is found here.
  const adapters = await openAdapters(config, {}, patience);
  const { createServer, listen, serveControl, carryOut, operatorCommands } = await loadServer();
  const server = await createServer(config, adapters, { timers: true });
  await early.close();
  const address = await listen(server, config);
  // Not waited for: the site serves without mails, which wait.
  void adapters.mailer.fault().then(
    (fault) => fault && patience.tell(`Mails can't be sent: ${fault}`),
    (error: unknown) => patience.tell(`The mail server could not be tried: ${String(error)}`),
  );
  const commands = operatorCommands(server);
  const endControl = await serveControl(
    config.dataDir,
    (request) => carryOut(commands, request),
    systemTimer,
  );
  const leave = () => {
    server.get(Departure, { strict: false }).hasBegun = true;
  };
  const stop = async () => {
    const cut = await endControl();
    await server.close();
    if (cut > 0) throw new Error(`${cut} commands of operators were cut`);
  };
  stopOn(stop, systemTimer, config.role === 'all' ? null : leave);
  return address;
}

const systemTimer = new SystemTimer();
/** So long that early answers get their turns. */
const BETWEEN_MS = 10;

// The program is loaded after the early answers began, and in parts: each keeps the process busy for some tenths of a second.
async function loadAdapters() {
  await import('./storage.js');
  await systemTimer.rest(BETWEEN_MS);
  const adapters = await import('./adapters.js');
  await systemTimer.rest(BETWEEN_MS);
  return adapters;
}

async function loadServer() {
  await import('../reactions/reactions.js');
  await systemTimer.rest(BETWEEN_MS);
  const server = await import('./server.js');
  const control = await import('../control/control-socket.js');
  const commands = await import('../control/operator-commands.js');
  await systemTimer.rest(BETWEEN_MS);
  return { ...server, ...control, ...commands };
}

/** A larger log has more events than a start folds in its own process. */
const LONG_LOG_BYTES = 4 * 1024 * 1024;

/** Whether views will be built from a long log in files. */
function lacksViews({ dataDir, eventstoreUrl, mongodbUrl }: Config): boolean {
  if (eventstoreUrl !== null || mongodbUrl !== null || existsSync(path.join(dataDir, 'views'))) return false;
  return (statSync(path.join(dataDir, 'events.db'), { throwIfNoEntry: false })?.size ?? 0) > LONG_LOG_BYTES;
}

/** npm passes each signal on to a program that has had it already, with the process group of the terminal. */
const REPETITION_MS = 2000;
/** A proxy asks every two seconds or so whether a process is ready. */
const LEAVING_MS = 5000;

/**
 * The first signal waits up to 20 seconds for running requests; one that comes two seconds later, or more, ends the process
 * at once. The exit code is 0 if everything was answered, and 1 if something was cut.
 * @param leave tells a proxy to send requests to other processes, five seconds before; null if there are none
 */
export function stopOn(
  close: () => Promise<void>,
  timer: Pick<Timer, 'deadline' | 'elapsed' | 'pause'>,
  leave: (() => void) | null = null,
  program: Pick<NodeJS.Process, 'on' | 'exit'> = process,
): void {
  let began: number | null = null;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    program.on(signal, () => {
      if (began !== null) {
        if (timer.elapsed() - began >= REPETITION_MS) program.exit(1);
        return;
      }
      began = timer.elapsed();
      const late = () => {
        process.stderr.write('Some requests did not finish in time; stopped without them\n');
        program.exit(1);
      };
      timer.deadline('shutdown', late, DEADLINES.shutdown.ms + (leave ? LEAVING_MS : 0));
      leave?.();
      const left = leave ? timer.pause(LEAVING_MS).then(close) : close();
      left.then(
        () => program.exit(0),
        (error: unknown) => {
          process.stderr.write(`The server did not stop cleanly: ${String(error)}\n`);
          program.exit(1);
        },
      );
    });
  }
}
