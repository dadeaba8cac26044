import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { Silence } from '../../src/infrastructure/event-log/eventstore/eventstore-silence.js';

const MILLISECONDS = 20;

/** Stands still, as a process does that is not given the processor. */
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

  it('is told when nobody has spoken for so long', () =>
    new Promise<void>((resolve) => {
      expect(new Silence(MILLISECONDS, resolve)).toBeInstanceOf(Silence);
    }));

  it.each(['end', 'broken'] as const)(
    'is none when an answer has come while the process itself stood still: %s',
    async (how) => {
      const told: string[] = [];
      const over = new Promise<void>((resolve) => {
        const silence = new Silence(MILLISECONDS, () => {
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
