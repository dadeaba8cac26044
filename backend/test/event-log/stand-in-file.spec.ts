import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { newEvent, patientLog } from '../support/eventstore/log-on-stand-in.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { steadyPort } from '../support/steady-port.js';
import { useFolder } from '../support/folder.js';

const folder = useFolder({ per: 'file' });

describe('the stand-in for EventStoreDB on a file', () => {
  it('continues with what was acknowledged, and without an append that was cut off', async () => {
    const file = path.join(folder, 'log.ndjson');
    const port = await steadyPort();
    const first = await EventStoreStandIn.onFile(port, file);
    const log = patientLog(first.url);
    await log.append('a', 'noStream', [newEvent({ text: 'é' }), newEvent()]);
    await log.append('b', 'noStream', [newEvent()]);
    const before = await log.readAll(0, 10);
    await first.stop();
    // The process died within a write.
    await appendFile(file, '["c",["7f1c');

    for (const last of [1, 2]) {
      const again = await EventStoreStandIn.onFile(port, file);
      expect((await log.readAll(0, 10)).slice(0, 3)).toEqual(before);
      expect(await log.readStream('c')).toEqual([]);
      expect(await log.append('a', last, [newEvent()])).toMatchObject({ revision: last + 1 });
      await again.stop();
    }
    await log.close();
  });
});
