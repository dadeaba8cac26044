import { api } from '../../../api/client.ts';
import type { AdminReport } from '../../../api/generated/schema.d.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Tag, type TagLook } from '../../../components/Tag.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { counted, DELETED_ACCOUNT } from '../../../lib/wording.ts';
import { OwnTag } from '../acts/OwnTag.tsx';
import { AsItWas } from '../as-of/AsItWas.tsx';
import { type List, pageOf } from '../table/list.ts';
import { PostLink } from '../table/Picture.tsx';

const statusNames: Readonly<Record<AdminReport['status'], string>> = {
  pending: 'Pending',
  reviewed: 'Reviewed',
  dismissed: 'Dismissed',
};

const looks: Readonly<Record<AdminReport['status'], TagLook>> = {
  pending: 'attention',
  reviewed: 'good',
  dismissed: 'plain',
};

/** What a report is called for screen readers. */
export function reportName({ username, ownerName }: AdminReport): string {
  return `the report by ${username ?? DELETED_ACCOUNT} on the post by ${ownerName ?? DELETED_ACCOUNT}`;
}

function ReportedPost({ report: { postId, imageUrl, ownerName, openReports } }: { report: AdminReport }) {
  return (
    <PostLink postId={postId} imageUrl={imageUrl} of={`the post by ${ownerName ?? DELETED_ACCOUNT}`}>
      <WrappedName>{ownerName ?? DELETED_ACCOUNT}</WrappedName>
      {openReports > 1 && (
        <span className="block text-sm font-normal text-soft">{counted(openReports, 'open report')}</span>
      )}
    </PostLink>
  );
}

export const reports: List<AdminReport> = {
  name: 'reports',
  plural: 'reports',
  hasFile: true,
  searchLabel: 'Search in reasons',
  defaultSort: '-createdAt',
  filters: [
    { key: 'status', label: 'Status', options: Object.entries(statusNames) },
    { key: 'category', label: 'Category', options: Object.entries(decisionReasons) },
  ],
  idFilters: [{ key: 'post', label: 'On one post' }],
  idOf: ({ id }) => id,
  subjectOf: ({ id }) => ({ kind: 'report', id }),
  nameOf: reportName,
  read: (query) => pageOf(api.GET('/api/rtm-sys/reports', { params: { query } })),
  columns: [
    { id: 'post', label: 'Post', cell: (report) => <ReportedPost report={report} /> },
    {
      id: 'status',
      label: 'Status',
      cell: ({ status, own }) => (
        <>
          <Tag look={looks[status]}>{statusNames[status]}</Tag> <OwnTag own={own} />
        </>
      ),
    },
    {
      id: 'reason',
      label: 'Reason',
      cell: ({ category, reason, notes }) => (
        <div className="xl:min-w-36">
          <p className="font-semibold">{decisionReasons[category]}</p>
          <p className="[overflow-wrap:anywhere]">{reason ?? 'The reporter is deleted.'}</p>
          {notes.map(({ at, adminName, text }) => (
            <p
              key={at}
              className="mt-1 border-l-2 border-line pl-2 text-sm text-soft [overflow-wrap:anywhere]"
            >
              {adminName ?? 'An admin'}: {text}
            </p>
          ))}
        </div>
      ),
    },
    {
      id: 'reporter',
      label: 'Reporter',
      cell: ({ username, earlier }) => (
        <>
          <WrappedName>{username ?? DELETED_ACCOUNT}</WrappedName>
          {earlier > 0 && <span className="block text-sm text-soft">reported it before</span>}
        </>
      ),
    },
    {
      id: 'assignee',
      label: 'Assigned to',
      isOptional: true,
      cell: ({ assigneeName }) => assigneeName ?? '–',
    },
    {
      id: 'createdAt',
      label: 'Reported',
      isSortable: true,
      cell: ({ id, createdAt }) => (
        <>
          <RelativeTime iso={createdAt} className="block whitespace-nowrap" />
          <AsItWas kind="report" id={id} />
        </>
      ),
    },
  ],
};
