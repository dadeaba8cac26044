import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Post } from '../../api/types.ts';
import { commentsQuery } from './comments.queries.ts';
import { mostListed } from './fresh-count.ts';
import { countReplies, findComment } from './thread.ts';

/** The comments as they are now, beside those on the screen, which stay as they were read; forgotten when nobody asks. */
const currentCommentsQuery = ({ id, commentsCount }: Post, commentId: string | undefined) =>
  queryOptions({
    ...commentsQuery(id),
    // With the count, so that they are read once more when it changes.
    queryKey: [...commentsQuery(id).queryKey, 'replies', commentId ?? '', String(commentsCount)],
    // The server does not list all of more than that.
    enabled: commentId !== undefined && commentsCount <= mostListed,
    gcTime: 0,
  });

/** How many replies a comment has. */
interface ReplyCount {
  /** Undefined while it is being found out, and when it can't be. */
  replies: number | undefined;
  isUnknown: boolean;
}

/** How many replies there are under a comment on the server, and always anew when comments come or go; of none without one. */
export function useReplyCount(post: Post, commentId: string | undefined): ReplyCount {
  const { data, isFetching } = useQuery(currentCommentsQuery(post, commentId));
  if (isFetching) return { replies: undefined, isUnknown: false };
  if (!data || commentId === undefined) return { replies: undefined, isUnknown: true };
  const comment = findComment(data, commentId);
  // It may be gone already, and with it all that answered it.
  return { replies: comment ? countReplies(comment) : 0, isUnknown: false };
}
