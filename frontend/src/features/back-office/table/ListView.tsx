import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApiError, messageOf } from '../../../api/api-error.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { TrailLink } from '../subjects/TrailLink.tsx';
import { DataTable } from './DataTable.tsx';
import type { List } from './list.ts';
import { Pager } from './Pager.tsx';
import { useHiddenColumns } from './stored-choices.ts';
import { Toolbar } from './Toolbar.tsx';
import { useList } from './use-list.ts';
import type { Chosen } from './use-row-keys.ts';

/** What a key does on the row that has the focus. */
export interface RowKey<Row> {
  key: string;
  /** What it does, in words. */
  does: string;
  run: (row: Row) => void;
}

interface ListViewProps<Row> {
  list: List<Row>;
  keys?: readonly RowKey<Row>[];
  /** What can be done with one row, in a column of its own. */
  rowActions?: ((row: Row) => ReactNode) | undefined;
  /** What can be done with the chosen rows; rows can be chosen only where there is something. */
  actions?: ((rows: readonly Row[], clear: () => void) => ReactNode) | undefined;
}

function Skeleton({ of }: { of: string }) {
  return (
    <div role="status" className="space-y-2">
      <span className="sr-only">Loading {of}…</span>
      {[0, 1, 2, 3, 4, 5].map((line) => (
        <div key={line} className="h-14 animate-breathe rounded-control bg-rule" />
      ))}
    </div>
  );
}

/** What can be done with a row, and the way to its audit trail. */
function rowActionsCell<Row>({ subjectOf, nameOf }: List<Row>, rowActions?: (row: Row) => ReactNode) {
  return (row: Row) => (
    // More than five buttons take two lines.
    <span className="flex gap-1.5 max-[1400px]:flex-wrap has-[>:nth-child(6)]:flex-wrap xl:-my-1.5 xl:has-[>:nth-child(6)]:min-w-80">
      {rowActions?.(row)}
      {subjectOf && <TrailLink subject={subjectOf(row)} name={nameOf(row)} />}
    </span>
  );
}

/** The keys of a list, for those who see a keyboard before them. */
function KeyHint<Row>({ keys, isChoosing }: { keys: readonly RowKey<Row>[]; isChoosing: boolean }) {
  const all = [
    ['↑ ↓', 'move'],
    ...(isChoosing ? [['Space', 'choose'] as const] : []),
    ...keys.map(({ key, does }) => [key.toUpperCase(), does] as const),
  ] as const;
  return (
    <p className="mb-2 hidden flex-wrap gap-x-4 gap-y-1 text-sm text-soft pointer-fine:flex">
      {all.map(([key, does]) => (
        <span key={key}>
          <kbd className="rounded-[0.25rem] border border-line px-1.5 font-sans text-ink">{key}</kbd> {does}
        </span>
      ))}
    </p>
  );
}

const none: readonly never[] = [];

/** Trying again would not change it. */
const isForbidden = (error: Error) => error instanceof ApiError && error.status === 403;

/** A list of the back office with everything that chooses its rows, its pages, and what can be done with chosen rows. */
export function ListView<Row>({ list, keys = none, rowActions, actions }: ListViewProps<Row>) {
  const navigate = useNavigate();
  const { opens } = list;
  const { filter, page, result, hasPrevious, change, choose, openFirst, openPrevious, openNext } =
    useList(list);
  const [hidden, hide] = useHiddenColumns(
    list.name,
    list.columns.filter(({ isOptional }) => isOptional).map(({ id }) => id),
  );
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const { data, error } = result;
  const sort = filter['sort'] ?? list.defaultSort ?? '';
  const rows = data?.rows ?? [];
  const shown: List<Row> =
    rowActions || list.subjectOf
      ? {
          ...list,
          columns: [
            ...list.columns,
            { id: 'actions', label: 'Actions', isWide: true, cell: rowActionsCell(list, rowActions) },
          ],
        }
      : list;
  const chosenRows = rows.filter((row) => chosen.has(list.idOf(row)));
  const withRow = (id: string, work: (row: Row) => void): void => {
    const row = rows.find((one) => list.idOf(one) === id);
    if (row) work(row);
  };
  return (
    <>
      <Toolbar
        list={list}
        rows={rows}
        filter={filter}
        sort={sort}
        hidden={hidden}
        onHide={hide}
        onChange={change}
        onChoose={choose}
      />
      {error && (
        <div className="mb-4 space-y-3">
          <Notice look="danger">{messageOf(error, `The ${list.plural} could not be loaded.`)}</Notice>
          {error instanceof ApiError && error.status === 400 ? (
            // The address has a filter that does not exist.
            <Button look="secondary" onClick={() => choose({})}>
              Reset Filters
            </Button>
          ) : (
            !isForbidden(error) && (
              <Button look="secondary" onClick={() => void result.refetch()}>
                Try Again
              </Button>
            )
          )}
        </div>
      )}
      {!data && !error && <Skeleton of={list.plural} />}
      {data && rows.length === 0 && (
        <p className="rounded-card border border-dashed border-line px-4 py-12 text-center text-soft">
          {`No ${list.plural} here.${Object.keys(filter).some((key) => key !== 'sort') ? ' Try other filters.' : ''}`}
        </p>
      )}
      {keys.length > 0 && rows.length > 0 && <KeyHint keys={keys} isChoosing={actions !== undefined} />}
      {rows.length > 0 && (
        <div className={`overflow-x-auto ${result.isPlaceholderData ? 'opacity-60' : ''}`}>
          <DataTable
            list={shown}
            rows={rows}
            sort={sort}
            onSort={(next) => change({ sort: next === list.defaultSort ? undefined : next })}
            hidden={hidden}
            chosen={actions ? chosen : undefined}
            onChoose={setChosen}
            onOpen={opens && ((id) => withRow(id, (row) => void navigate(opens(row))))}
            onKey={(pressed, id) => {
              const key = keys.find((one) => one.key === pressed);
              if (key) withRow(id, key.run);
              return key !== undefined;
            }}
          />
        </div>
      )}
      {data && (rows.length > 0 || page > 1) && (
        <Pager
          page={page}
          count={rows.length}
          total={data.total}
          hasPrevious={hasPrevious}
          hasNext={data.next !== undefined}
          onFirst={openFirst}
          onPrevious={openPrevious}
          onNext={() => data.next !== undefined && openNext(data.next)}
        />
      )}
      <p role="status" className="sr-only">
        {chosenRows.length > 0 && `Chosen ${list.plural}: ${chosenRows.length}`}
      </p>
      {actions && chosenRows.length > 0 && (
        <div
          role="region"
          aria-label={`Chosen ${list.plural}`}
          className="sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-2 rounded-card border-[1.5px] border-ink bg-sheet px-4 py-3 shadow-lift"
        >
          <p className="mr-3 font-semibold">{`${chosenRows.length} chosen`}</p>
          {actions(chosenRows, () => setChosen(new Set()))}
          <Button look="quiet" className="min-h-10 px-3" onClick={() => setChosen(new Set())}>
            Clear
          </Button>
        </div>
      )}
    </>
  );
}
