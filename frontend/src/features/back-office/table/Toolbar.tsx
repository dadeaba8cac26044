import { Check, Columns3, Download, ListFilter, Search, X } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useEffect, useId, useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { download } from '../../../api/client.ts';
import { Button } from '../../../components/Button.tsx';
import { toastFailure } from '../../../components/toast.ts';
import { barButton, menuItem, menuSheet } from '../layout/page.tsx';
import { SavedFilters } from './SavedFilters.tsx';
import type { Columns, Table } from './table.tsx';
import type { Listed } from './use-rows.ts';

interface DownloadLinkProps {
  /** Its address. */
  file: string;
  /** Its name if the server gives it none. */
  nameOtherwise: string;
  className?: string;
  children: string;
}

/** Downloads a file of the back office. Before that, the admin may have to show who they are, which a plain link cannot ask. */
export function DownloadLink({ file, nameOtherwise, className, children }: DownloadLinkProps) {
  return (
    <Button asChild look="secondary" className={className}>
      <a
        href={file}
        download
        onClick={(event) => {
          event.preventDefault();
          download(file, nameOtherwise).catch((error: unknown) =>
            toastFailure('Failed to download', messageOf(error)),
          );
        }}
      >
        <Download aria-hidden className="size-4" />
        {children}
      </a>
    </Button>
  );
}

interface ColumnsMenuProps {
  columns: Columns<never>;
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

/** Chooses the columns of a list. The first column stays. */
function ColumnsMenu({ columns, hidden, onChange }: ColumnsMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button look="secondary" className={barButton}>
          <Columns3 aria-hidden className="size-4" />
          Columns
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content align="end" sideOffset={6} className={menuSheet}>
          {Object.entries(columns)
            .slice(1)
            .map(([id, [label]]) => (
              <DropdownMenu.CheckboxItem
                key={id}
                checked={!hidden.includes(id)}
                // Several columns are chosen at once.
                onSelect={(event) => event.preventDefault()}
                onCheckedChange={(isShown) =>
                  onChange(isShown ? hidden.filter((other) => other !== id) : [...hidden, id])
                }
                className={menuItem}
              >
                <span className="grid size-6 place-items-center rounded-[0.25rem] border-[1.5px] border-line">
                  <DropdownMenu.ItemIndicator>
                    <Check aria-hidden className="size-4" />
                  </DropdownMenu.ItemIndicator>
                </span>
                {label}
              </DropdownMenu.CheckboxItem>
            ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** How long the person stops typing before the search is sent, in milliseconds. */
const PAUSE = 300;

interface ToolbarProps<Row> {
  of: Table<Row>;
  listed: Listed<Row>;
  sort: string;
  hidden: readonly string[];
  onHide: (hidden: string[]) => void;
}

const control =
  'h-10 rounded-control border-[1.5px] border-line bg-sheet px-2.5 text-[0.9375rem] hover:border-ink';

interface FilterSelectProps {
  filter: NonNullable<NonNullable<Table<never>['filters']>[string]>;
  value: string;
  onChange: (value: string | undefined) => void;
}

function FilterSelect({ filter: [label, options, textOf], value, onChange }: FilterSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value || undefined)}
      className={`${control} max-sm:col-span-3`}
    >
      <option value="">{label}: all</option>
      {value !== '' && !Object.hasOwn(options, value) && (
        <option value={value}>{textOf?.(value) ?? value}</option>
      )}
      {Object.entries(options).map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** The search field; the search is sent when the person stops typing. */
function SearchField({ label, value, onSearch }: SearchFieldProps) {
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
    <div className="relative grow max-sm:col-span-4 sm:max-w-xs">
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

/**
 * What chooses the rows and columns of a list: search, filters, order, saved filters, columns, and the list as a file. On
 * phones all but the search is hidden until it is asked for.
 */
export function Toolbar<Row>({ of, listed, sort, hidden, onHide }: ToolbarProps<Row>) {
  const { name, columns, filters = {}, links = {}, ranges = [], fields, exports = [] } = of;
  const { filter, change, choose, result } = listed;
  const files = [
    ...(of.hasFile ? [['csv', name, { sort, ...filter }] as const] : []),
    ...exports.map((format) => [format, `${name}/export`, filter] as const),
  ];
  const [isOpen, setOpen] = useState(false);
  const folded = isOpen ? '' : 'max-sm:hidden';
  // Which tab is open is seen above.
  const set = Object.keys(filter).filter(
    (key) => key in filters || (key !== 'tab' && ranges.includes(key as never)),
  );
  const sortable = Object.entries(columns).filter(([, column]) => column.includes('sortable'));
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 max-sm:grid max-sm:grid-cols-6">
      {of.search !== undefined && (
        <SearchField
          label={of.search}
          value={filter['search'] ?? ''}
          onSearch={(search) => change({ search: search || undefined }, true)}
        />
      )}
      <Button
        look="secondary"
        className={`${barButton} sm:hidden ${of.search === undefined ? 'col-span-6' : 'col-span-2'}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter aria-hidden className="size-4" />
        {set.length > 0 ? `Filters (${set.length})` : 'Filters'}
      </Button>
      <div className={`contents ${folded}`}>
        {Object.entries(filters).map(
          ([key, one]) =>
            one && (
              <FilterSelect
                key={key}
                filter={one}
                value={filter[key] ?? ''}
                onChange={(value) => change({ [key]: value })}
              />
            ),
        )}
      </div>
      {Object.entries(links).map(([key, label]) => {
        const id = filter[key];
        return (
          id !== undefined && (
            <Button
              key={key}
              look="secondary"
              className={`${barButton} max-sm:col-span-6`}
              onClick={() => change({ [key]: undefined })}
            >
              <span>{typeof label === 'function' ? label(id, result.data?.rows ?? []) : label}</span>
              <X aria-hidden className="size-4" />
              <span className="sr-only">: remove this filter</span>
            </Button>
          )
        );
      })}
      {sortable.length > 0 && (
        // Wide screens sort by the heads of the columns.
        <select
          aria-label="Order"
          value={sort}
          onChange={({ target }) => change({ sort: target.value })}
          className={`${control} ${folded} max-sm:col-span-3 xl:hidden`}
        >
          {sortable.flatMap(([id, [label]]) => [
            <option key={`-${id}`} value={`-${id}`}>
              {label} ↓
            </option>,
            <option key={id} value={id}>
              {label} ↑
            </option>,
          ])}
        </select>
      )}
      <div className={`${folded} flex flex-wrap gap-2 max-sm:col-span-6 sm:ml-auto`}>
        <SavedFilters list={name} filter={filter} onChoose={choose} />
        <ColumnsMenu columns={columns} hidden={hidden} onChange={onHide} />
        {files.map(([format, at, query]) => (
          <DownloadLink
            key={format}
            file={`/api/rtm-sys/${at}?${new URLSearchParams({ ...query, format })}`}
            nameOtherwise={`${name}.${format}`}
            className={barButton}
          >
            {format.toUpperCase()}
          </DownloadLink>
        ))}
      </div>
      {fields && <div className={`${folded} w-full max-sm:col-span-6`}>{fields}</div>}
    </div>
  );
}
