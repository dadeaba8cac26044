import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { EventStoreEventLog } from '../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import { EventLogUnavailableError } from '../../src/kernel/event-log.js';
import { type LogServer, startLogServer } from '../support/eventstore/log-server.js';
import { newEvent } from '../support/eventstore/log-on-stand-in.js';
import { useFolder } from '../support/folder.js';

const STAND_IN = fileURLToPath(new URL('../support/eventstore/stand-in.process.js', import.meta.url));

describe('a log server that a command starts', () => {
  const folder = useFolder();
  let server: LogServer | null = null;
  afterEach(() => server?.stop());

  it('gets port and folder, and keeps its data when it is killed, frozen and started again', async () => {
    const script = path.join(folder, 'server.sh');
    // A child of the script, as that of many launchers.
    await writeFile(script, `"${process.execPath}" "${STAND_IN}" "$1" "$2/data"\nexit $?\n`);
    server = await startLogServer(folder, `sh "${script}"`);
    const log = new EventStoreEventLog(server.url, { readMs: 500, appendMs: 20_000 });
    try {
      const first = await log.append('a-1', 'noStream', [newEvent()]);
      await server.kill();
      await expect(log.head()).rejects.toThrow(EventLogUnavailableError);
      await server.restart();
      const headOnceBack = async () => {
        let head: number | null = null;
        while (head === null) head = await log.head().catch(() => null);
        return head;
      };
      expect(await headOnceBack()).toBe(first.position);
      server.freeze();
      await expect(log.head()).rejects.toThrow(EventLogUnavailableError);
      server.thaw();
      expect(await headOnceBack()).toBe(first.position);
    } finally {
      await log.close();
    }
  });

  it('is missed when the command ends', async () => {
    await expect(startLogServer(folder, 'exit 3;')).rejects.toThrow('the log server ended with 3');
  });
});
