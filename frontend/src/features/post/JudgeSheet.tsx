import type { ReactNode } from 'react';
import type { Post, ScoreSheet } from '../../api/generated/schema.d.ts';
import { CategoryScores } from '../../components/CategoryScores.tsx';
import { JudgeNote } from '../../components/JudgeNote.tsx';
import { apart } from '../../components/on-demand.tsx';

const OwnSheet = apart(
  () => import('./OwnSheet.tsx').then((module) => module.OwnSheet),
  // About as high, so that little moves when it is there.
  () => <div className="min-h-112" />,
);

/** The judge's note and the category scores of a post. */
export function SheetOfJudge({ sheet, children }: { sheet: ScoreSheet; children?: ReactNode }) {
  return (
    <section aria-labelledby="judge" className="space-y-4 border-t border-rule pt-5">
      <h2 id="judge" className="eyebrow font-sans text-soft">
        The Judge’s Score Sheet
      </h2>
      <JudgeNote rating={sheet} />
      <CategoryScores scores={sheet} />
      {children}
    </section>
  );
}

/** The score sheet of a post: for its owner and, if they show it, for everyone. */
export function JudgeSheet({ post, isOwn }: { post: Post; isOwn: boolean }) {
  if (isOwn) return post.aiScore !== null && <OwnSheet postId={post.id} />;
  return post.scoreSheet && <SheetOfJudge sheet={post.scoreSheet} />;
}
