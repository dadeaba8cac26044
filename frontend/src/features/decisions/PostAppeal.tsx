import { useQuery } from '@tanstack/react-query';
import { Appeal } from './Appeal.tsx';
import { decisionsQuery } from './decisions.queries.ts';

/** The appeal against the decision about a post, for its owner. */
export function PostAppeal({ actId }: { actId: string }) {
  const { data: decisions } = useQuery(decisionsQuery);
  const decision = decisions?.find((one) => one.actId === actId);
  return decision && <Appeal decision={decision} />;
}
