import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assetHeaders } from '../http/security-headers.js';
import { withBanner } from '../http/test-site.js';
import { Site } from '../../site/site.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import { ShareCards } from '../share-cards/share-cards.service.js';
import { CommentsController } from '../community/comments.controller.js';
import { type AnswerState, isNamed } from '../response-cache/response-state.js';
import { ResponseCache } from '../response-cache/response-cache.js';
import { LeaderboardController } from '../leaderboard/leaderboard.controller.js';
import { LimitSwitch } from '../http/limits.guard.js';
import { LiveFeed } from '../live/live-feed.service.js';
import { PostsController } from '../posts/posts.controller.js';
import { ProfilesController } from '../account/profiles.controller.js';
import { ReadLimits } from '../http/read-limits.js';
import { ReadConcurrency } from '../http/read-concurrency.js';
import { Sessions } from '../http/sessions.js';
import { SERVER_FOLDER } from './built-frontend.js';
import { serveBackOffice } from './back-office.js';
import { Page } from './page.js';
import type { PageHead } from './page-head.js';
import { PageHeads } from './page-heads.js';
import { unknownPersonHead } from './person-head.js';
import { unknownPostHead } from './post-head.js';
import { RenderedPages } from './rendered-pages.js';
import { Timer } from '../../kernel/timer.js';
import { RenderingThread } from './rendering-thread.js';
import { screenAt } from './screens.js';
import { robotsOf, sitemapOf } from './sitemap.js';

/** What the build of the frontend says about the scripts of its routes. */
const PARTS = 'routes.json';
const RULES = 'robots.txt';
const YEAR = 'public, max-age=31536000, immutable';
/** Headers that say something about pages. */
const PAGES_ONLY = /^(?:x-(?!request-id$)|cross-origin-|referrer-policy$|permissions-policy$)/;
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
  const find = { strict: false };
  const site = app.get(Site, find);
  const kept = app.get(ResponseCache, find);
  const sitemap = sitemapOf(site, app.get(LeaderboardReader, find));
  const rules = await readFile(path.join(folder, RULES), 'utf8');
  const heads = new PageHeads(site, app.get(ShareCards, find), app.get(PeopleReader, find), parts);
  const rendered = new RenderedPages({
    kept,
    thread: app.get(RenderingThread, find),
    timer: app.get(Timer, find),
    limits: app.get(LimitSwitch, find),
    reads: app.get(ReadLimits, find),
    sessions: app.get(Sessions, find),
    turns: app.get(ReadConcurrency, find),
    feed: app.get(LiveFeed, find),
    page,
    heads,
    routes: {
      posts: app.get(PostsController, find),
      comments: app.get(CommentsController, find),
      people: app.get(ProfilesController, find),
      boards: app.get(LeaderboardController, find),
    },
  });
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    // The page is only sent with a head, and the rules of crawlers with the sitemap.
    globIgnore: ['index.html*', `${PARTS}*`, `${RULES}*`, `${SERVER_FOLDER}/**`],
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
    const found = screenAt(pathname);
    // Nobody has an id that is too long for the route of its page.
    if (found?.path.includes(':')) {
      return page.send(request, reply.status(404), heads.missing({ screen: found.path }));
    }
    // Other addresses get the page too: it has a screen for them. The status code is for programs.
    return page.send(request, reply.status(found ? 200 : 404), heads.ofScreen(pathname));
  };
  /** The page of a post or a person. */
  const about =
    (of: string, headOf: (id: string) => Promise<PageHead | null>, unknown: PageHead) =>
    async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
      try {
        const head = await headOf(request.params.id);
        return await page.send(
          request,
          reply.status(head ? 200 : 404),
          head ?? heads.missing({ screen: of }),
        );
      } catch (error) {
        // The frontend shows the error itself; clients that read the head come back later.
        request.log.error({ err: error }, 'the head of a page could not be determined');
        return page.send(request, reply.status(503).header('retry-after', '5'), unknown);
      }
    };
  const post = about('/post/:id', (id) => heads.ofPost(id), unknownPostHead);
  const person = about('/user/:userId', (id) => heads.ofPerson(id), unknownPersonHead);
  /** Sends a page with its content, if the server renders it. */
  const withContent =
    <Of extends FastifyRequest>(plain: (request: Of, reply: FastifyReply) => Promise<unknown>) =>
    async (request: Of, reply: FastifyReply) => {
      const to = withoutSlash(request.url);
      if (to !== null) return reply.redirect(to, 308);
      const found = await rendered.at(request);
      if (found === null) return plain(request, reply);
      if ('to' in found) return reply.redirect(found.to);
      if ('state' in found) return send(request, reply.status(found.status), found.state);
      reply.status(429).header('retry-after', String(Math.ceil(found.retryAfterMs / 1000)));
      return page.send(request, reply, heads.ofScreen(request.url.split('?', 1)[0] ?? '/'));
    };
  serveBackOffice(app, page, screen);
  fastify.get('/', withContent(screen));
  fastify.get('/post/:id', withContent(post));
  fastify.get('/user/:id', withContent(person));
  fastify.get('/*', withContent(screen));
  fastify.get('/sitemap.xml', async (request, reply) => {
    const state = await kept.answer(request.url, sitemap);
    return state ? send(request, reply, state) : reply.callNotFound();
  });
  fastify.get('/robots.txt', async (_request, reply) => reply.type('text/plain').send(robotsOf(site, rules)));
}

/** The address of a screen without the slash at the end of its path; null if it has none. */
function withoutSlash(url: string): string | null {
  const [, pathname, query = ''] = /^([^?]+)\/(\?.*)?$/s.exec(url) ?? [];
  if (pathname === undefined || pathname === '/') return null;
  return screenAt(pathname) || /^\/post\/[^/]+$/.test(pathname) ? pathname + query : null;
}

/** Sends an answer, or 304 if the client has it; error pages are always sent. */
async function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  state: AnswerState,
): Promise<FastifyReply> {
  const representation = await state.accepted(headers['accept-encoding']);
  reply.headers(representation.headers);
  const isUnchanged = reply.statusCode === 200 && isNamed(headers['if-none-match'], representation.etag);
  return isUnchanged ? reply.status(304).send() : reply.send(representation.body);
}

/** Leaves only the headers that a script, a style or a font needs. */
function shorten(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) {
    if (PAGES_ONLY.test(name)) reply.removeHeader(name);
  }
  reply.headers(assetHeaders);
}
