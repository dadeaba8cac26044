import { Link } from '@tanstack/react-router';
import { api } from '../../../api/client.ts';
import type { AdminAppeal } from '../../../api/generated/schema.d.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Tag, type TagLook } from '../../../components/Tag.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { type List, pageOf } from '../table/list.ts';

export const deletedPerson = 'Deleted account';

const aboutNames: Readonly<Record<AdminAppeal['about'], string>> = {
  post: 'Post',
  comment: 'Comment',
  report: 'Report',
  suspension: 'Suspension',
  strike: 'Strike',
};

const outcomeNames: Readonly<Record<AdminAppeal['outcome'], string>> = {
  waiting: 'Waiting',
  granted: 'Granted',
  rejected: 'Rejected',
};

const looks: Readonly<Record<AdminAppeal['outcome'], TagLook>> = {
  waiting: 'attention',
  granted: 'good',
  rejected: 'plain',
};

export function OutcomeTag({ outcome }: Pick<AdminAppeal, 'outcome'>) {
  return <Tag look={looks[outcome]}>{outcomeNames[outcome]}</Tag>;
}

/** What an appeal is against: the decision, or what it was about where the decision is not known. */
export function decisionName({ name, about }: AdminAppeal): string {
  return name ?? aboutNames[about];
}

function nameOf({ username }: AdminAppeal): string {
  return `the appeal by ${username ?? deletedPerson}`;
}

export const appeals: List<AdminAppeal> = {
  name: 'appeals',
  plural: 'appeals',
  hasFile: true,
  defaultSort: '-createdAt',
  filters: [
    { key: 'outcome', label: 'Outcome', options: Object.entries(outcomeNames) },
    { key: 'about', label: 'About', options: Object.entries(aboutNames) },
  ],
  idOf: ({ id }) => id,
  subjectOf: ({ id }) => ({ kind: 'appeal', id }),
  nameOf,
  read: (query) => pageOf(api.GET('/api/rtm-sys/appeals', { params: { query } })),
  opens: ({ id }) => ({ to: '/rtm-sys/appeal/$id', params: { id } }),
  columns: [
    {
      id: 'decision',
      label: 'Decision',
      cell: (appeal) => (
        <Link
          to="/rtm-sys/appeal/$id"
          params={{ id: appeal.id }}
          aria-label={`Open ${nameOf(appeal)}: ${decisionName(appeal)}`}
          className="font-semibold text-link"
        >
          {decisionName(appeal)}
        </Link>
      ),
    },
    { id: 'outcome', label: 'Outcome', cell: ({ outcome }) => <OutcomeTag outcome={outcome} /> },
    {
      id: 'person',
      label: 'Person',
      cell: ({ username }) => <WrappedName>{username ?? deletedPerson}</WrappedName>,
    },
    {
      id: 'text',
      label: 'Appeal',
      cell: ({ text }) => (
        <p dir="auto" className="line-clamp-3 xl:min-w-44 [overflow-wrap:anywhere]">
          {text ?? 'The person is deleted.'}
        </p>
      ),
    },
    {
      id: 'reason',
      label: 'Reason',
      isOptional: true,
      cell: ({ reason }) => (reason === null ? '–' : decisionReasons[reason]),
    },
    { id: 'actBy', label: 'Decided by', cell: ({ actBy }) => actBy ?? '–' },
    {
      id: 'decidedBy',
      label: 'Appeal decided by',
      isOptional: true,
      cell: ({ decidedBy }) => decidedBy ?? '–',
    },
    {
      id: 'createdAt',
      label: 'Filed',
      isSortable: true,
      cell: ({ filedAt }) => <RelativeTime iso={filedAt} className="whitespace-nowrap" />,
    },
  ],
};
