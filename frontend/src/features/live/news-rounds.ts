import type { LiveMessage, LiveNews } from '../../api/generated/schema.d.ts';
import { noteClock } from '../../api/server-clock.ts';
import { waitOf } from '../../api/upload-end.ts';

/** Who follows live news, and up to which position they know them; undefined before the first answer. */
export interface LiveReader {
  position: string | undefined;
  onPosts: (message: LiveMessage) => void;
  /** The news go on from here, but what was read before `since` (ms since 1970) may be older. */
  onGap: (since: number) => void;
  /** Something of the signed-in person may have changed. */
  onInbox: () => void;
}

/** The shortest time between two requests, and how much longer it may be, in milliseconds. */
const INTERVAL = 45_000;
const SPREAD = 15_000;
/** No server is left alone for longer than this. */
const LONGEST = 60 * 60_000;

/** Asks once. Returns how long the server wants to be left alone, in milliseconds; undefined if it does not say. */
async function ask(reader: LiveReader, signal: AbortSignal): Promise<number | undefined> {
  const { position } = reader;
  const response = await fetch(`/api/live/news${position === undefined ? '' : `?after=${position}`}`, {
    headers: position === undefined ? {} : { 'if-none-match': `"${position}"` },
    signal,
  });
  if (response.status !== 304 && !response.ok) return waitOf(response.headers.get('retry-after'), Date.now());
  noteClock(response);
  if (response.status === 304) return undefined;
  const { position: next, reload, ...message } = (await response.json()) as LiveNews;
  // The stream tells the same, and more.
  signal.throwIfAborted();
  if (reload) reader.onGap(Infinity);
  else if (position === undefined) reader.onGap(Date.now());
  else reader.onPosts(message);
  reader.position = next;
  return undefined;
}

/**
 * Asks for live news about once a minute, for a page that gets no stream, while it is started. It does not ask earlier if it
 * is stopped and started again.
 */
export function newsRounds(reader: LiveReader): { start: () => void; stop: () => void } {
  // All pages of a site may lose their streams at once.
  let dueAt = Date.now() + Math.random() * INTERVAL;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  const start = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void round(), Math.max(0, dueAt - Date.now()));
  };
  const round = async (): Promise<void> => {
    asking?.abort();
    const { signal } = (asking = new AbortController());
    const interval = INTERVAL + Math.random() * SPREAD;
    dueAt = Date.now() + interval;
    start();
    reader.onInbox();
    const wait = (await ask(reader, signal).catch(() => undefined)) ?? 0;
    if (wait <= interval) return;
    dueAt = Date.now() + Math.min(wait, LONGEST) + Math.random() * SPREAD;
    if (!signal.aborted) start();
  };
  const stop = (): void => {
    clearTimeout(timer);
    asking?.abort();
  };
  return { start, stop };
}
