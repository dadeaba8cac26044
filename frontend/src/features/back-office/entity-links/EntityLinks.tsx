import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { Button } from '../../../components/Button.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { DELETED_ACCOUNT } from '../../../lib/wording.ts';
import { rowButton } from '../layout/page.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { asItWas, type AsOfKind, type Subject, trailOf } from './entity-pages.ts';

interface PersonLinkProps {
  id: string;
  /** Null for a deleted account. */
  name: string | null;
  /** Whether it opens in a new tab, where leaving the page has a price. */
  isApart?: boolean;
}

/** The name of a person, which leads to their page. */
export function PersonLink({ id, name, isApart = false }: PersonLinkProps) {
  return (
    <Link
      to="/rtm-sys/user/$id"
      params={{ id }}
      {...(isApart && { target: '_blank' })}
      className="inline-block min-h-6 leading-6 text-link"
    >
      <WrappedName>{name ?? DELETED_ACCOUNT}</WrappedName>
      {isApart && <span className="sr-only"> (in a new tab)</span>}
    </Link>
  );
}

interface TrailLinkProps {
  subject: Subject;
  /** What it is called, for screen readers. */
  name: string;
  /** Whether the words are shown, where there is room for them. */
  isWide?: boolean;
}

/** Leads to everything about a thing in the audit trail. */
export function TrailLink({ subject, name, isWide = false }: TrailLinkProps) {
  return (
    <Button asChild look={isWide ? 'secondary' : 'quiet'} className={rowButton}>
      <Link {...trailOf(subject)} aria-label={`Audit trail of ${name}`}>
        <ScrollText aria-hidden className="size-5" />
        {isWide && 'Audit Trail'}
      </Link>
    </Button>
  );
}

const names: Readonly<Record<AsOfKind, string>> = {
  post: 'Post',
  person: 'Person',
  report: 'Report',
  week: 'Week',
  payment: 'Payment',
  boost: 'Boost',
};

/** Leads to a thing as it was at each of its events, for those who may see it. */
export function AsItWas({ kind, id }: { kind: AsOfKind; id: string }) {
  const { data: admin } = useQuery(adminQuery);
  const page = asItWas({ kind, id }, admin?.role);
  if (!page) return null;
  return (
    <Link {...page} className="text-link text-sm">
      {names[kind]} as it was
    </Link>
  );
}
