import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { Snapshot } from './lab.js';

export interface References {
  /** Serves a page at an address of its own; everything else comes from the site. */
  readonly add: (html: string) => string;
  readonly close: () => Promise<void>;
}

/** A server for pages that are compared with those of the site, with the site's own pictures, styles and fonts. */
export async function serveReferences(site: string): Promise<References> {
  const pages = new Map<string, Buffer>();
  const server = createServer((incoming, response) => {
    const page = pages.get(incoming.url ?? '');
    if (page) {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
      response.writeHead(200, { ...headers, 'content-length': page.length }).end(page);
      return;
    }
    const { method, headers } = incoming;
    const passed = request(`${site}${incoming.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    add: (html) => {
      const address = `/references/${pages.size}`;
      pages.set(address, brotliCompressSync(html));
      return `http://127.0.0.1:${port}${address}`;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The smallest page with this heading and these pictures. */
export function staticPage({ heading, pictures }: Snapshot): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="description" content="The same pictures."><title>Static</title><h1>${heading}</h1>${pictures.join('')}`;
}
