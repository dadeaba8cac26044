import { Search, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import type { ListSearch } from '../../../lib/list-search.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { DownloadLink } from './DownloadLink.tsx';
import type { Filter, List } from './list.ts';
import { barButton } from './menu-item.ts';
import { SavedFilters } from './SavedFilters.tsx';

/** How long the person stops typing before the search is sent, in milliseconds. */
const PAUSE = 300;

interface ToolbarProps<Row> {
  list: List<Row>;
  rows: readonly Row[];
  filter: ListSearch;
  sort: string;
  hidden: readonly string[];
  onHide: (hidden: string[]) => void;
  onChange: (changes: Record<string, string | undefined>, replace?: boolean) => void;
  onChoose: (filter: ListSearch) => void;
}

const control =
  'h-10 rounded-control border-[1.5px] border-line bg-sheet px-2.5 text-[0.9375rem] hover:border-ink';

function FilterSelect({
  filter: { key, label, options, textOf },
  value,
  onChange,
}: {
  filter: Filter;
  value: string;
  onChange: (changes: Record<string, string | undefined>) => void;
}) {
  const isOther = value !== '' && !options.some(([known]) => known === value);
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange({ [key]: target.value || undefined })}
      className={`${control} max-sm:w-full`}
    >
      <option value="">{label}: all</option>
      {isOther && <option value={value}>{textOf?.(value) ?? value}</option>}
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** The search field; the search is sent when the person stops typing. */
function SearchField({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  // The address changed by itself: a saved filter, or the history.
  if (value !== sent) {
    setSent(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => {
      setSent(typed.trim());
      onSearch(typed.trim());
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, value, onSearch]);
  return (
    <div className="relative grow max-sm:col-span-2 sm:max-w-xs">
      <Search aria-hidden className="absolute top-2.5 left-2.5 size-5 text-soft" />
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        type="search"
        value={typed}
        placeholder={label}
        onChange={({ target }) => setTyped(target.value)}
        className={`${control} w-full pl-9 placeholder:text-soft`}
      />
    </div>
  );
}

interface DownloadButtonProps {
  format: 'csv' | 'ndjson';
  /** Its name. */
  list: string;
  /** The last part of the address. */
  at: string;
  query: ListSearch;
}

/** Downloads the rows of a filter as a file. */
function DownloadButton({ format, list, at, query }: DownloadButtonProps) {
  return (
    <DownloadLink
      file={`/api/rtm-sys/${at}?${new URLSearchParams({ ...query, format })}`}
      nameOtherwise={`${list}.${format}`}
      className={barButton}
    >
      {format.toUpperCase()}
    </DownloadLink>
  );
}

/** What chooses the rows and columns of a list: search, filters, order, saved filters, columns, and the list as a file. */
export function Toolbar<Row>(props: ToolbarProps<Row>) {
  const { list, rows, filter, sort, hidden, onHide, onChange, onChoose } = props;
  const sortable = list.columns.filter(({ isSortable }) => isSortable);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 max-sm:grid max-sm:grid-cols-2">
      {list.searchLabel !== undefined && (
        <SearchField
          label={list.searchLabel}
          value={filter['search'] ?? ''}
          onSearch={(search) => onChange({ search: search || undefined }, true)}
        />
      )}
      {list.filters.map((one) => (
        <FilterSelect key={one.key} filter={one} value={filter[one.key] ?? ''} onChange={onChange} />
      ))}
      {list.idFilters
        ?.map(({ key, label }) => ({ key, label, id: filter[key] }))
        .map(
          ({ key, label, id }) =>
            id !== undefined && (
              <Button
                key={key}
                look="secondary"
                className={barButton}
                onClick={() => onChange({ [key]: undefined })}
              >
                <span>{typeof label === 'string' ? label : label(id, rows)}</span>
                <X aria-hidden className="size-4" />
                <span className="sr-only">: remove this filter</span>
              </Button>
            ),
        )}
      {sortable.length > 0 && (
        // Wide screens sort by the heads of the columns.
        <select
          aria-label="Order"
          value={sort}
          onChange={({ target }) => onChange({ sort: target.value })}
          className={`${control} max-sm:w-full xl:hidden`}
        >
          {sortable.flatMap(({ id, label }) => [
            <option key={`-${id}`} value={`-${id}`}>
              {label} ↓
            </option>,
            <option key={id} value={id}>
              {label} ↑
            </option>,
          ])}
        </select>
      )}
      <div className="flex flex-wrap gap-2 max-sm:col-span-2 sm:ml-auto">
        <SavedFilters list={list.name} filter={filter} onChoose={onChoose} />
        <ColumnsMenu columns={list.columns} hidden={hidden} onChange={onHide} />
        {list.hasFile && (
          <DownloadButton format="csv" list={list.name} at={list.name} query={{ sort, ...filter }} />
        )}
        {list.exports?.map((format) => (
          <DownloadButton
            key={format}
            format={format}
            list={list.name}
            at={`${list.name}/export`}
            query={filter}
          />
        ))}
      </div>
    </div>
  );
}
