import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

/** Leads from a page about one thing back to its list. */
export function BackLink({ to, children }: { to: LinkProps['to']; children: ReactNode }) {
  return (
    <Link to={to} className="text-link mb-3 inline-flex min-h-9 items-center gap-1.5 no-underline">
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  );
}

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

interface FactsProps {
  /** What each is called, and what it is; those that are unknown (null or empty) are left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-5 gap-y-1.5 sm:grid-cols-[minmax(9rem,max-content)_minmax(0,1fr)]">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
