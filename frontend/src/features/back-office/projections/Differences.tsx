import type { ViewDetails } from '../../../api/generated/schema.d.ts';
import { Notice } from '../../../components/Notice.tsx';
import { counted, formatWhole } from '../../../lib/wording.ts';
import type { Column } from '../table/list.ts';
import { WholeTable } from '../table/WholeTable.tsx';

type Trial = NonNullable<ViewDetails['trial']>;
type Difference = NonNullable<Trial['comparison']>['listed'][number];
type Field = Difference['fields'][number];

const kinds: Readonly<Record<Difference['kind'], string>> = {
  differs: 'Differs',
  'only live': 'Missing in the build',
  'only built': 'Missing in the live view',
};

function valuesIn({ live, built }: Field): string {
  if (live === 'text' && built === 'text') return 'another text';
  return `${live ?? 'missing'} → ${built ?? 'missing'}`;
}

const columns: readonly Column<Difference>[] = [
  {
    id: 'id',
    label: 'Document',
    cell: ({ id }) => <code className="[overflow-wrap:anywhere] select-all">{id}</code>,
  },
  { id: 'kind', label: 'Difference', cell: ({ kind }) => kinds[kind] },
  {
    id: 'fields',
    label: 'Live → built',
    cell: ({ kind, fields }) =>
      kind === 'differs' ? (
        <ul>
          {fields.map((field) => (
            <li key={field.field} className="[overflow-wrap:anywhere]">
              <span className="text-soft">{field.field}:</span> {valuesIn(field)}
            </li>
          ))}
        </ul>
      ) : (
        '–'
      ),
  },
];

/** In what a complete build differs from the live view. */
export function Differences({ trial: { comparison, generation } }: { trial: Trial }) {
  if (!comparison) {
    return (
      <Notice look="calm">
        {`The build ${generation} is complete. There is no live view to compare it with.`}
      </Notice>
    );
  }
  const { documents, differences, unsettled, listed } = comparison;
  return (
    <div>
      <Notice look="calm">
        {[
          `The build ${generation} is complete.`,
          differences === 0
            ? `No difference in ${counted(documents, 'document')}.`
            : `${formatWhole(differences)} of ${counted(documents, 'document')} ${differences === 1 ? 'differs' : 'differ'}.`,
          unsettled > 0 && `${counted(unsettled, 'document')} changed too often to be compared.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </Notice>
      {listed.length > 0 && (
        <div className="mt-4">
          <WholeTable label="Differences" columns={columns} rows={listed} keyOf={({ id }) => id} />
          {differences > listed.length && (
            <p className="mt-2 text-soft">The first {listed.length} are listed.</p>
          )}
        </div>
      )}
    </div>
  );
}
