import { hashKey, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { forgetOffline } from '../lib/offline.ts';
import { ApiError, InvalidResponseError } from './api-error.ts';
import { api, bodyOf } from './client.ts';
import type { User } from './generated/schema.d.ts';
import { queryKeys } from './query-keys.ts';

/** The user of a call that promises one; throws an `InvalidResponseError` for an answer without a user, such as `{}`. */
export async function userOf(call: Promise<{ data?: User }>): Promise<User> {
  const user: Partial<User> = await bodyOf(call);
  if (typeof user.id !== 'string' || user.id === '') throw new InvalidResponseError();
  return user as User;
}

/** Whether the server has marked this browser as signed in: visitors need not ask. */
export function isMarked(): boolean {
  try {
    return /(?:^|; )(?:__Host-)?member=/.test(document.cookie);
  } catch {
    // The browser forbids cookies.
    return false;
  }
}

async function readSession(known: () => User | null): Promise<User | null> {
  if (!isMarked()) return null;
  try {
    return await userOf(api.GET('/api/auth/me'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      // It has ended elsewhere, perhaps with the account.
      forgetOffline();
      return null;
    }
    console.error('Session check failed', error);
    return known();
  }
}

/**
 * The signed-in person, or null. If the first check fails, the visitor counts as signed out. If a later check fails,
 * nothing changes: a lost network signs nobody out.
 */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: ({ client }) => readSession(() => client.getQueryData<User | null>(queryKeys.session) ?? null),
});

const sessionHash = hashKey(queryKeys.session);

/** Matches every cached answer except the session. */
export function isNotSession({ queryHash }: { queryHash: string }): boolean {
  return queryHash !== sessionHash;
}

/**
 * Calls `changed` with the ids of the signed-in person before and after, each time that they differ: null for a visitor.
 * Also called for the first person that is found. Returns how to stop.
 */
export function watchPerson(
  queryClient: QueryClient,
  changed: (before: string | null, now: string | null) => void,
): () => void {
  const read = () => queryClient.getQueryData<User | null>(queryKeys.session)?.id ?? null;
  let before: string | null = null;
  const look = (): void => {
    const now = read();
    if (now === before) return;
    const last = before;
    before = now;
    changed(last, now);
  };
  look();
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === sessionHash) look();
  });
}

/**
 * The session as it is known now: `user` is null for visitors and while `isLoading`, as on the server and in the first render
 * of its page.
 */
export function useSession(): { user: User | null; isLoading: boolean } {
  const { data = null, isPending } = useQuery(sessionQuery);
  const isKnown = useHydrated() && !isPending;
  return { user: isKnown ? data : null, isLoading: !isKnown };
}
