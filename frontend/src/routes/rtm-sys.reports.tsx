import { createFileRoute } from '@tanstack/react-router';
import { isPending, reportActs } from '../features/back-office/reports/report-acts.tsx';
import { ReportMenu } from '../features/back-office/reports/ReportMenu.tsx';
import { reports } from '../features/back-office/reports/reports-list.tsx';
import { ListPage } from '../features/back-office/table/ListPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/reports')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Reports · Back Office'),
  component: () => (
    <ListPage
      title="Reports"
      hasTabs
      list={reports}
      noun="report"
      acts={reportActs}
      more={(report, begin) => isPending(report) && <ReportMenu report={report} begin={begin} />}
    />
  ),
});
