import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { adminQuery } from '../session/admin.queries.ts';
import { type AsOfKind, asItWas } from '../subjects/as-of-kinds.ts';

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
