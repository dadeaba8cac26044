import type { ReactNode } from 'react';

interface PageTitleProps {
  children: ReactNode;
  /** One sentence under the title. */
  intro?: ReactNode;
}

export function PageTitle({ children, intro }: PageTitleProps) {
  return (
    <div className="mb-5">
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        {children}
      </h1>
      {intro !== undefined && <p className="mt-2 max-w-2xl text-soft">{intro}</p>}
    </div>
  );
}
