import type { Act } from '../../../api/generated/schema.d.ts';
import { Tag } from '../../../components/Tag.tsx';

const words: Readonly<Record<NonNullable<Act['own']>['status'], string>> = {
  waiting: 'Own, waits',
  withdrawn: 'Own, withdrawn',
  lapsed: 'Own, lapsed',
  due: 'Own, being done',
  refused: 'Own, not done',
  done: 'Own',
};

/** Marks a decision that concerns the admin who made it. */
export function OwnTag({ own }: Pick<Act, 'own'>) {
  return own && <Tag look="attention">{words[own.status]}</Tag>;
}
