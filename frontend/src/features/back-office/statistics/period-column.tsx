import type { Period } from '../../../api/generated/schema.d.ts';
import { Tag } from '../../../components/Tag.tsx';
import type { Column } from '../table/list.ts';
import type { Range } from './range.ts';

/** The column with the day or the week of a row, and whether it is over. */
export function periodColumn(by: Range['by']): Column<Period> {
  const cell = ({ name, isComplete }: Period) => (
    <span className="whitespace-nowrap">
      <strong>{name}</strong> {!isComplete && <Tag>Not over</Tag>}
    </span>
  );
  return { id: 'period', label: by === 'day' ? 'Day' : 'Week', cell };
}
