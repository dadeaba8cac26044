// The site without a network: the last board that somebody saw here, for a day, and a page that says what is missing. While there
// is a network, nothing comes from here. The board is asked for without cookies, and only what the server calls `public` is kept.

const STATIC = 'static-1';
const BOARD = 'board-1';
const FILES = ['/offline.html', '/offline.css', '/theme.js', '/back-online.js'];
const BOARD_PATH = '/leaderboard';
const DAY_MS = 24 * 60 * 60_000;
/** A header of the kept board: when it was read, in milliseconds since 1970. */
const KEPT_AT = 'x-kept-at';

/** Files that may be kept. Other requests than those and pages are none of this worker's business. */
const FILE = /^\/(?:(?:assets|images)\/|(?:theme|back-online)\.js$|offline\.css$)/;
/** Addresses that are answered by the network alone: the back office, and what is no page of the site. */
const UNTOUCHED = /^\/(?:rtm-sys|api|sandbox|health)(?:\/|$)/;
const PHOTO = /^\/images\/[\w-]+\//;

const time = new Intl.DateTimeFormat('en-GB', { weekday: 'long', hour: '2-digit', minute: '2-digit' });

function pathOf({ url }) {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** What everyone gets at this path; null if there is no such answer. @throws without a network */
async function readPublic(path, cache = 'default') {
  const answer = await fetch(path, { credentials: 'omit', cache });
  return answer.ok && /\bpublic\b/.test(answer.headers.get('cache-control')) ? answer : null;
}

/** The board that is kept; undefined if there is none, or if it is too old. */
async function keptBoard() {
  const cache = await caches.open(BOARD);
  const request = (await cache.keys()).find(({ url }) => new URL(url).pathname === BOARD_PATH);
  if (!request) return undefined;
  const page = await cache.match(request);
  const keptAt = Number(page.headers.get(KEPT_AT));
  if (Date.now() - keptAt < DAY_MS) return { address: pathOf(request), page, keptAt };
  await caches.delete(BOARD);
  return undefined;
}

/**
 * Reads the board again and keeps it in place of the last one, with its scripts, styles and fonts. Nothing stays that is not on
 * it any more, such as a photo that was erased.
 * @param shown the paths of pictures to keep, if they are on the board
 */
async function keep(address, shown) {
  const page = await readPublic(address, 'no-cache');
  if (!page) return void (await caches.delete(BOARD));
  const html = await page.text();
  const photos = new Set(html.match(/\/images\/[\w-]+\//g));
  const cache = await caches.open(BOARD);
  const before = (await cache.keys()).map(pathOf);
  const pictures = [...before, ...shown].filter((path) => photos.has(PHOTO.exec(path)?.[0]));
  const wanted = new Set([...(html.match(/\/assets\/[\w.-]+/g) ?? []), ...pictures]);
  await Promise.all(before.filter((path) => !wanted.has(path)).map((path) => cache.delete(path)));
  const missing = [...wanted].filter((path) => !before.includes(path));
  const read = async (path) => {
    const file = await readPublic(path);
    if (file) await cache.put(path, file);
  };
  // A board without one of its pictures is still a board.
  await Promise.allSettled(missing.map(read));
  const headers = new Headers(page.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  headers.set(KEPT_AT, String(Date.now()));
  await cache.put(address, new Response(html, { headers }));
}

/** A page was opened: keeps the board that it shows, or else looks what has become of the board that is kept. */
async function look({ address, pictures }) {
  const { pathname, searchParams } = new URL(address);
  if (UNTOUCHED.test(pathname)) return;
  // What people search for, and how far they have scrolled, is theirs.
  searchParams.delete('search');
  searchParams.delete('after');
  const opened = pathname === BOARD_PATH && `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}`;
  const board = opened || (await keptBoard())?.address;
  const shown = pictures.filter(Boolean).map((url) => pathOf({ url }));
  if (board) await keep(board, shown);
}

async function keepFiles() {
  const cache = await caches.open(STATIC);
  await cache.addAll(FILES.map((path) => new Request(path, { credentials: 'omit', cache: 'no-cache' })));
}

/** The page at an address that the network does not answer. */
async function offlinePage({ pathname, search }) {
  const board = await keptBoard();
  const at = board && time.format(board.keptAt);
  const isBoard = board && pathname === BOARD_PATH;
  if (isBoard && pathname + search !== board.address) return Response.redirect(board.address);
  const page = isBoard ? board.page : await caches.match('/offline.html');
  if (!page) return Response.error();
  const html = isBoard
    ? (await page.text()).replace(
        '<body>',
        `<body><script src="/back-online.js"></script><p class="offline-copy">You are offline. The board is as it was on ${at}. <a href="">Try Again</a></p>`,
      )
    : (await page.text()).replace(
        '<!--board-->',
        board ? `<a href="${board.address.replaceAll('&', '&amp;')}">The leaderboard of ${at}</a>` : '',
      );
  return new Response(html, { headers: page.headers });
}

/** Tasks run one after the other: what is forgotten does not come back with a task that began before. */
let last = Promise.resolve();
function inTurn(task) {
  last = last.then(task).catch(() => undefined);
  return last;
}

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(keepFiles());
});

addEventListener('activate', (event) => {
  const start = async () => {
    const old = (await caches.keys()).filter((name) => name !== STATIC && name !== BOARD);
    await Promise.all(old.map((name) => caches.delete(name)));
    // The request for a page does not wait for this worker to start.
    await registration.navigationPreload?.enable();
    await clients.claim();
  };
  event.waitUntil(start());
});

addEventListener('message', (event) => {
  event.waitUntil(inTurn(() => (event.data === 'forget' ? caches.delete(BOARD) : look(event.data))));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    const answer = async () => (await event.preloadResponse) ?? (await fetch(request));
    event.respondWith(UNTOUCHED.test(url.pathname) ? answer() : answer().catch(() => offlinePage(url)));
  } else if (FILE.test(url.pathname)) {
    const kept = async (error) => {
      const file = await caches.match(request, { ignoreVary: true });
      if (!file) throw error;
      return file;
    };
    event.respondWith(fetch(request).catch(kept));
  }
});
