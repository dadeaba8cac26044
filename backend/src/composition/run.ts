import { type Stand, openAdapters } from './adapters.js';
import type { Config } from '../config.js';
import { type OperatorCommands, serveControl } from '../control/control-socket.js';
import { carryOut, operatorCommands } from '../control/operator-commands.js';
import { takeDataFolder } from './data-folder.js';
import { createServer, listen } from './server.js';

/**
 * Runs the server of a data folder until a signal ends it.
 * @param stand replaces adapters; a test server passes it in
 * @param more operators' commands beyond those of the product; a test server passes them in
 * @returns the address for a browser on this machine
 */
export async function run(config: Config, stand: Stand = {}, more: OperatorCommands = {}): Promise<string> {
  takeDataFolder(config);
  const server = await createServer(config, await openAdapters(config, stand), { timers: true });
  const address = await listen(server, config);
  const commands = { ...operatorCommands(server), ...more };
  const endControl = await serveControl(config.dataDir, (request) => carryOut(commands, request));
  stopOn(async () => {
    const cut = await endControl();
    await server.close();
    if (cut > 0) throw new Error(`${cut} commands of operators were cut`);
  });
  return address;
}

const GRACE_MS = 20_000;

/**
 * The first signal waits up to 20 seconds for running requests; a second one ends the process at once. The exit code is 0 if
 * everything was answered, and 1 if something was cut.
 */
function stopOn(close: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      setTimeout(() => {
        process.stderr.write('Some requests did not finish in time; stopped without them\n');
        process.exit(1);
      }, GRACE_MS).unref();
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`The server did not stop cleanly: ${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}
