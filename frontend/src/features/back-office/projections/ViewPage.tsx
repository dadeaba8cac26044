import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { messageOf } from '../../../api/api-error.ts';
import type { ViewDetails } from '../../../api/generated/schema.d.ts';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { formatWhole } from '../../../lib/wording.ts';
import { BackLink, Facts, PageTitle } from '../layout/page.tsx';
import { WholeTable } from '../table/DataTable.tsx';
import type { Columns } from '../table/table.tsx';
import { Archive } from './Archive.tsx';
import { Build } from './Build.tsx';
import { Alarming, ViewState, known, perSecond, sizeOf, viewQuery } from './parts.tsx';

type ParkedDocument = ViewDetails['parkedDocuments'][number];

const parkedColumns: Columns<ParkedDocument> = {
  documentId: [
    'Document',
    ({ documentId }) => <code className="[overflow-wrap:anywhere] select-all">{documentId}</code>,
  ],
  event: ['Event', ({ eventType, position }) => `${eventType}, ${formatWhole(position)}`],
  error: ['Error', ({ error }) => <span className="[overflow-wrap:anywhere]">{error}</span>],
};

export function ViewPage() {
  const { name } = useParams({ from: '/rtm-sys/projection/$name' });
  const { data: view, error } = useQuery(viewQuery(name));
  return (
    <div className="max-w-wide">
      <BackLink to="/rtm-sys/projections">Projections</BackLink>
      <PageTitle>{name}</PageTitle>
      {error && <Notice look="danger">{messageOf(error, 'The view could not be loaded.')}</Notice>}
      {view && (
        <div className="space-y-6">
          <Section title="State">
            <div className="mb-4 empty:hidden">
              <ViewState view={view} />
            </div>
            <Facts
              facts={[
                ['Error', view.error],
                ['Version', view.version],
                ['Generation', view.generation ?? 'None'],
                ['To roll back to', view.previous ?? 'None'],
                ['Position', formatWhole(view.position)],
                ['Lag', known(view.lag)],
                ['Events/s', perSecond(view.eventsPerSecond)],
                ['Size', sizeOf(view)],
                ['Parked documents', <Alarming key="parked" count={view.parked} />],
                ['Events in quarantine', <Alarming key="quarantined" count={view.quarantined} />],
              ]}
            />
          </Section>
          <Build view={view} />
          {name === 'weekly' && <Archive />}
          {view.parkedDocuments.length > 0 && (
            <Section
              title="Parked Documents"
              intro="An event could not be applied. Later events are skipped for these documents until the view is rebuilt."
            >
              <WholeTable
                label="Parked documents"
                columns={parkedColumns}
                rows={view.parkedDocuments}
                keyOf={({ documentId }) => documentId}
              />
            </Section>
          )}
        </div>
      )}
    </div>
  );
}
