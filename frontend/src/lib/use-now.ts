import { useHydrated } from '@tanstack/react-router';
import { createStore, type Store, useStore } from './create-store.ts';
import type { Zone } from './dates.ts';

/** A clock that ticks while it has subscribers. */
function createClock(period: number): Store<number> {
  return createStore(0, {
    follow: (write) => {
      const timer = setInterval(() => write(Date.now()), period);
      return () => clearInterval(timer);
    },
    // After a pause the first reader must not see the old time.
    peek: (last) => (Date.now() - last >= period ? Date.now() : last),
  });
}

const clocks = { second: createClock(1000), minute: createClock(60_000) };

/**
 * The time in milliseconds since 1970, updated every second or minute; all callers share one timer. 0 on the server, and in
 * the first render of its page: what the server has rendered may be old.
 */
export function useNow(every: keyof typeof clocks): number {
  return useStore(clocks[every]);
}

/** The time zone of dates: UTC on the server and in the first render of its page, then the reader's. */
export function useZone(): Zone {
  return useHydrated() ? undefined : 'UTC';
}
