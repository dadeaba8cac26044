import { useQuery } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import type { Post } from '../../api/types.ts';
import { useForMembers } from '../session/MembersGate.tsx';
import { likeQuery, useLikePost } from './like.queries.ts';

/** Likes a post, or takes the like back. */
export function LikeButton({ post, className }: { post: Post; className: string }) {
  const { data: liked = false } = useQuery(likeQuery(post.id));
  const { mutate } = useLikePost(post.id);
  const forMembers = useForMembers();
  return (
    <button
      type="button"
      aria-pressed={liked}
      onClick={() => forMembers('Please sign up to like posts', () => mutate(!liked))}
      className={className}
    >
      <Heart
        aria-hidden
        className={`size-5 transition-transform ${liked ? 'scale-110 fill-danger text-danger' : ''}`}
      />
      {post.likesCount}
      <span className="sr-only">{post.likesCount === 1 ? 'like' : 'likes'}</span>
    </button>
  );
}
