import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { MouseEventHandler, ReactNode } from 'react';

interface BackLinkProps {
  to: LinkProps['to'];
  children: ReactNode;
  onClick?: MouseEventHandler;
}

/** Leads from a page about one thing back to its list. */
export function BackLink({ to, children, onClick }: BackLinkProps) {
  return (
    <Link
      to={to}
      onClick={onClick}
      className="text-link mb-3 inline-flex min-h-9 items-center gap-1.5 no-underline"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  );
}

interface PageTitleProps {
  children: ReactNode;
  /** One sentence under the title. */
  intro?: ReactNode;
  beside?: ReactNode;
}

export function PageTitle({ children, intro, beside }: PageTitleProps) {
  return (
    <div className="mb-5">
      <div className="flex items-center justify-between gap-4">
        <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
          {children}
        </h1>
        {beside}
      </div>
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

export const menuSheet =
  'z-40 max-h-[min(70vh,var(--radix-dropdown-menu-content-available-height))] w-64 max-w-[calc(100vw-2rem)] animate-fade overflow-y-auto rounded-card border-[1.5px] border-ink bg-sheet p-1.5 shadow-lift';

export const menuItem =
  'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-control px-3 font-medium outline-none data-highlighted:bg-wash ' +
  'data-highlighted:text-accent forced-colors:data-highlighted:system-chosen';

/** The look of a button in a row of a list. */
export const rowButton = 'min-h-9! px-2.5! py-1! text-sm whitespace-nowrap';

/** The look of a button in the bar above a list. */
export const barButton = 'min-h-10 px-3 py-1.5 text-[0.9375rem] max-sm:grow max-sm:px-2';

/** The same for one of the tabs above a list: the current one stands out. */
export const barTab = `${barButton} aria-[current=page]:bg-ink aria-[current=page]:text-paper forced-colors:aria-[current=page]:system-chosen`;
