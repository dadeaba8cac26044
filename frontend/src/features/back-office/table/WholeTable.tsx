import type { Column } from './list.ts';

interface WholeTableProps<Row> {
  /** Its name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** A table that is shown whole. On small screens it scrolls sideways in a box of its own. */
export function WholeTable<Row>({ label, columns, rows, keyOf }: WholeTableProps<Row>) {
  const place = ({ isNumber = false }: Column<Row>) =>
    isNumber ? 'text-right whitespace-nowrap' : 'text-left';
  return (
    // The box can be scrolled by key.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse text-[0.9375rem]">
        <thead className="border-b-2 border-ink">
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={`px-3 py-2 font-bold ${place(column)}`}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-rule">
          {rows.map((row) => (
            <tr key={keyOf(row)} className="align-top">
              {columns.map((column) => (
                <td key={column.id} className={`px-3 py-2 ${place(column)}`}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
