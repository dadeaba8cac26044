import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { byCursor, nextPage, type ProfilePage } from '../../api/pages.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useAdoptUser } from '../../api/change-session.ts';
import type { Platform } from '../../lib/social-links.ts';

async function readPage(id: string, cursor: string | undefined): Promise<ProfilePage> {
  const call = api.GET('/api/users/{id}', {
    params: { path: { id }, ...(cursor && { query: { cursor } }) },
  });
  const profile = await bodyOf(call);
  return { ...profile, next: nextPage((await call).response) };
}

/**
 * The public profile of a person, with their posts page by page; an `ApiError` of status 404 if the person does not
 * exist.
 */
export const profileQuery = (id: string, after?: string) =>
  infiniteQueryOptions({
    ...byCursor,
    initialPageParam: after,
    queryKey: queryKeys.profiles.profile(id, after),
    queryFn: ({ pageParam }) => readPage(id, pageParam),
  });

/** A change of the public profile: null clears a field, a missing field stays as it is. */
export interface ProfileChange {
  displayUsername?: string | null;
  bio?: string | null;
  socialLinks?: { [P in Platform]?: string } | null;
}

export function useUpdateProfile() {
  return useMutation({
    mutationFn: (body: ProfileChange) => bodyOf(api.PATCH('/api/user/profile', { body })),
    onSuccess: useAdoptUser(),
  });
}

export function useRemovePicture() {
  return useMutation({
    mutationFn: () => bodyOf(api.DELETE('/api/user/profile/picture')),
    onSuccess: useAdoptUser(),
  });
}
