import { useQuery } from '@tanstack/react-query';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { limits } from '../../api/generated/limits.ts';
import type { AdminReport } from '../../api/generated/schema.d.ts';
import { decisionReasons, reasonCodes } from '../../api/reasons.ts';
import { counted, DELETED_ACCOUNT } from '../../lib/wording.ts';
import { type Act, acted, pathOf, type Question, textOf, withdrawing } from './acts/act.ts';
import { askNote, TextDialog, undoing } from './acts/ask.tsx';
import { SelfDecisionTag } from './acts/self-decision.tsx';
import type { Begin } from './acts/use-acts.tsx';
import { PersonLink } from './entity-links/EntityLinks.tsx';
import { menuItem } from './layout/page.tsx';
import { adminQuery } from './session/admin.queries.ts';
import { PostLink } from './pictures/Picture.tsx';
import { Notes, Small, statuses, table, when } from './table/table.tsx';
import { TablePage } from './table/TablePage.tsx';

type Status = AdminReport['status'];

export const status = statuses<Status>({
  pending: ['Pending', 'attention'],
  reviewed: ['Reviewed', 'good'],
  dismissed: ['Dismissed', 'plain'],
});

const isPending = ({ status: is }: AdminReport): boolean => is === 'pending';

const nameOf = ({ username, subject, ownerName }: AdminReport): string =>
  `the report by ${username ?? DELETED_ACCOUNT} on the ${subject} of ${ownerName ?? DELETED_ACCOUNT}`;

const failure = () => ['Failed to update report'] as const;

/** Asks for a note to the reporters, and whether all pending reports on the post are decided. */
function DecideDialog({
  to,
  rows,
  description,
  onAnswer,
  ...dialog
}: Question<AdminReport> & { to: Exclude<Status, 'pending'> }) {
  /** How many other reports on the same post wait. */
  const others = rows.length === 1 ? rows[0]!.openReports - 1 : 0;
  const [together, setTogether] = useState(others > 0);
  const mayShow =
    to === 'dismissed' && rows.some(({ subject, category }) => subject === 'post' && category === 'minor');
  const decide = (note: string): void =>
    onAnswer((report) => {
      const body = { status: to, note, together };
      return acted(api.PATCH('/api/rtm-sys/reports/{id}', { ...pathOf(report), body }));
    });
  return (
    <TextDialog
      {...dialog}
      description={
        mayShow ? `${description} If it was hidden because of this report, it is shown again.` : description
      }
      label="Note for the reporter"
      look="primary"
      limit={limits.ReportDecisionRequest.note.maxLength}
      missing={false}
      onDecide={decide}
    >
      {others > 0 && (
        <label className="flex min-h-10 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={together}
            onChange={({ target }) => setTogether(target.checked)}
            className="size-6 accent-(--accent)"
          />
          Decide all {others + 1} pending reports on the post
        </label>
      )}
    </TextDialog>
  );
}

const deciding = (
  verb: string,
  to: Exclude<Status, 'pending'>,
  key: string,
  about: string,
): Act<AdminReport> => ({
  name: verb,
  done: to,
  failure,
  key,
  isFor: isPending,
  about,
  ask: (question) => <DecideDialog {...question} to={to} />,
});

/** Undoes the decision: the report is pending again. */
const reopening: Act<AdminReport> = {
  ...undoing(({ decision }) => decision!.actId, {
    name: 'Undo',
    isFor: ({ decision }) => decision !== null,
    label: (report) => `Undo the decision on ${nameOf(report)}`,
    title: (report) => `Undo the Decision on ${nameOf(report)}?`,
    about: 'The report waits again. Admins see the reason in the list of acts.',
  }),
  done: 'reopened',
  key: 'u',
};

const addNote: Act<AdminReport> = {
  name: 'Add a note',
  action: 'Add',
  failure,
  title: () => 'Add a Note',
  about: 'Only admins see it.',
  ask: askNote((report, text) =>
    acted(api.POST('/api/rtm-sys/reports/{id}/notes', { ...pathOf(report), body: { text } })),
  ),
};

