import type { LiveMessage } from '../../api/types.ts';

/** How long after a refusal (too many streams, a server that is away) it asks again, in milliseconds. */
const pause = (): number => 20_000 + Math.random() * 20_000;

/** What a stream of live updates tells. */
export interface LiveListener {
  /** Something has happened to posts. */
  onPosts: (message: LiveMessage) => void;
  /** The stream stands, but does not tell what happened before: `since` (ms since 1970) is when it began to stand. */
  onGap: (since: number) => void;
}

/**
 * Follows what happens on the site while the tab can be seen: one connection, closed while the tab is hidden, which goes
 * on where it was when the tab comes back. A lost connection is taken up again by the browser itself. Answers how to end it.
 */
export function followLive({ onPosts, onGap }: LiveListener): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let position: string | undefined;

  const close = (): void => {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };

  const open = (): void => {
    if (source || document.visibilityState === 'hidden') return;
    clearTimeout(retry);
    const stream = new EventSource(position === undefined ? '/api/live' : `/api/live?after=${position}`);
    source = stream;
    const take = (event: MessageEvent<string>): void => {
      if (event.lastEventId !== '') position = event.lastEventId;
    };
    stream.addEventListener('ready', (event) => {
      const isFirst = position === undefined;
      take(event);
      if (isFirst) onGap(Date.now());
    });
    stream.addEventListener('posts', (event) => {
      take(event);
      onPosts(JSON.parse(event.data));
    });
    stream.addEventListener('reload', (event) => {
      take(event);
      onGap(Date.now());
    });
    stream.addEventListener('error', () => {
      // Otherwise the browser connects anew by itself.
      if (stream.readyState !== EventSource.CLOSED || source !== stream) return;
      close();
      retry = setTimeout(open, pause());
    });
  };

  const look = (): void => (document.visibilityState === 'hidden' ? close() : open());
  document.addEventListener('visibilitychange', look);
  open();
  return () => {
    document.removeEventListener('visibilitychange', look);
    close();
  };
}
