import type { ManagedUser } from '../../../api/generated/schema.d.ts';
import { Tag } from '../../../components/Tag.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { profileParts } from '../acts/withhold.tsx';

interface PersonTagsProps {
  user: Pick<ManagedUser, 'suspension' | 'isAdmin' | 'deletionDueAt' | 'withheld'>;
  /** What stands there for a person with nothing special. */
  otherwise?: string;
}

/** Whether a person is suspended, an admin, or about to leave, and what is withheld of their profile. */
export function PersonTags({ user, otherwise }: PersonTagsProps) {
  const { suspension, isAdmin, deletionDueAt, withheld } = user;
  const parts = withheld.map(({ part }) => profileParts[part].toLowerCase());
  return (
    <>
      {suspension && (
        <Tag look="danger">
          {suspension.endsAt === null ? 'Suspended' : `Suspended until ${formatMinute(suspension.endsAt)}`}
        </Tag>
      )}
      {isAdmin && <Tag look="attention">Admin</Tag>}
      {deletionDueAt !== null && <Tag>{`Leaves on ${formatMinute(deletionDueAt)}`}</Tag>}
      {parts.length > 0 && <Tag look="attention">{`Withheld: ${parts.join(', ')}`}</Tag>}
      {!suspension && !isAdmin && deletionDueAt === null && parts.length === 0 && otherwise && (
        <span>{otherwise}</span>
      )}
    </>
  );
}
