import { api, bodyOf } from '../../../api/client.ts';
import type { AdminReport } from '../../../api/generated/schema.d.ts';
import { type ReasonCode, decisionReasons } from '../../../api/reasons.ts';
import { type Act, saidOfOwn, withdrawing, withoutUndo, type Question } from '../acts/act.ts';
import { askNote } from '../acts/ask.tsx';
import { DecideDialog } from './DecideDialog.tsx';

const pathOf = ({ id }: AdminReport) => ({ params: { path: { id } } });

const failure = () => ['Failed to update report'] as const;

/** Asks for a note to the reporters, and whether all pending reports on the post are decided. */
const askDecision =
  (status: Exclude<AdminReport['status'], 'pending'>) => (question: Question<AdminReport>) => (
    <DecideDialog
      {...question}
      onDecide={(note, together) =>
        question.onAnswer(async (report) => {
          const body = { status, note, together };
          const answer = await bodyOf(api.PATCH('/api/rtm-sys/reports/{id}', { ...pathOf(report), body }));
          return saidOfOwn(answer.waitsUntil) ?? answer;
        })
      }
    />
  );

export const isPending = ({ status }: AdminReport): boolean => status === 'pending';

/** What admins do with reports, in the order of the buttons. */
export const reportActs = {
  review: {
    name: 'Review',
    done: 'reviewed',
    failure,
    key: 'r',
    isFor: isPending,
    about: 'The reporter learns that something was done.',
    ask: askDecision('reviewed'),
  },
  dismiss: {
    name: 'Dismiss',
    done: 'dismissed',
    failure,
    key: 'd',
    isFor: isPending,
    about: 'The reporter learns that the post stays.',
    ask: askDecision('dismissed'),
  },
  withdraw: withdrawing<AdminReport>(),
} satisfies Record<string, Act<AdminReport>>;

/** Gives a report to an admin, or to nobody. */
export const assign = (adminId: string | null): Act<AdminReport> => ({
  name: adminId === null ? 'Give back' : 'Assign to me',
  failure,
  call: (report) =>
    withoutUndo(api.POST('/api/rtm-sys/reports/{id}/assign', { ...pathOf(report), body: { adminId } })),
});

export const addNote: Act<AdminReport> = {
  name: 'Add a note',
  action: 'Add',
  failure,
  title: () => 'Add a Note',
  about: 'Only admins see it.',
  ask: askNote((report, text) =>
    withoutUndo(api.POST('/api/rtm-sys/reports/{id}/notes', { ...pathOf(report), body: { text } })),
  ),
};

export const categorise = (category: ReasonCode): Act<AdminReport> => ({
  name: decisionReasons[category],
  failure,
  call: (report) =>
    withoutUndo(api.POST('/api/rtm-sys/reports/{id}/category', { ...pathOf(report), body: { category } })),
});
