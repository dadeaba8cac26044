import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { LONGEST_SEARCH } from './leaderboard-search.ts';

/** How long after the last key the search begins, in milliseconds. */
const debounce = 300;

interface SearchBoxProps {
  value: string;
  onSearch: (value: string) => void;
}

/** Finds posts by the name of their author, a moment after the last key. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  if (seen !== value) {
    setSeen(value);
    // Somebody else changed the address (a link, the way back): the box follows. Its own search must not undo newer keys.
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  const search = useEffectEvent((wanted: string) => {
    if (wanted === value) return;
    setSent(wanted);
    onSearch(wanted);
  });
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), debounce);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search className="relative block w-full sm:max-w-sm">
      <label htmlFor="leaderboard-search" className="sr-only">
        Search by username
      </label>
      <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-soft" />
      <input
        ref={input}
        id="leaderboard-search"
        type="text"
        dir="auto"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_SEARCH}
        placeholder="Search by username"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        className="h-12 w-full rounded-control border-[1.5px] border-line bg-sheet pr-12 pl-11 placeholder:text-soft hover:border-ink"
      />
      {text && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            setText('');
            setSent('');
            onSearch('');
            input.current?.focus();
          }}
          className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-control hover:text-accent"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </search>
  );
}
