import { Link } from '@tanstack/react-router';
import { api } from '../../../api/client.ts';
import type { BlockedPicture } from '../../../api/generated/schema.d.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { Tag } from '../../../components/Tag.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { type List, pageOf } from '../table/list.ts';

const shortHash = (imageHash: string): string => imageHash.slice(0, 12);

/** The pictures of removed posts, which cannot be uploaded again. */
export const blocked: List<BlockedPicture> = {
  name: 'blocked-pictures',
  plural: 'blocked pictures',
  filters: [
    {
      key: 'lifted',
      label: 'Blocks',
      options: [['true', 'Lifted or undone']],
    },
  ],
  idOf: ({ imageHash }) => imageHash,
  subjectOf: ({ imageHash }) => ({ kind: 'picture', id: imageHash }),
  nameOf: ({ imageHash }) => `the picture ${shortHash(imageHash)}`,
  read: ({ lifted, ...query }) =>
    pageOf(
      api.GET('/api/rtm-sys/blocked-pictures', {
        params: { query: { ...query, ...(lifted === 'true' && { lifted: true }) } },
      }),
    ),
  columns: [
    {
      id: 'picture',
      label: 'Picture',
      cell: ({ imageHash }) => <code title={imageHash}>{shortHash(imageHash)}…</code>,
    },
    {
      id: 'status',
      label: 'Status',
      cell: ({ isBlocked }) => (isBlocked ? <Tag look="danger">Blocked</Tag> : <Tag>Can be uploaded</Tag>),
    },
    {
      id: 'reason',
      label: 'Why',
      cell: ({ reason, notes }) => (
        <div className="xl:min-w-44">
          <p>{decisionReasons[reason]}</p>
          {notes.map(({ at, by, note }) => (
            <p
              key={at}
              className="mt-1 border-l-2 border-line pl-2 text-sm text-soft [overflow-wrap:anywhere]"
            >
              {by ?? 'An admin'}: {note}
            </p>
          ))}
        </div>
      ),
    },
    {
      id: 'post',
      label: 'Post',
      cell: ({ postId }) => (
        <Link to="/rtm-sys/post/$id" params={{ id: postId }} className="text-link">
          Open
        </Link>
      ),
    },
    { id: 'blockedAt', label: 'Blocked', cell: ({ blockedAt }) => formatMinute(blockedAt) },
  ],
};
