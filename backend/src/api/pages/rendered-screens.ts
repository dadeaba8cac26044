import type { CommentsController } from '../community/comments.controller.js';
import type { ProfilesController } from '../account/profiles.controller.js';
import { type LeaderboardController, HallOfFameRequest } from '../leaderboard/leaderboard.controller.js';
import type { PostsController } from '../posts/posts.controller.js';
import type { PublicAnswer } from '../response-cache/public-answer.js';

/** The routes whose public answers pages show. */
export interface PublicRoutes {
  readonly posts: Pick<PostsController, 'one' | 'list'>;
  readonly comments: Pick<CommentsController, 'shown'>;
  readonly people: Pick<ProfilesController, 'profile'>;
  readonly boards: Pick<LeaderboardController, 'summary' | 'weekly' | 'hallOfFame'>;
}

/** A call of the API that the app makes for a page. */
export interface PublicCall {
  /** As the app spells it, with its query. */
  readonly path: string;
  readonly answer: (routes: PublicRoutes) => PublicAnswer;
}

/** A page that the server renders. */
export interface RenderedScreen {
  /** The path of its screen. */
  readonly screen: string;
  /** The id in its path. */
  readonly id: string | null;
  /** Its path and the parameters that the screen knows, in one spelling. */
  readonly address: string;
  /** Where its list begins, if it starts further down. */
  readonly firstPage?: string;
  readonly isSearch: boolean;
  readonly calls: readonly PublicCall[];
}

/** As in the frontend (`src/api/boards.ts`). */
const POSTS_A_PAGE = 60;
/** As in the frontend (`features/leaderboard/leaderboard-search.ts`). */
const LONGEST_SEARCH = 50;
const WEEK = /^\d{4}-W\d{2}$/;
/** The id of a post or a person. */
export const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** The cursor of a list, as in the frontend (`src/lib/addresses.ts`). */
const CURSOR = /^[\w-]{1,500}$/;
/** A longer path to continue with is not rendered. */
const LONGEST_NEXT = 200;

/**
 * What the server renders at an address; null for pages that it does not render. Parameters that the screen does not know are no
 * part of it, and bad ones count as the app's schemas of parameters say.
 */
export function renderedScreenAt(url: string): RenderedScreen | null {
  const [pathname = '/', search = ''] = url.split(/\?(.*)/s, 2);
  const path = pathname.replace(/(?<=[^/])\/$/, '');
  const query = new URLSearchParams(search);
  switch (path) {
    case '/leaderboard':
      return board(query);
    case '/login':
    case '/register':
      return form(path, query);
    case '/': {
      const summary: PublicCall = {
        path: '/api/leaderboard/summary',
        answer: ({ boards }) => boards.summary(),
      };
      return { ...plain(path), calls: [summary] };
    }
    case '/rate':
    case '/termsofservice':
    case '/privacypolicy':
      return { ...plain(path), calls: [] };
  }
  const [, kind, id = ''] = /^\/(post|user)\/([^/]+)$/.exec(path) ?? [];
  if (!UUID.test(id)) return null;
  // Somebody comes back from a payment.
  if (kind === 'post' && (query.has('boost') || query.has('session_id'))) return null;
  return kind === 'post' ? post(id, query) : person(id, query);
}

const plain = (screen: string) => ({ screen, id: null, address: screen, isSearch: false });

function post(id: string, query: URLSearchParams): RenderedScreen {
  const path = `/api/posts/${id}`;
  const from = cursorIn(query);
  return {
    screen: '/post/:id',
    id,
    ...addresses(`/post/${id}`, {}, query),
    isSearch: false,
    calls: [
      { path, answer: ({ posts }) => posts.one(id, null) },
      { path: pathOf(`${path}/comments`, from), answer: ({ comments }) => comments.shown(id, from) },
    ],
  };
}

function person(id: string, query: URLSearchParams): RenderedScreen {
  const from = cursorIn(query);
  return {
    screen: '/user/:userId',
    id,
    ...addresses(`/user/${id}`, {}, query),
    isSearch: false,
    calls: [{ path: pathOf(`/api/users/${id}`, from), answer: ({ people }) => people.profile(id, from) }],
  };
}

function form(screen: string, query: URLSearchParams): RenderedScreen | null {
  const next = only(query, 'next') ?? '';
  if (next.length > LONGEST_NEXT) return null;
  return { ...plain(screen), address: addressOf(screen, next.startsWith('/') ? { next } : {}), calls: [] };
}

function board(query: URLSearchParams): RenderedScreen {
  const isWeek = only(query, 'tab') === 'week';
  const wanted = only(query, 'sort');
  const sort = wanted === 'recent' || wanted === 'top' ? wanted : undefined;
  const given = only(query, 'week');
  const week = given !== undefined && WEEK.test(given) ? given : undefined;
  const search = cut((query.get('search') ?? '').trim()).trimEnd();
  const list = {
    sort: sort ?? (isWeek ? 'top' : 'recent'),
    limit: POSTS_A_PAGE,
    ...(search && { search }),
    ...cursorIn(query),
  } as const;
  const ofWeek = { ...(week && { week }), ...list };
  const known = {
    ...(isWeek && { tab: 'week' }),
    ...(sort && { sort }),
    ...(week && { week }),
    ...(search && { search }),
  };
  return {
    ...plain('/leaderboard'),
    ...addresses('/leaderboard', known, query),
    isSearch: search !== '',
    calls: isWeek
      ? [
          {
            path: pathOf('/api/leaderboard/weekly', ofWeek),
            answer: ({ boards }) => boards.weekly(ofWeek),
          },
          {
            path: '/api/leaderboard/weeks',
            answer: ({ boards }) => boards.hallOfFame(new HallOfFameRequest()),
          },
        ]
      : [
          {
            path: pathOf('/api/posts', list),
            answer: ({ posts }) => posts.list(list),
          },
        ],
  };
}

/** The value of a parameter that comes once; the app takes several for a list. */
function only(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}

/** Without half a surrogate pair at its end. */
function cut(text: string): string {
  return text.slice(0, LONGEST_SEARCH).replace(/[\uD800-\uDBFF]$/, '');
}

/** The cursor that a list starts at. */
function cursorIn(query: URLSearchParams): { readonly cursor?: string } {
  const after = only(query, 'after');
  return after !== undefined && CURSOR.test(after) ? { cursor: after } : {};
}

/** Of a list from the cursor in its address, and from its beginning. */
function addresses(path: string, parameters: Readonly<Record<string, string>>, query: URLSearchParams) {
  const firstPage = addressOf(path, parameters);
  const { cursor } = cursorIn(query);
  return cursor === undefined
    ? { address: firstPage }
    : { address: addressOf(path, { ...parameters, after: cursor }), firstPage };
}

function addressOf(path: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** As the app's client spells it. */
function pathOf(path: string, parameters: Readonly<Record<string, string | number>>): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}
