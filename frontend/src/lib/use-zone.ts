import { useHydrated } from '@tanstack/react-router';
import type { Zone } from './dates.ts';

/** The time zone of dates: UTC on the server and in the first render of its page, then the reader's. */
export function useZone(): Zone {
  return useHydrated() ? undefined : 'UTC';
}
