import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { ActiveRole } from '../../kernel/active-role.js';
import { Site } from '../../site/site.js';
import { PublicAnswer } from '../response-cache/public-answer.js';
import { SCREENS, screenAt } from './screens.js';
import { AdminEntry, BACK_OFFICE_PAGES } from '../http/admin-entry.js';
import { RequestAccounts } from '../http/request-accounts.js';
import { Page } from './page.js';
import type { PageHead } from './page-head.js';
import { assetHeaders } from '../http/security-headers.js';
import { withBanner } from '../http/test-site.js';
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
import { PageHeads, UNLISTED, unknownPersonHead, unknownPostHead } from './page-heads.js';
import { RenderedPages } from './rendered-pages.js';
import { IMMUTABLE, SharedAssets } from './shared-assets.js';
import { Timer } from '../../kernel/timer.js';
import { RenderingThread } from './rendering-thread.js';

/** Older posts are found by the links between pages. */
const MOST_POSTS = 1000;

/** The addresses of the pages that search engines may list: the screens, and the newest posts. */
function sitemapOf(site: Site, posts: Pick<LeaderboardReader, 'newestIds'>): PublicAnswer {
  const screens = SCREENS.filter((screen) => screen.isListed && !screen.path.includes(':'));
  return new PublicAnswer(['sitemap'], async () => {
    const paths = [
      ...screens.map((screen) => screen.path),
      ...(await posts.newestIds(MOST_POSTS)).map((id) => `/post/${id}`),
    ];
    const lines = paths.map((one) => `<url><loc>${site.publicUrl}${one}</loc></url>\n`);
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</urlset>\n`;
    return { body: Buffer.from(xml), headers: { 'content-type': 'application/xml; charset=utf-8' } };
  });
}

/** What crawlers may read, and where the sitemap is. */
function robotsOf({ publicUrl }: Site, rules: string): string {
  return `${rules.trimEnd()}\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

const BACK_OFFICE: PageHead = {
  ...UNLISTED,
  title: 'Back Office',
  description: 'For the people who run this site.',
};

/**
 * Serves the pages of the back office, and the login of admins at its own path.
 * @param other answers at these addresses those who may not know of the back office, as at any unknown address
 */
function serveBackOffice(
  app: NestFastifyApplication,
  page: Page,
  other: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const find = { strict: false };
  const entry = app.get(AdminEntry, find);
  const accounts = app.get(RequestAccounts, find);

  const isOpenTo = (request: FastifyRequest) =>
    entry
      .isOpenTo(request, () => accounts.of(request))
      .catch((error: unknown) => {
        request.log.error({ err: error }, 'it could not be determined whether a person is an admin');
        return false;
      });
  const inside = async (request: FastifyRequest, reply: FastifyReply) =>
    (await isOpenTo(request)) ? page.sendPrivately(reply, BACK_OFFICE) : other(request, reply);
  const threshold = async (request: FastifyRequest, reply: FastifyReply) => {
    // A signed-in admin continues from the page, which asks for the session: its cookie is sent to calls only.
    if (entry.isMarked(request)) return page.sendPrivately(reply, BACK_OFFICE);
    if (!(await isOpenTo(request))) return other(request, reply);
    return reply
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .redirect(entry.loginPath);
  };
  const login = async (_request: FastifyRequest, reply: FastifyReply) =>
    page.sendPrivately(reply, { ...BACK_OFFICE, backOfficeLogin: entry.loginPath });

  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  for (const slash of ['', '/']) {
    fastify.get(`${BACK_OFFICE_PAGES}${slash}`, threshold);
    fastify.get(`${entry.loginPath}${slash}`, login);
  }
  fastify.get(`${BACK_OFFICE_PAGES}/*`, inside);
}

/** What the build of the frontend says about the scripts of its routes. */
const PARTS = 'routes.json';
const RULES = 'robots.txt';
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
    // The page is only sent with a head, the rules of crawlers with the sitemap, and compressed files in place of theirs.
    globIgnore: ['index.html', PARTS, RULES, `${SERVER_FOLDER}/**`, '**/*.{br,gz}'],
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isAsset = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', isAsset ? IMMUTABLE : 'no-cache');
      if (isAsset) shorten(reply);
    },
  });
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  if (!app.get(ActiveRole, find).isAlone) serveOtherBuilds(fastify, app.get(SharedAssets, find));

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

/** Serves scripts, styles and fonts that this build does not have. */
function serveOtherBuilds(fastify: FastifyInstance, assets: SharedAssets): void {
  fastify.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const state = await assets.find(request.params.name);
    if (!state) return reply.callNotFound();
    shorten(reply);
    return send(request, reply, state);
  });
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
