import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { Site } from '../http/site.js';
import { ShareCards } from '../share-cards/share-cards.service.js';
import { type PageHead, headTags } from './page-head.js';
import { missingPostHead, postHead, unknownPostHead } from './post-head.js';
import { NO_SCREEN, type Screen, screenAt } from './screens.js';

const YEAR = 'public, max-age=31536000, immutable';
/** Addresses that are never a screen: a miss there is a miss. */
const NOT_SCREENS = /^\/(api|assets|fonts|images|sandbox|health)(\/|$)|\/\.|\.[a-z]+$/;

/**
 * Serves the built browser side: its files, compressed beforehand, and its one page for the address of any
 * screen, with a head that says what is there to those who run no script.
 * @param folder what the frontend's build wrote
 */
export async function serveFrontend(app: NestFastifyApplication, folder: string): Promise<void> {
  const index = path.join(folder, 'index.html');
  if (!existsSync(index)) return;
  const page = new Page(await readFile(index, 'utf8'));
  const site = app.get(Site, { strict: false });
  const cards = app.get(ShareCards, { strict: false });
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    // The page goes out with a head only.
    globIgnore: ['index.html*'],
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', file.includes(`${path.sep}assets${path.sep}`) ? YEAR : 'no-cache');
    },
  });
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();

  const screen = (request: FastifyRequest, reply: FastifyReply) => {
    const pathname = request.url.split('?', 1)[0] ?? '/';
    if (NOT_SCREENS.test(pathname)) return reply.callNotFound();
    const found = screenAt(pathname);
    // Any other address gets the page too, as it has a screen that says so; the status tells programs.
    return page.send(
      request,
      reply.status(found ? 200 : 404),
      screenHead(found ?? NO_SCREEN, pathname, site),
    );
  };
  const post = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    try {
      const shared = await cards.find(request.params.id);
      const head = shared ? postHead(shared, site.publicUrl) : missingPostHead;
      return await page.send(request, reply.status(shared ? 200 : 404), head);
    } catch (error) {
      // The browser side knows how to say so; whoever reads the head comes back later.
      request.log.error({ err: error }, 'the head of a post could not be told');
      return page.send(request, reply.status(503).header('retry-after', '5'), unknownPostHead);
    }
  };
  fastify.get('/', screen);
  fastify.get('/post/:id', post);
  fastify.get('/post/:id/', post);
  fastify.get('/*', screen);
}

/**
 * The one page of the browser side, as its build wrote it. It goes out as it is: with its head it has some 3 kB,
 * which travel in the first flight of packets, compressed or not.
 */
class Page {
  private readonly before: string;
  private readonly after: string;

  constructor(html: string) {
    const end = html.indexOf('</head>');
    if (end === -1) throw new Error('the page of the browser side has no head');
    this.before = html.slice(0, end);
    this.after = html.slice(end);
  }

  /** Answers with the page, or with 304 when the asker has it; a page that is not there is sent always. */
  send(request: FastifyRequest, reply: FastifyReply, head: PageHead): FastifyReply {
    const html = `${this.before}${headTags(head)}${this.after}`;
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (reply.statusCode === 200 && fresh(request.headers, { etag })) return reply.status(304).send();
    return reply.type('text/html; charset=utf-8').send(html);
  }
}

function screenHead(screen: Omit<Screen, 'path'>, pathname: string, site: Site): PageHead {
  const { title, description, isListed } = screen;
  const canonical = isListed ? `${site.publicUrl}${pathname.replace(/(?<=.)\/$/, '')}` : null;
  return { title, description, canonical, type: 'website', image: null };
}
