import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/Button.tsx';
import { type Act, isAllowed, textOf } from '../acts/act.ts';
import { type Begin, useActs } from '../acts/use-acts.tsx';
import { DashboardTabs } from '../layout/DashboardTabs.tsx';
import { PageTitle } from '../layout/page.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import type { List } from './list.ts';
import { ListView, type RowKey } from './ListView.tsx';
import { barButton, rowButton } from './menu-item.ts';

interface ListPageProps<Row> {
  title: string;
  /** One sentence under the title. */
  intro?: string;
  /** Whether the tabs of the dashboard stand above the list. */
  hasTabs?: boolean;
  /** What stands above the list. */
  top?: ReactNode;
  list: List<Row>;
  /** What a row is called, such as "post". */
  noun: string;
  /** What can be done with rows, in the order of the buttons. */
  acts?: Readonly<Record<string, Act<Row>>>;
  /** What else stands after the buttons of a row. */
  more?: (row: Row, begin: Begin<Row>) => ReactNode;
}

const looks = { row: rowButton, bar: barButton } as const;
type Place = keyof typeof looks;

const none = {};

/** A page of the back office with a list, and what admins do with its rows: by button and key, one by one or together. */
export function ListPage<Row>({
  title,
  intro,
  hasTabs = false,
  top,
  list,
  noun,
  acts = none,
  more,
}: ListPageProps<Row>) {
  const { data: admin } = useQuery(adminQuery);
  const { begin, dialogs } = useActs<Row>(noun);
  const allowed = Object.values(acts).filter((act) => isAllowed(act, admin?.role));
  const offered = (place: Place) => allowed.filter(({ only = place }) => only === place);
  const fits = (act: Act<Row>, row: Row): boolean => act.isFor?.(row) ?? true;

  /** The buttons for one row or the chosen ones; each acts on those that it fits. */
  const buttons = (place: Place, rows: readonly Row[], onDone?: () => void) =>
    offered(place).map((act) => {
      const fitting = rows.filter((row) => fits(act, row));
      if (fitting.length === 0) return null;
      const { name, look = 'secondary', label = (row: Row) => `${name} ${list.nameOf(row)}` } = act;
      return (
        <Button
          key={name}
          look={look}
          className={looks[place]}
          aria-label={rows.length === 1 ? label(rows[0]!) : undefined}
          onClick={() => begin(act, fitting, onDone)}
        >
          {textOf(act)}
        </Button>
      );
    });
  const rowActions = (row: Row) => (
    <>
      {buttons('row', [row])}
      {more?.(row, begin)}
    </>
  );
  const keys = [...new Set(allowed.flatMap(({ key = [] }) => key))].map((key): RowKey<Row> => {
    const same = allowed.filter((act) => act.key === key);
    return {
      key,
      does: same.map(({ name }) => name.toLowerCase()).join(' or '),
      run: (row) => {
        const act = same.find((one) => fits(one, row));
        if (act) begin(act, [row]);
      },
    };
  });
  return (
    <>
      <PageTitle intro={intro}>{title}</PageTitle>
      {hasTabs && <DashboardTabs />}
      {top}
      <ListView
        list={list}
        keys={keys}
        rowActions={offered('row').length > 0 || more ? rowActions : undefined}
        actions={offered('bar').length > 0 ? (rows, clear) => buttons('bar', rows, clear) : undefined}
      />
      {dialogs}
    </>
  );
}
