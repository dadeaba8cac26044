import { useState } from 'react';
import type { AdminReport } from '../../../api/generated/schema.d.ts';
import { Button } from '../../../components/Button.tsx';
import { BulkDialog } from '../acts/BulkDialog.tsx';
import { useActs } from '../acts/use-acts.tsx';
import { DashboardTabs } from '../layout/DashboardTabs.tsx';
import { PageTitle } from '../layout/PageTitle.tsx';
import { ListView } from '../table/ListView.tsx';
import { barButton, rowButton } from '../table/menu-item.ts';
import { DecideDialog } from './DecideDialog.tsx';
import { decide } from './report-acts.ts';
import { ReportMenu } from './ReportMenu.tsx';
import { reportName, reports } from './reports-list.tsx';

/** A decision about some reports that an admin is asked about. */
interface Question {
  status: 'reviewed' | 'dismissed';
  reports: readonly AdminReport[];
  clear: () => void;
}

const isPending = ({ status }: AdminReport): boolean => status === 'pending';
const nothing = (): void => undefined;

export function ReportsPage() {
  const acts = useActs('report');
  const [question, setQuestion] = useState<Question>();
  const ask = (status: Question['status'], chosen: readonly AdminReport[], clear: () => void): void =>
    setQuestion({ status, reports: chosen.filter(isPending), clear });
  const run = (note: string, together: boolean): void => {
    if (!question) return;
    const { status, reports: chosen, clear } = question;
    // Many are shown in a dialog of their own.
    if (chosen.length > 1) setQuestion(undefined);
    void acts.run(decide(status, note, together), chosen).then((isDone) => {
      if (!isDone) return;
      setQuestion(undefined);
      clear();
    });
  };
  const buttons = (chosen: readonly AdminReport[], clear: () => void, look: string) => {
    if (!chosen.some(isPending)) return null;
    const label = (verb: string) =>
      chosen.length === 1 && chosen[0] ? `${verb} ${reportName(chosen[0])}` : undefined;
    return (
      <>
        <Button
          look="secondary"
          className={look}
          aria-label={label('Review')}
          onClick={() => ask('reviewed', chosen, clear)}
        >
          Review…
        </Button>
        <Button
          look="secondary"
          className={look}
          aria-label={label('Dismiss')}
          onClick={() => ask('dismissed', chosen, clear)}
        >
          Dismiss…
        </Button>
        {look === rowButton && chosen[0] && <ReportMenu report={chosen[0]} />}
      </>
    );
  };
  return (
    <>
      <PageTitle>Reports</PageTitle>
      <DashboardTabs />
      <ListView
        list={reports}
        keys={[
          { key: 'r', does: 'review', run: (one) => isPending(one) && ask('reviewed', [one], nothing) },
          { key: 'd', does: 'dismiss', run: (one) => isPending(one) && ask('dismissed', [one], nothing) },
        ]}
        rowActions={(report) => buttons([report], nothing, rowButton)}
        actions={(chosen, clear) => buttons(chosen, clear, barButton)}
      />
      {question && (
        <DecideDialog
          status={question.status}
          count={question.reports.length}
          others={question.reports.length === 1 ? (question.reports[0]?.openReports ?? 1) - 1 : 0}
          busy={acts.isBusy}
          onClose={() => setQuestion(undefined)}
          onDecide={run}
        />
      )}
      <BulkDialog acts={acts} noun="report" />
    </>
  );
}
