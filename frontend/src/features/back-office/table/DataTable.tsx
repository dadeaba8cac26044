/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Rows can be chosen, which needs a grid; and cards are no table to the browser, which then forgets the roles. */
import { ArrowDown, ArrowUp, ArrowUpDown, ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { Button } from '../../../components/Button.tsx';
import { formatWhole } from '../../../lib/wording.ts';
import type { Column, Columns, Table } from './table.tsx';
import type { Listed } from './use-rows.ts';
import { type Chosen, useRowKeys } from './use-row-keys.ts';

interface DataTableProps<Row> {
  of: Table<Row>;
  rows: readonly Row[];
  /** The name of the sort in the address: the column, with a minus for descending. */
  sort: string;
  onSort: (sort: string) => void;
  hidden: readonly string[];
  /** None where rows cannot be chosen. */
  chosen?: Chosen | undefined;
  onChoose: (chosen: Chosen) => void;
  onOpen?: ((id: string) => void) | undefined;
  onKey?: ((key: string, id: string) => boolean) | undefined;
}

/** A cell on a card: the name of its column before it. */
const cardLine =
  'max-xl:grid max-xl:grid-cols-[7rem_minmax(0,1fr)] max-xl:justify-items-start max-xl:gap-2 max-xl:py-0 max-xl:*:max-w-full ' +
  'max-xl:before:text-soft max-xl:before:content-[attr(data-label)]';

const sortIcons = { asc: ArrowUp, desc: ArrowDown, none: ArrowUpDown } as const;
const sortNames = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

/**
 * The rows of a table. Sorting, paging and filtering are the server's work. On small screens each row is a card, and each
 * cell is a line with the name of its column.
 */
export function DataTable<Row>({
  of,
  rows,
  sort,
  onSort,
  hidden,
  chosen,
  onChoose,
  onOpen,
  onKey,
}: DataTableProps<Row>) {
  const columns = Object.entries(of.columns).filter(([id]) => !hidden.includes(id));
  const sortedBy = sort.replace('-', '');
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const ids = rows.map(of.idOf);
  const { rowProps, toggle } = useRowKeys({ ids, chosen: chosen ?? new Set(), onChoose, onOpen, onKey });
  const box = 'block size-6 cursor-pointer accent-(--accent)';

  return (
    <table
      role="grid"
      aria-label={of.plural}
      aria-multiselectable={chosen ? true : undefined}
      className="w-full border-collapse text-[0.9375rem] leading-snug max-xl:block"
    >
      <thead role="rowgroup" className="max-xl:sr-only">
        <tr role="row" className="border-b-2 border-ink text-left align-middle">
          {chosen && (
            <th role="columnheader" scope="col" className="w-11 px-3 py-2">
              <input
                type="checkbox"
                aria-label={`Choose all ${of.plural} on this page`}
                checked={ids.length > 0 && ids.every((id) => chosen.has(id))}
                onChange={({ target }) => onChoose(new Set(target.checked ? ids : []))}
                className={box}
              />
            </th>
          )}
          {columns.map(([id, [label, , ...traits]]) => {
            const sorted = id === sortedBy ? direction : 'none';
            const Icon = sortIcons[sorted];
            return (
              <th
                key={id}
                role="columnheader"
                scope="col"
                aria-sort={traits.includes('sortable') ? sortNames[sorted] : undefined}
                className={`px-3 py-2 font-bold whitespace-nowrap ${traits.includes('number') ? 'text-right' : ''}`}
              >
                {traits.includes('sortable') ? (
                  <button
                    type="button"
                    onClick={() => onSort(sorted === 'desc' ? id : `-${id}`)}
                    className="-mx-2 inline-flex min-h-9 items-center gap-1 rounded-control px-2 font-bold hover:bg-wash hover:text-accent"
                  >
                    {label}
                    <Icon aria-hidden className={`size-4 ${sorted === 'none' ? 'text-line' : ''}`} />
                  </button>
                ) : (
                  label
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-xl:grid max-xl:grid-cols-1 max-xl:gap-3 sm:max-xl:grid-cols-2">
        {rows.map((row) => {
          const rowId = of.idOf(row);
          const isChosen = chosen?.has(rowId) ?? false;
          return (
            <tr
              key={rowId}
              role="row"
              aria-selected={chosen ? isChosen : undefined}
              {...rowProps(rowId)}
              className={`-outline-offset-3 max-xl:grid max-xl:grid-cols-1 max-xl:gap-y-1.5 max-xl:rounded-card max-xl:border max-xl:p-3 xl:h-12 xl:border-b xl:border-rule ${
                isChosen
                  ? 'bg-wash max-xl:border-accent'
                  : 'max-xl:border-rule max-xl:bg-sheet xl:hover:bg-sheet'
              }`}
            >
              {chosen && (
                <td role="gridcell" className="w-11 px-3 py-1 max-xl:w-auto max-xl:px-0 max-xl:py-0">
                  <label className="flex min-h-6 items-center gap-3">
                    <input
                      type="checkbox"
                      checked={isChosen}
                      aria-label={`Choose ${of.nameOf(row)}`}
                      onChange={() => toggle(rowId, false)}
                      className={box}
                    />
                    <span aria-hidden className="text-soft xl:hidden">
                      Choose
                    </span>
                  </label>
                </td>
              )}
              {columns.map(([id, [label, cell, ...traits]]) => (
                <td
                  key={id}
                  role="gridcell"
                  data-label={label}
                  className={`px-3 py-1 max-xl:px-0 max-xl:text-left xl:max-w-md ${traits.includes('wide') ? 'max-xl:pt-2 max-xl:pb-0' : cardLine} ${traits.includes('number') ? 'text-right' : ''}`}
                >
                  {cell(row) ?? '–'}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface WholeTableProps<Row> {
  /** Its name for screen readers. */
  label: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** A table that is shown whole. On small screens it scrolls sideways in a box of its own. */
export function WholeTable<Row>({ label, columns, rows, keyOf }: WholeTableProps<Row>) {
  const shown = Object.entries(columns);
  const place = ([, , ...traits]: Column<Row>) =>
    traits.includes('number') ? 'text-right whitespace-nowrap' : 'text-left';
  return (
    // The box can be scrolled by key. It is no landmark: its section has the same name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="group" aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse text-[0.9375rem]">
        <thead className="border-b-2 border-ink">
          <tr>
            {shown.map(([id, column]) => (
              <th key={id} scope="col" className={`px-3 py-2 font-bold ${place(column)}`}>
                {column[0]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-rule">
          {rows.map((row) => (
            <tr key={keyOf(row)} className="align-top">
              {shown.map(([id, column]) => (
                <td key={id} className={`px-3 py-2 ${place(column)}`}>
                  {column[1](row) ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How many rows the server answers by default. */
const PAGE_SIZE = 50;

/** A count as the server gives it, with separators: `12345` or `10000+`. */
function formatTotal(total: string): string {
  const [, digits = '0', more = ''] = /^(\d+)(\+?)$/.exec(total) ?? [];
  return formatWhole(Number(digits)) + more;
}

/** Which rows of how many are shown, and the ways to other pages. */
export function Pager<Row>({ listed }: { listed: Listed<Row> }) {
  const { page, hasPrevious, openFirst, openPrevious, openNext } = listed;
  const { rows, total, next } = listed.result.data!;
  const from = (page - 1) * PAGE_SIZE + 1;
  const ways = [
    ['First page', ChevronsLeft, page > 1, openFirst],
    ['Previous page', ChevronLeft, hasPrevious, openPrevious],
    ['Next page', ChevronRight, next !== undefined, () => next !== undefined && openNext(next)],
  ] as const;
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-soft">
        <span>
          {rows.length === 0 ? 'None' : `${formatWhole(from)}–${formatWhole(from + rows.length - 1)}`}
        </span>
        {total !== null && (
          <span>
            {' of '}
            <strong className="text-ink">{formatTotal(total)}</strong>
          </span>
        )}
      </p>
      {(page > 1 || next !== undefined) && (
        <div className="flex gap-2">
          {ways.map(([label, Icon, isOpen, onOpen]) => (
            <Button
              key={label}
              look="secondary"
              className="px-3"
              aria-label={label}
              aria-disabled={!isOpen}
              onClick={onOpen}
            >
              <Icon aria-hidden className="size-5" />
            </Button>
          ))}
        </div>
      )}
    </nav>
  );
}
