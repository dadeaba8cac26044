import { useSyncExternalStore } from 'react';

interface Ticker {
  subscribe: (listener: () => void) => () => void;
  read: () => number;
}

/** A clock that stands still between its ticks, and while nobody looks at it. */
function createTicker(period: number): Ticker {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = (): void => {
    now = Date.now();
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      if (listeners.size === 0) timer = setInterval(tick, period);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
    read() {
      // The first look after a pause must not see the time before it.
      if (listeners.size === 0 && Date.now() - now >= period) now = Date.now();
      return now;
    },
  };
}

const tickers = { second: createTicker(1000), minute: createTicker(60_000) };

/** The time now in milliseconds since 1970, moved on every second or minute; all who look share one timer. */
export function useNow(every: keyof typeof tickers): number {
  const { subscribe, read } = tickers[every];
  return useSyncExternalStore(subscribe, read);
}
