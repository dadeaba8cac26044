import type { ReactNode } from 'react';
import type { ScoreSheet } from '../../api/generated/schema.d.ts';
import { CategoryScores } from '../../components/CategoryScores.tsx';
import { JudgeNote } from '../../components/JudgeNote.tsx';

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
