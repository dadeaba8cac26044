// The proxy that production has in front of the server: ends TLS, and redirects http to https. Both are on one port,
// because the scanner takes one port.
import { createServer as createHttp, request } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer } from 'node:net';

/** The first byte of a TLS connection. */
const handshake = 22;

/**
 * Starts the proxy on a free port of this machine.
 *
 * @param {{ key: string, cert: string }} certificate
 * @returns {Promise<{ port: number, pass: (target: string) => void, close: () => void }>}  `pass` sets the server
 */
export async function startProxy(certificate) {
  let target = '';
  const sockets = new Set();
  const https = createHttps(certificate, (incoming, answer) => {
    const { method, url, headers } = incoming;
    const forwarded = { ...headers, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' };
    const outgoing = request(new URL(url, target), { method, headers: forwarded }, (passed) => {
      answer.writeHead(passed.statusCode, passed.rawHeaders);
      passed.pipe(answer);
    });
    outgoing.once('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  const http = createHttp(({ headers, url }, answer) => {
    answer.writeHead(301, { location: `https://${headers.host}${url}` }).end();
  });
  const both = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      const start = socket.read();
      if (!start) return;
      socket.unshift(start);
      (start[0] === handshake ? https : http).emit('connection', socket);
    });
  });
  await new Promise((resolve) => both.listen(0, '127.0.0.1', resolve));
  return {
    port: both.address().port,
    pass: (address) => (target = address),
    close: () => {
      both.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
