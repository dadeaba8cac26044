import { queryOptions, useQuery } from '@tanstack/react-query';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { counted } from '../../../lib/wording.ts';
import { useKeys } from '../layout/use-keys.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { type Choice, choicesOf } from './choices.ts';

/** What the server finds for a text. Not kept: an address may be looked for, and what exists changes. */
const foundQuery = (text: string) =>
  queryOptions({
    queryKey: queryKeys.backOffice.search(text),
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/api/rtm-sys/search', { params: { query: { q: text } }, signal })),
    gcTime: 0,
  });

/** How long the admin stops typing before the search is sent, in milliseconds. */
const PAUSE = 300;
/** The server looks for no shorter beginning of a name. */
const SHORTEST = 2;
const LONGEST = 320;

/** A search for an address is recorded, so it is sent on request only. */
const isAddress = (text: string): boolean => text.includes('@');

/** The text that is looked for, some time after it was typed; empty for none. */
function useSettled(typed: string): readonly [text: string, searchNow: () => void] {
  const [sent, setSent] = useState('');
  const text = typed.trim();
  const isReady = text.length >= SHORTEST && !isAddress(text);
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setTimeout(() => setSent(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text, isReady]);
  return [sent === text ? sent : '', () => setSent(text)];
}

/** One box for everything: finds by any id, by the start of a name, or by a whole email address. */
export function SearchEverything() {
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  /** Of the choice that Enter takes; null for none. */
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [text, searchNow] = useSettled(typed);
  const { data: admin } = useQuery(adminQuery);
  const { data, error, isFetching } = useQuery({ ...foundQuery(text), enabled: text !== '' });
  useKeys({ '/': () => input.current?.focus() }, true);

  const choices = text !== '' && data ? choicesOf(data, admin?.role) : [];
  const index = Math.max(
    0,
    choices.findIndex(({ key }) => key === activeKey),
  );
  const active = choices[index];
  const isShown = isOpen && typed.trim().length >= SHORTEST;

  const take = ({ page }: Choice): void => {
    setOpen(false);
    setTyped('');
    input.current?.blur();
    void navigate(page as NavigateOptions);
  };
  const move = (by: number): void => {
    setOpen(true);
    setActiveKey(choices.at((index + by) % choices.length)?.key ?? null);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && isShown) setOpen(false);
    else if (event.key === 'Escape') setTyped('');
    else if (event.key === 'ArrowDown' && choices.length > 0) move(isShown ? 1 : 0);
    else if (event.key === 'ArrowUp' && choices.length > 0) move(-1);
    else if (event.key === 'Enter' && isShown && active) take(active);
    else if (event.key === 'Enter') searchNow();
    else return;
    event.preventDefault();
  };
  const said = (): string => {
    if (text === '') return isAddress(typed) ? 'Press Enter to look for this address. It is recorded.' : '';
    if (isFetching) return 'Searching…';
    if (error) return messageOf(error, 'The search failed.');
    return choices.length === 0 ? 'Nothing found.' : `${counted(choices.length, 'result')}.`;
  };
  return (
    <search className="relative z-20 block max-w-xl">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-3 size-5 text-soft" />
      <input
        ref={input}
        role="combobox"
        aria-label="Search everything"
        aria-expanded={isShown && choices.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active ? `${id}-${index}` : undefined}
        aria-describedby={`${id}-status`}
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={LONGEST}
        placeholder="Any id, name or email"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setActiveKey(null);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
        className="h-10 w-full rounded-control border-[1.5px] border-line bg-sheet pr-10 pl-10 text-[0.9375rem] placeholder:text-soft hover:border-ink"
      />
      <kbd
        aria-hidden
        className="pointer-events-none absolute top-2 right-2.5 hidden rounded-[0.25rem] border border-line px-1.5 font-sans text-sm text-soft pointer-fine:block"
      >
        /
      </kbd>
      <div
        className={
          isShown
            ? 'absolute inset-x-0 top-full mt-1 rounded-card border-[1.5px] border-ink bg-sheet p-1.5 shadow-lift'
            : 'sr-only'
        }
      >
        <p id={`${id}-status`} role="status" className="px-3 py-1 text-sm text-soft">
          {isShown ? said() : ''}
        </p>
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="Found"
          tabIndex={-1}
          className="max-h-[60vh] overflow-y-auto"
        >
          {isShown &&
            choices.map((choice, place) => (
              // The keys are those of the field, which keeps the focus.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={choice.key}
                id={`${id}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === index}
                ref={(element) => {
                  if (place === index) element?.scrollIntoView({ block: 'nearest' });
                }}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setActiveKey(choice.key)}
                onClick={() => take(choice)}
                className={`flex min-h-10 cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-control px-3 py-1 ${place === index ? 'bg-wash text-accent forced-colors:system-chosen' : ''}`}
              >
                <span className="font-semibold [overflow-wrap:anywhere]">{choice.name}</span>
                <span className="text-sm text-soft">{choice.about}</span>
              </div>
            ))}
        </div>
      </div>
    </search>
  );
}
