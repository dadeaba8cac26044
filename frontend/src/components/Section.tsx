import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** A sentence under the title. */
  intro?: ReactNode;
  children: ReactNode;
}

/** A titled sheet of a page that has several. */
export function Section({ title, intro, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-rule bg-sheet p-5 shadow-lift sm:p-8">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {intro !== undefined && <p className="mt-2 text-soft">{intro}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
}
