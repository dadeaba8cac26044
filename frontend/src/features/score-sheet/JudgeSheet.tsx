import { useState } from 'react';
import type { Post } from '../../api/generated/schema.d.ts';
import { apart } from '../../components/on-demand.tsx';
import { SheetOfJudge } from './SheetOfJudge.tsx';

const OwnSheet = apart(
  () => import('./OwnSheet.tsx').then((module) => module.OwnSheet),
  // About as high, so that little moves when it is there.
  () => <div className="min-h-112" />,
);

/**
 * Opens the own score sheet, in a row that is there anyway: where a page of the server learns late whose it is, nothing moves
 * under the pointer.
 */
export function OwnSheetOnDemand({ post }: { post: Post }) {
  const [open, setOpen] = useState(false);
  if (post.aiScore === null) return null;
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="absolute top-0 right-7 min-h-11 rounded-control px-2 text-[0.9375rem] font-semibold text-soft hover:bg-wash hover:text-accent"
      >
        Score sheet
      </button>
      {open && (
        <div className="pt-3">
          <OwnSheet postId={post.id} />
        </div>
      )}
    </>
  );
}

/** The score sheet of a post: for its owner and, if they show it, for everyone. */
export function JudgeSheet({ post, isOwn }: { post: Post; isOwn: boolean }) {
  if (isOwn) return post.aiScore !== null && <OwnSheet postId={post.id} />;
  return post.scoreSheet && <SheetOfJudge sheet={post.scoreSheet} />;
}
