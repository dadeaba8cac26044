import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import * as v from 'valibot';
import type { RatingResult } from '../../api/generated/schema.d.ts';
import { parseJson } from '../../api/user-storage.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { ratingSchema, text } from '../../api/draft-storage.ts';
import { useUpload } from '../../api/use-upload.ts';
import { justPublished } from '../../lib/just-published.ts';

const fieldsOf = (image: File) => ({ image });

/** Has a photo rated. */
export function useRating(onRated: (rating: RatingResult) => void) {
  return useUpload({
    path: '/api/upload',
    fieldsOf,
    read: (body) => parseJson(ratingSchema, body),
    otherwise: 'Upload failed. Please try again.',
    onDone: onRated,
  });
}

/** Posts a photo without a rating and opens its post; for signed-in people. */
export function useDirectPost() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useUpload({
    path: '/api/posts/publish-direct',
    fieldsOf,
    read: (body) => parseJson(v.object({ id: text }), body),
    otherwise: 'Could not post to leaderboard. Please try again.',
    onDone: async ({ id }) => {
      // Cached boards lack the new post.
      queryClient.removeQueries({ queryKey: queryKeys.posts.all });
      queryClient.removeQueries({ queryKey: queryKeys.boards.all });
      justPublished.write(id);
      await navigate({ to: '/post/$id', params: { id } });
    },
  });
}
