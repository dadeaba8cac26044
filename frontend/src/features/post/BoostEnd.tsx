import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { postBoostQuery, refreshBoosts } from '../../api/boosts.ts';
import type { Post } from '../../api/generated/schema.d.ts';
import { formatMinute } from '../../lib/dates.ts';

/** Reads the post again when its boost ends. */
function useEnd(expiresAt: string | null | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!expiresAt) return;
    const left = Date.parse(expiresAt) - Date.now();
    const timer = setTimeout(() => void refreshBoosts(queryClient), Math.max(left, 0) + 500);
    return () => clearTimeout(timer);
  }, [expiresAt, queryClient]);
}

/** When the boost of a post ends, for everybody. */
export function BoostEnd({ post }: { post: Post }) {
  const { data: boost } = useQuery({ ...postBoostQuery(post), enabled: post.isBoosted });
  const end = boost?.isActive ? boost.expiresAt : undefined;
  useEnd(end);
  if (!post.isBoosted || !end) return null;
  return (
    <span>
      until <time dateTime={end}>{formatMinute(end)}</time>
    </span>
  );
}
