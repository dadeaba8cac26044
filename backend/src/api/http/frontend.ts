import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';

const YEAR = 'public, max-age=31536000, immutable';
/** Addresses that are never a screen: a miss there is a miss. */
const NOT_SCREENS = /^\/(api|assets|fonts|images|sandbox|health)(\/|$)|\/\.|\.[a-z]+$/;

/** The addresses of the browser's screens, as its routes name them; `test/api/frontend.spec.ts` holds the two together. */
const SCREENS = [
  /^\/(leaderboard|login|register|verify-email|unsubscribe|termsofservice|privacypolicy)\/?$/,
  /^\/(forgot-password|reset-password|account\/settings|profile\/settings|my-posts)\/?$/,
  /^\/(post|user)\/[^/]+\/?$/,
];

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
    const pathname = request.url.split('?', 1)[0] ?? '/';
    if (NOT_SCREENS.test(pathname)) return reply.callNotFound();
    // Any other address gets the page too, as it has a screen that says so; the status tells programs.
    return page(reply.status(SCREENS.some((screen) => screen.test(pathname)) ? 200 : 404));
  });
}
