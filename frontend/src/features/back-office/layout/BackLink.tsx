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
