import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How long reads may wait for connections, in milliseconds. */
const LONGEST_MS = 10;

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Lets a server accept all connections that wait before it goes on with reads. Node accepts one in each turn of its loop,
 * and in a turn of a busy server it also answers a request of each connection: the last of 64 would wait for 64 such turns.
 */
export function acceptConnectionsFirst(
  server: Pick<Server, 'on'>,
  handle: Handler,
  now: () => number,
): Handler {
  let waiting: (() => void)[] = [];
  let isHolding = false;
  let hasAccepted = false;
  const turn = (endsAt: number) => {
    if (hasAccepted && now() < endsAt) {
      hasAccepted = false;
      setImmediate(turn, endsAt);
      return;
    }
    isHolding = false;
    const released = waiting;
    waiting = [];
    for (const goOn of released) goOn();
  };
  server.on('connection', () => {
    hasAccepted = true;
    if (isHolding) return;
    isHolding = true;
    setImmediate(turn, now() + LONGEST_MS);
  });
  return (request, response) => {
    if (!isHolding || request.method !== 'GET') return handle(request, response);
    waiting.push(() => {
      // Its client has gone, and what follows would wait for that in vain.
      if (!request.destroyed) handle(request, response);
    });
  };
}
