import type { ManagedUser } from '../../../api/generated/schema.d.ts';
import { Tag } from '../../../components/Tag.tsx';
import { formatMinute } from '../../../lib/dates.ts';

interface PersonTagsProps {
  user: Pick<ManagedUser, 'suspension' | 'isAdmin' | 'deletionDueAt'>;
  /** What stands there for a person with nothing special. */
  otherwise?: string;
}

/** Whether a person is suspended, an admin, or about to leave. */
export function PersonTags({ user: { suspension, isAdmin, deletionDueAt }, otherwise }: PersonTagsProps) {
  return (
    <>
      {suspension && (
        <Tag look="danger">
          {suspension.endsAt === null ? 'Suspended' : `Suspended until ${formatMinute(suspension.endsAt)}`}
        </Tag>
      )}
      {isAdmin && <Tag look="attention">Admin</Tag>}
      {deletionDueAt !== null && <Tag>{`Leaves on ${formatMinute(deletionDueAt)}`}</Tag>}
      {!suspension && !isAdmin && deletionDueAt === null && otherwise && <span>{otherwise}</span>}
    </>
  );
}
