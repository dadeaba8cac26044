import { MessageCircle } from 'lucide-react';
import type { Post } from '../../api/types.ts';
import { LikeButton } from '../likes/LikeButton.tsx';
import { ReportControl } from '../reports/ReportControl.tsx';
import { ShareMenu } from '../sharing/ShareMenu.tsx';

const look =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border-[1.5px] border-line bg-sheet px-3.5 font-semibold hover:border-accent hover:text-accent data-[state=open]:border-accent';
const quietLook =
  'inline-flex min-h-11 items-center gap-2 rounded-control px-2.5 text-[0.9375rem] font-semibold text-soft hover:bg-wash hover:text-accent';

/** What one can do with a post: like it, go to its comments, share it; and report it, unless it is one's own. */
export function PostActions({ post, isOwn }: { post: Post; isOwn: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <LikeButton post={post} className={look} />
      <a href="#comments" className={look}>
        <MessageCircle aria-hidden className="size-5" />
        {post.commentsCount}
        <span className="sr-only">{post.commentsCount === 1 ? 'comment' : 'comments'}</span>
      </a>
      <ShareMenu post={post} className={look} />
      {!isOwn && <ReportControl postId={post.id} className={`${quietLook} ml-auto`} />}
    </div>
  );
}
