import { Link } from '@tanstack/react-router';
import { Heart, History, MessageCircle } from 'lucide-react';
import type { Post } from '../../api/generated/schema.d.ts';
import { useMarks } from '../../api/marks.ts';
import { useSession } from '../../api/session.ts';
import { plural } from '../../lib/wording.ts';
import { ReportControl } from '../report/ReportControl.tsx';
import { useForMembers } from '../session/MembersGate.tsx';
import { useLikePost } from './post.queries.ts';
import { ShareMenu } from './ShareMenu.tsx';

function LikeButton({ post, className }: { post: Post; className: string }) {
  const liked = useMarks(post.id).likedPosts.includes(post.id);
  const { mutate } = useLikePost(post.id);
  const forMembers = useForMembers();
  return (
    <button
      type="button"
      aria-pressed={liked}
      onClick={() => forMembers('Please sign up to like posts', () => mutate(!liked))}
      // Without scripts it only shows the number.
      className={`${className} unscripted:pointer-events-none unscripted:border-transparent`}
    >
      <Heart
        aria-hidden
        className={`size-5 transition-transform ${liked ? 'scale-110 fill-danger text-danger' : ''}`}
      />
      <span>{post.likesCount}</span>
      <span className="sr-only">{plural(post.likesCount, 'like')}</span>
    </button>
  );
}

const look =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border-[1.5px] border-line bg-sheet px-3.5 font-semibold max-lg:gap-1.5 max-lg:px-2 hover:border-accent hover:text-accent data-[state=open]:border-accent';
// 'Report' and 'History' have one width where the row is narrow, so that it does not change when it is known who reads.
const quietLook =
  'ml-auto inline-flex min-h-11 items-center gap-2 rounded-control px-2.5 text-[0.9375rem] font-semibold text-soft hover:bg-wash hover:text-accent max-lg:min-w-13.5 max-lg:justify-end max-lg:px-0.5 max-lg:text-sm max-lg:[&_svg]:hidden';

/** The actions on a post: like, go to the comments, share if others can see it, and report it; its history for its owner. */
export function PostActions({ post, isOwn }: { post: Post; isOwn: boolean }) {
  const { isLoading } = useSession();
  return (
    <div className="flex flex-wrap items-center gap-2 max-lg:gap-x-1.5">
      <LikeButton post={post} className={look} />
      <Link to="." search={(now) => ({ ...now, after: undefined })} state hash="comments" className={look}>
        <MessageCircle aria-hidden className="size-5" />
        <span>{post.commentsCount}</span>
        <span className="sr-only">{plural(post.commentsCount, 'comment')}</span>
      </Link>
      {post.isPublic && <ShareMenu post={post} isOwn={isOwn} className={`${look} unscripted:hidden`} />}
      {isOwn ? (
        // In the space of the other, which is empty until it is known who presses.
        <Link to="/account/timeline" search={{ post: post.id }} className={quietLook}>
          <History aria-hidden className="size-4" />
          History<span className="sr-only"> of this post</span>
        </Link>
      ) : (
        <ReportControl
          of={{ kind: 'post', id: post.id }}
          className={`${quietLook} unscripted:hidden ${isLoading ? 'member:invisible' : ''}`}
        />
      )}
    </div>
  );
}
