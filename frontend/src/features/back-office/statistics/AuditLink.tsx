import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface AuditLinkProps {
  /** The types of the events. */
  types: readonly string[];
  /** The first and the last day, in UTC. */
  first: string;
  last: string;
  children: ReactNode;
}

/** Leads from a figure to the lines of the audit trail that it counts. */
export function AuditLink({ types, first, last, children }: AuditLinkProps) {
  return (
    <Link
      to="/rtm-sys/audit"
      search={{ action: types.join(','), from: `${first}T00:00:00.000Z`, to: `${last}T23:59:59.999Z` }}
      className="text-link"
    >
      {children}
    </Link>
  );
}
