import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { SystemTimer } from '../../src/infrastructure/clock/system-clock.js';
import { Silence } from '../../src/infrastructure/event-log/eventstore/eventstore-silence.js';

const MILLISECONDS = 20;

/** Blocks the process, as if it got no CPU time. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

describe('silence', () => {
  let server: Server;
  let near: Socket;
  let far: Socket;
  beforeEach(async () => {
    server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    near = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const connected = once(near, 'connect');
    [far] = (await once(server, 'connection')) as [Socket];
    await connected;
  });
  afterEach(async () => {
    near.destroy();
    far.destroy();
    server.close();
    await once(server, 'close');
  });

  it.each(['end', 'reset'] as const)(
    'is not reported when an answer arrived while the process was blocked: %s',
    async (how) => {
      const told: string[] = [];
      const over = new Promise<void>((resolve) => {
        // Of the system: this is about the order of its timers and its input.
        const silence = new Silence(new SystemTimer(), 'EventStoreDB silence', MILLISECONDS, () => {
          told.push('silence');
          resolve();
        });
        near.once('data', () => {
          told.push('answer');
          silence[how]();
          if (how === 'end') resolve();
        });
      });
      far.write('here it is');
      standStill(10 * MILLISECONDS);
      await over;
      expect(told).toEqual(how === 'end' ? ['answer'] : ['answer', 'silence']);
    },
  );
});
