import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Act } from '../../../api/generated/schema.d.ts';
import { Notice } from '../../../components/Notice.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { adminQuery } from '../session/admin.queries.ts';

const words: Readonly<Record<NonNullable<Act['own']>['status'], string>> = {
  waiting: 'Own, waits',
  withdrawn: 'Own, withdrawn',
  lapsed: 'Own, lapsed',
  due: 'Own, being done',
  refused: 'Own, not done',
  done: 'Own',
};

/** Marks a decision that concerns the admin who made it. */
export function SelfDecisionTag({ own }: Pick<Act, 'own'>) {
  return own && <Tag look="attention">{words[own.status]}</Tag>;
}

interface SelfDecisionHintProps {
  /** The account that something belongs to. */
  accountId: string | null;
  /** A line below a name, or a notice on a page. */
  as?: 'line' | 'notice';
  /** What it is, and what follows from that. */
  children: ReactNode;
}

/** Says that something belongs to the admin who looks at it. */
export function SelfDecisionHint({ accountId, as = 'line', children }: SelfDecisionHintProps) {
  const { data: self } = useQuery(adminQuery);
  if (accountId === null || !self?.accountIds.includes(accountId)) return null;
  if (as === 'line') return <span className="block text-sm font-normal text-soft">{children}</span>;
  return (
    <div className="mt-5">
      <Notice look="calm">{children}</Notice>
    </div>
  );
}
