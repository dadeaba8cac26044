import type { ReactNode } from 'react';

export interface LegalSection {
  title: string;
  content: ReactNode;
}

interface LegalDocumentProps {
  title: string;
  /** The dates below the title. */
  dates: string;
  sections: readonly LegalSection[];
}

/** A legal text: numbered sections in a box that can be scrolled by keyboard too. */
export function LegalDocument({ title, dates, sections }: LegalDocumentProps) {
  return (
    <article className="mx-auto max-w-reading px-4 pt-10 pb-16 sm:px-6 sm:pt-14">
      <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
        {title}
      </h1>
      <p className="mt-3 text-soft">{dates}</p>
      <div
        role="region"
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it no keyboard could scroll the box
        tabIndex={0}
        className="mt-8 max-h-[70vh] overflow-y-auto rounded-card border border-rule bg-sheet p-6 shadow-lift sm:p-10 print:max-h-none print:overflow-visible print:border-0 print:p-0 print:shadow-none"
      >
        <ol className="space-y-9">
          {sections.map(({ title: heading, content }, index) => (
            <li key={heading}>
              <h2 className="flex gap-3 text-xl [overflow-wrap:anywhere] sm:text-2xl">
                <span className="shrink-0 text-accent">{index + 1}.</span>
                {heading}
              </h2>
              <div className="mt-3 space-y-3 [&_li]:mt-1 [&_ul]:list-disc [&_ul]:pl-6">{content}</div>
            </li>
          ))}
        </ol>
      </div>
    </article>
  );
}