/** What else the menu of a pending report has: take it, give it back, note something, or change its category. */
function PendingItems({ report, begin }: { report: AdminReport; begin: Begin<AdminReport> }) {
  const { data: admin } = useQuery(adminQuery);
  const isMine = admin?.id === report.assigneeId;
  const assign: Act<AdminReport> = {
    name: isMine ? 'Give back' : 'Assign to me',
    failure,
    call: () => {
      const body = { adminId: isMine ? null : (admin?.id ?? null) };
      return acted(api.POST('/api/rtm-sys/reports/{id}/assign', { ...pathOf(report), body }));
    },
  };
  const categorise = (code: string): void => {
    const category = reasonCodes.find((known) => known === code);
    if (!category) return;
    const call = () =>
      acted(api.POST('/api/rtm-sys/reports/{id}/category', { ...pathOf(report), body: { category } }));
    begin({ name: decisionReasons[category], failure, call }, [report]);
  };
  return (
    <>
      {[assign, addNote].map((act) => (
        <DropdownMenu.Item key={act.name} onSelect={() => begin(act, [report])} className={menuItem}>
          {textOf(act)}
        </DropdownMenu.Item>
      ))}
      <DropdownMenu.Separator className="my-1.5 h-px bg-rule" />
      <DropdownMenu.RadioGroup value={report.category} onValueChange={categorise}>
        <DropdownMenu.Label className="px-3 py-1 text-sm text-soft">Category</DropdownMenu.Label>
        {reasonCodes.map((code) => (
          <DropdownMenu.RadioItem key={code} value={code} className={`${menuItem} leading-tight`}>
            <span className="w-3">
              <DropdownMenu.ItemIndicator>•</DropdownMenu.ItemIndicator>
            </span>
            {decisionReasons[code]}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </>
  );
}

const reports = table('reports', {
  noun: 'report',
  hasTabs: true,
  nameOf,
  subject: 'report',
  search: 'Search in reasons',
  sort: '-createdAt',
  hasFile: true,
  filters: { status: ['Status', status.names], category: ['Category', decisionReasons] },
  links: { post: 'On one post', owner: 'On posts of one person', reporter: 'By one person' },
  columns: {
    post: [
      'Reported',
      ({ subject, postId, imageUrl, ownerId, ownerName, openReports }) =>
        postId === null ? (
          <p>
            <PersonLink id={ownerId} name={ownerName} />
            <Small>Profile</Small>
          </p>
        ) : (
          <PostLink postId={postId} imageUrl={imageUrl} of={`the post by ${ownerName ?? DELETED_ACCOUNT}`}>
            <PersonLink id={ownerId} name={ownerName} />
            {subject === 'comment' && <Small>Comment</Small>}
            {openReports > 1 && <Small>{counted(openReports, 'open report')}</Small>}
          </PostLink>
        ),
    ],
    status: [
      'Status',
      (report) => (
        <>
          {status.tag(report.status)} <SelfDecisionTag own={report.own} />
        </>
      ),
    ],
    reason: [
      'Reason',
      ({ category, reason, notes }) => (
        <div className="xl:min-w-36">
          <p className="font-semibold">{decisionReasons[category]}</p>
          <p className="[overflow-wrap:anywhere]">{reason ?? 'The reporter is deleted.'}</p>
          <Notes of={notes.map(({ at, adminName, text }) => ({ at, by: adminName, text }))} />
        </div>
      ),
    ],
    reporter: [
      'Reporter',
      (report) => (
        <>
          <PersonLink id={report.userId} name={report.username} />
          {report.earlier > 0 && <Small>reported it before</Small>}
        </>
      ),
    ],
    assignee: ['Assigned to', ({ assigneeName }) => assigneeName, 'optional'],
    createdAt: ['Reported', when('createdAt'), 'sortable'],
  },
  acts: [
    deciding('Review', 'reviewed', 'r', 'The reporter learns that something was done.'),
    deciding('Dismiss', 'dismissed', 'd', 'The post stays, and the reporter is told so.'),
    withdrawing<AdminReport>(),
    reopening,
  ],
  folds: 'others',
  menu: (report, begin) => isPending(report) && <PendingItems report={report} begin={begin} />,
});

export const Reports = () => <TablePage of={reports} />;
