import type { Post } from '../../api/generated/schema.d.ts';
import { apart } from '../../components/on-demand.tsx';
import { SheetOfJudge } from './SheetOfJudge.tsx';

const OwnSheet = apart(
  () => import('./OwnSheet.tsx').then((module) => module.OwnSheet),
  // About as high, so that little moves when it is there.
  () => <div className="min-h-112" />,
);

/** The score sheet of a post: for its owner and, if they show it, for everyone. */
export function JudgeSheet({ post, isOwn }: { post: Post; isOwn: boolean }) {
  if (isOwn) return post.aiScore !== null && <OwnSheet postId={post.id} />;
  return post.scoreSheet && <SheetOfJudge sheet={post.scoreSheet} />;
}
