import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assetHeaders } from '../http/security-headers.js';
import { withBanner } from '../http/test-site.js';
import { Site } from '../../site/site.js';
import { PeopleReader } from '../../projections/accounts/people.reader.js';
import { ShareCards } from '../share-cards/share-cards.service.js';
import { serveBackOffice } from './back-office.js';
import { Page } from './page.js';
import type { PageHead } from './page-head.js';
import { missingPostHead, postHead, unknownPostHead } from './post-head.js';
import { NO_SCREEN, type Screen, screenAt } from './screens.js';

/** What the build of the frontend says about the scripts of its routes. */
const PARTS = 'routes.json';
const YEAR = 'public, max-age=31536000, immutable';
/** Headers that say something about pages. */
const PAGES_ONLY = /^(?:x-(?!request-id$)|cross-origin-|referrer-policy$|permissions-policy$)/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const PERSON = /^\/user\/([^/]+)\/?$/;
/** Paths that are never a screen: a missing file is a 404. */
const NOT_SCREENS = /^\/(api|assets|fonts|images|sandbox|health)(\/|$)|\/\.|\.[a-z]+$/;

/**
 * Serves the built frontend: its precompressed files, and its single page for the address of any screen, with a head
 * for clients that run no scripts.
 * @param folder the output of the frontend build
 * @param isTestSite whether the page says so
 */
export async function serveFrontend(
  app: NestFastifyApplication,
  folder: string,
  isTestSite: boolean,
): Promise<void> {
  const index = path.join(folder, 'index.html');
  if (!existsSync(index)) return;
  const html = await readFile(index, 'utf8');
  // Here and not only on its way out, because the banner counts in the page's ETag.
  const page = new Page(isTestSite ? withBanner(html) : html);
  const parts = JSON.parse(await readFile(path.join(folder, PARTS), 'utf8')) as Record<string, string[]>;
  /** With the scripts of this path of a screen, such as `/post/:id`. */
  const withScripts = (screenPath: string, head: PageHead): PageHead => {
    const route = screenPath.slice(1).replaceAll('/', '.').replaceAll(':', '$');
    return { ...head, scripts: parts[route === '' ? 'index' : route] ?? [] };
  };
  const site = app.get(Site, { strict: false });
  const cards = app.get(ShareCards, { strict: false });
  const people = app.get(PeopleReader, { strict: false });
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    // The page is only sent with a head.
    globIgnore: ['index.html*', `${PARTS}*`],
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isAsset = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', isAsset ? YEAR : 'no-cache');
      if (isAsset) shorten(reply);
    },
  });
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();

  const screen = async (request: FastifyRequest, reply: FastifyReply) => {
    const pathname = request.url.split('?', 1)[0] ?? '/';
    if (NOT_SCREENS.test(pathname)) return reply.callNotFound();
    const personId = PERSON.exec(pathname)?.[1];
    if (personId !== undefined) {
      try {
        // The page of a person is the same for everybody. Only the status says whether they exist.
        const isKnown = UUID.test(personId) && (await people.byIds([personId])).has(personId);
        if (!isKnown) {
          const head = withScripts('/user/:userId', missingPersonHead);
          return await page.send(request, reply.status(404), head);
        }
      } catch (error) {
        request.log.error({ err: error }, 'it could not be determined whether a person exists');
        return page.send(request, reply.status(503).header('retry-after', '5'), unknownPersonHead);
      }
    }
    const found = screenAt(pathname);
    // Other addresses get the page too: it has a screen for them. The status code is for programs.
    const head = screenHead(found ?? NO_SCREEN, pathname, site);
    return page.send(request, reply.status(found ? 200 : 404), withScripts(found?.path ?? '/$', head));
  };
  const post = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    try {
      const shared = await cards.find(request.params.id);
      const head = shared ? postHead(shared, site.publicUrl) : missingPostHead;
      return await page.send(request, reply.status(shared ? 200 : 404), withScripts('/post/:id', head));
    } catch (error) {
      // The frontend shows the error itself; clients that read the head come back later.
      request.log.error({ err: error }, 'the head of a post could not be determined');
      return page.send(request, reply.status(503).header('retry-after', '5'), unknownPostHead);
    }
  };
  serveBackOffice(app, page, screen);
  fastify.get('/', screen);
  fastify.get('/post/:id', post);
  fastify.get('/post/:id/', post);
  fastify.get('/*', screen);
}

/** Leaves only the headers that a script, a style or a font needs. */
function shorten(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) {
    if (PAGES_ONLY.test(name)) reply.removeHeader(name);
  }
  reply.headers(assetHeaders);
}

function screenHead(screen: Omit<Screen, 'path'>, pathname: string, site: Site): PageHead {
  const { title, description, isListed } = screen;
  const canonical = isListed ? `${site.publicUrl}${pathname.replace(/(?<=.)\/$/, '')}` : null;
  return { title, description, canonical, type: 'website', image: null };
}

const missingPersonHead: PageHead = {
  title: 'User Not Found',
  description: 'This person does not exist.',
  canonical: null,
  type: 'website',
  image: null,
};

/** The head while it is unknown whether the person exists. */
const unknownPersonHead: PageHead = {
  ...missingPersonHead,
  title: 'Profile',
  description: 'This is not available right now. Please try again in a moment.',
};
