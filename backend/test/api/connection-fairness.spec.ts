import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { acceptConnectionsFirst } from '../../src/api/http/connection-fairness.js';

describe('reads of a busy server', () => {
  const busy = () => {
    const server = new EventEmitter();
    const handled: string[] = [];
    const clock = { now: 0 };
    const handle = acceptConnectionsFirst(
      server as never,
      ({ url = '' }) => void handled.push(url),
      () => clock.now,
    );
    const ask = (url: string, rest: Partial<IncomingMessage> = {}) =>
      handle({ method: 'GET', url, ...rest } as IncomingMessage, {} as ServerResponse);
    return { server, handled, clock, ask };
  };

  it('are handled at once while no connection arrives, and writes always', async () => {
    const { server, handled, ask } = busy();
    ask('/a');
    server.emit('connection');
    ask('/b', { method: 'POST' });
    expect(handled).toEqual(['/a', '/b']);
  });

  it('wait until a turn without a new connection, and are then handled in their order', async () => {
    const { server, handled, ask } = busy();
    for (const url of ['/a', '/b', '/c']) {
      server.emit('connection');
      ask(url);
      await turn();
      expect(handled).toEqual([]);
    }
    ask('/gone', { destroyed: true });
    await turn();
    expect(handled).toEqual(['/a', '/b', '/c']);
    ask('/d');
    expect(handled.at(-1)).toBe('/d');
  });

  it('wait for 10 ms at most, however many connections arrive', async () => {
    const { server, handled, clock, ask } = busy();
    ask('/before');
    server.emit('connection');
    ask('/a');
    for (const now of [0, 9]) {
      clock.now = now;
      await turn();
      server.emit('connection');
    }
    expect(handled).toEqual(['/before']);
    clock.now = 10;
    await turn();
    expect(handled).toEqual(['/before', '/a']);
  });
});
