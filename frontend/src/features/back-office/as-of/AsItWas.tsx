import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { adminQuery } from '../session/admin.queries.ts';
import { type AsOfKind, asOfKinds } from './as-of.query.ts';

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
  if (!admin || !asOfKinds[kind].includes(admin.role)) return null;
  return (
    <Link to="/rtm-sys/as-of/$kind/$id" params={{ kind, id }} className="text-link text-sm">
      {names[kind]} as it was
    </Link>
  );
}
