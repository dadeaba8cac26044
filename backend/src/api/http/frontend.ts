import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';

const YEAR = 'public, max-age=31536000, immutable';
/** Addresses that are never a screen: a miss there is a miss. */
const NOT_SCREENS = /^\/(api|assets|fonts|images|sandbox|health)(\/|$)/;

/**
 * Serves the built browser side: its files, compressed beforehand, and its one page for the address of any
 * screen.
 * @param folder what the frontend's build wrote
 */
export async function serveFrontend(app: NestFastifyApplication, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', file.includes(`${path.sep}assets${path.sep}`) ? YEAR : 'no-cache');
    },
  });
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const page = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').sendFile('index.html');
  fastify.get('/', (_, reply) => page(reply));
  fastify.get('/*', (request, reply) => {
    const { pathname } = new URL(request.url, 'http://site');
    if (NOT_SCREENS.test(pathname)) return reply.callNotFound();
    return page(reply);
  });
}
