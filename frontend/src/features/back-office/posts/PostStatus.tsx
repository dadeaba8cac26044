import type { AdminPost } from '../../../api/generated/schema.d.ts';
import { Tag, type TagLook } from '../../../components/Tag.tsx';

export const statusNames: Readonly<Record<AdminPost['status'], string>> = {
  pending: 'Pending Review',
  approved: 'Approved',
  hidden: 'Hidden',
  removed: 'Removed',
  escalated: 'Legal Hold',
};

const looks: Readonly<Record<AdminPost['status'], TagLook>> = {
  pending: 'attention',
  approved: 'good',
  hidden: 'plain',
  removed: 'danger',
  escalated: 'danger',
};

export function PostStatus({ post: { status, isPublic } }: { post: Pick<AdminPost, 'status' | 'isPublic'> }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Tag look={looks[status]}>{statusNames[status]}</Tag>
      {status === 'pending' && !isPublic && <Tag>Not public</Tag>}
    </span>
  );
}
