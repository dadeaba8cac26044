import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_TIMINGS } from '../../src/infrastructure/event-log/eventstore/eventstore-timings.js';
import { EventLogUnavailableError } from '../../src/kernel/event-log.js';
import { type LogServer, startLogServer } from '../support/eventstore/log-server.js';
import { newEvent, patientLog } from '../support/eventstore/log-on-stand-in.js';
import { useFolder } from '../support/folder.js';
import { PatientTimer } from '../support/timer.js';

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
    const timer = new PatientTimer();
    const log = patientLog(server.url, {}, timer);
    const givenUp = () =>
      Promise.all([
        expect(log.head()).rejects.toThrow(EventLogUnavailableError),
        timer.advance(DEFAULT_TIMINGS.readMs),
      ]);
    try {
      const first = await log.append('a-1', 'noStream', [newEvent()]);
      await server.kill();
      await givenUp();
      await server.restart();
      expect(await log.head()).toBe(first.position);
      server.freeze();
      await givenUp();
      server.thaw();
      expect(await log.head()).toBe(first.position);
    } finally {
      await log.close();
    }
  });

  it('is missed when the command ends', async () => {
    await expect(startLogServer(folder, 'exit 3;')).rejects.toThrow('the log server ended with 3');
  });
});
