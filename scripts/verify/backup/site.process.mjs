// The server of `npm start`, with one more command of operators: `erase` deletes an account at once.
import { built } from '../outage/built.mjs';

const { readConfig } = await built('src/config.js');
const { takeDataFolder } = await built('src/composition/data-folder.js');
const { openAdapters } = await built('src/composition/adapters.js');
const { createServer, listen } = await built('src/composition/server.js');
const { serveControl } = await built('src/control/control-socket.js');
const { carryOut, operatorCommands } = await built('src/control/operator-commands.js');
const { CommandBus } = await import('@nestjs/cqrs');
const { Account } = await built('src/domain/account/account.js');
const { causedBy, systemRun } = await built('src/kernel/causation.js');

const config = readConfig(process.env);
takeDataFolder(config);
const adapters = await openAdapters(config);
const server = await createServer(config, adapters, { timers: true });
const address = await listen(server, config);

async function erase([accountId]) {
  const order = Account.DeleteAccount({ accountId, now: new Date().toISOString(), isConfirmed: true });
  await causedBy(systemRun('verify', crypto.randomUUID()), () => server.get(CommandBus).execute(order));
  return [];
}

const commands = { ...operatorCommands(server), erase };
const endControl = await serveControl(
  config.dataDir,
  (request) => carryOut(commands, request),
  adapters.timer,
);
process.once('SIGTERM', async () => {
  await endControl();
  await server.close();
  process.exit(0);
});
console.log(`Footnote is listening on ${address}`);
