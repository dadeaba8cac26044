import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../api/api-error.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { type Act, isAllowed, textOf } from '../acts/act.ts';
import { useActs } from '../acts/use-acts.tsx';
import { TrailLink } from '../entity-links/EntityLinks.tsx';
import { barButton, PageTitle, rowButton } from '../layout/page.tsx';
import { DashboardTabs } from '../layout/Sidebar.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { DataTable, Pager } from './DataTable.tsx';
import { useHiddenColumns } from '../session/stored-choices.ts';
import type { Column, Table } from './table.tsx';
import { RowMenu } from './RowMenu.tsx';
import { Toolbar } from './Toolbar.tsx';
import type { Chosen } from './use-row-keys.ts';
import { useRows } from './use-rows.ts';

/** What a key does on the chosen rows, or on the row that has the focus if none is chosen. */
interface RowKey<Row> {
  key: string;
  /** What it does, in words. */
  does: string;
  run: (rows: readonly Row[], focused: Row) => void;
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

/** The keys of a table, for those who see a keyboard before them. */
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

const looks = { row: rowButton, bar: barButton } as const;
type Place = keyof typeof looks;

/**
 * A page with a table: what chooses its rows and pages, and what admins do with its rows, by button and key, one by one or
 * together.
 */
export function TablePage<Row>({ of }: { of: Table<Row> }) {
  const {
    title,
    intro,
    hasTabs,
    first,
    top,
    bottom,
    noun,
    plural,
    nameOf,
    idOf,
    opens,
    subject,
    more,
    menu,
    folds,
    acts = [],
  } = of;
  const navigate = useNavigate();
  const { data: admin } = useQuery(adminQuery);
  const { begin, dialogs, lastBulk } = useActs<Row>(noun);
  /** The row whose menu is open. */
  const [menuOf, setMenuOf] = useState<string>();
  const listed = useRows(of);
  const { filter, page, result, change, choose } = listed;
  const [hidden, hide] = useHiddenColumns(
    of.name,
    Object.keys(of.columns).filter((id) => of.columns[id]!.includes('optional')),
  );
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const clear = () => setChosen(new Set());
  const { data, error } = result;
  const sort = filter['sort'] ?? of.sort ?? '';
  const rows = data?.rows ?? [];
  const chosenRows = rows.filter((row) => chosen.has(idOf(row)));

  const allowed = acts.filter((act) => isAllowed(act, admin?.role));
  const offered = (place: Place) => allowed.filter(({ only = place }) => only === place);
  const fits = (act: Act<Row>, row: Row): boolean => act.isFor?.(row) ?? true;
  const isChoosing = offered('bar').length > 0;

  /** The buttons of acts for one row or the chosen ones; each acts on those that it fits. */
  const buttons = (those: readonly Act<Row>[], place: Place, some: readonly Row[], onDone?: () => void) =>
    those.map((act) => {
      const fitting = some.filter((row) => fits(act, row));
      if (fitting.length === 0) return null;
      const { name, look = 'secondary', label = (row: Row) => `${name} ${nameOf(row)}` } = act;
      return (
        <Button
          key={name}
          look={look}
          className={looks[place]}
          aria-label={some.length === 1 ? label(some[0]!) : undefined}
          onClick={() => begin(act, fitting, onDone)}
        >
          {textOf(act)}
        </Button>
      );
    });
  const keysOfActs = [...new Set(allowed.flatMap(({ key = [] }) => key))].map((key): RowKey<Row> => {
    const same = allowed.filter((act) => act.key === key);
    return {
      key,
      does: same.map(({ name }) => name.toLowerCase()).join(' or '),
      run: (some, focused) => {
        const isOne = ({ only }: Act<Row>) => only === 'row' || some.length === 0;
        const fitting = (act: Act<Row>) => (isOne(act) ? [focused] : some).filter((row) => fits(act, row));
        const act = same.find((one) => fitting(one).length > 0);
        if (act) begin(act, fitting(act), isOne(act) ? undefined : clear);
      },
    };
  });
  const keys: readonly RowKey<Row>[] = folds
    ? [...keysOfActs, { key: '.', does: 'more', run: (_, focused) => setMenuOf(idOf(focused)) }]
    : keysOfActs;
  /** What can be done with a row, and the ways to its past. */
  const actions: Column<Row> = [
    'Actions',
    (row) => {
      const id = idOf(row);
      const about = subject && { kind: typeof subject === 'function' ? subject(row) : subject, id };
      const fitting = offered('row').filter((act) => fits(act, row));
      const shown = folds ? fitting.slice(0, folds === 'all' ? 0 : 1) : fitting;
      return (
        <span className="flex items-center gap-1.5 max-[1400px]:flex-wrap">
          {buttons(shown, 'row', [row])}
          {more?.(row, begin)}
          {folds ? (
            <RowMenu
              row={row}
              name={nameOf(row)}
              acts={fitting.slice(shown.length)}
              begin={begin}
              subject={about}
              open={menuOf === id}
              onOpenChange={(isOpen) => setMenuOf(isOpen ? id : undefined)}
            >
              {menu?.(row, begin)}
            </RowMenu>
          ) : (
            about && <TrailLink subject={about} name={nameOf(row)} />
          )}
        </span>
      );
    },
    'wide',
  ];
  const hasActions = offered('row').length > 0 || more !== undefined || subject !== undefined;
  const withRow = (id: string, work: (row: Row) => void): void => {
    const row = rows.find((one) => idOf(one) === id);
    if (row) work(row);
  };
  return (
    <>
      <PageTitle intro={intro} beside={first}>
        {title}
      </PageTitle>
      {hasTabs && <DashboardTabs />}
      {top}
      <Toolbar of={of} listed={listed} sort={sort} hidden={hidden} onHide={hide} />
      {error && (
        <div className="mb-4 space-y-3">
          <Notice look="danger">{messageOf(error, `The ${plural} could not be loaded.`)}</Notice>
          {error instanceof ApiError && error.status === 400 ? (
            // The address has a filter that does not exist.
            <Button look="secondary" onClick={() => choose({})}>
              Reset Filters
            </Button>
          ) : (
            // Trying again would not change what is forbidden.
            !(error instanceof ApiError && error.status === 403) && (
              <Button look="secondary" onClick={() => void result.refetch()}>
                Try Again
              </Button>
            )
          )}
        </div>
      )}
      {!data && !error && <Skeleton of={plural} />}
      {data && rows.length === 0 && (
        <p className="rounded-card border border-dashed border-line px-4 py-12 text-center text-soft">
          {Object.keys(filter).some((key) => key !== 'sort')
            ? `No ${plural} match these filters.`
            : `There are no ${plural}.`}
        </p>
      )}
      {lastBulk}
      {keys.length > 0 && rows.length > 0 && <KeyHint keys={keys} isChoosing={isChoosing} />}
      {rows.length > 0 && (
        <div className={`overflow-x-auto ${result.isPlaceholderData ? 'opacity-60' : ''}`}>
          <DataTable
            of={hasActions ? { ...of, columns: { ...of.columns, actions } } : of}
            rows={rows}
            sort={sort}
            onSort={(next) => change({ sort: next === of.sort ? undefined : next })}
            hidden={hidden}
            chosen={isChoosing ? chosen : undefined}
            onChoose={setChosen}
            onOpen={opens && ((id) => withRow(id, (row) => void navigate(opens(row))))}
            onKey={(pressed, id) => {
              const key = keys.find((one) => one.key === pressed);
              if (key) withRow(id, (row) => key.run(chosenRows, row));
              return key !== undefined;
            }}
          />
        </div>
      )}
      {data && (rows.length > 0 || page > 1) && <Pager listed={listed} />}
      <p role="status" className="sr-only">
        {chosenRows.length > 0 && `Chosen ${plural}: ${chosenRows.length}`}
      </p>
      {isChoosing && chosenRows.length > 0 && (
        <div
          role="region"
          aria-label={`Chosen ${plural}`}
          className="sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-2 rounded-card border-[1.5px] border-ink bg-sheet px-4 py-3 shadow-lift"
        >
          <p className="mr-3 font-semibold">{`${chosenRows.length} chosen`}</p>
          {buttons(offered('bar'), 'bar', chosenRows, clear)}
          <Button look="quiet" className="min-h-10 px-3" onClick={clear}>
            Clear
          </Button>
        </div>
      )}
      {bottom}
      {dialogs}
    </>
  );
}
