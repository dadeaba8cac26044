import { Search, X } from 'lucide-react';
import {
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { FirstPage, PostGridSkeleton } from '../../components/PostGrid.tsx';
import { AllPosts } from './AllPosts.tsx';
import { Choices } from './Choices.tsx';
import {
  isFromTheTop,
  leaderboardDefaults,
  type LeaderboardSearch,
  LONGEST_SEARCH,
  sortOf,
} from './leaderboard-search.ts';
import { WeekPosts } from './WeekPosts.tsx';

/** The search starts this long after the last key press, in milliseconds. */
const debounce = 300;

interface LeaderboardProps {
  state: LeaderboardSearch;
  onSearch: (search: string) => void;
}

/** Searches posts by author, debounced. Without scripts, Enter opens the address of the search. */
function SearchBox({ state, onSearch }: LeaderboardProps) {
  const { search: value, tab, sort, week } = state;
  const kept = Object.entries({ tab: tab === leaderboardDefaults.tab ? undefined : tab, sort, week });
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // On a page of the server, somebody may have typed before this script was there.
  useLayoutEffect(() => setText(input.current!.value), []);
  if (seen !== value) {
    setSeen(value);
    // The address changed from outside (a link, the back button): the box follows. Its own search must not undo newer
    // input.
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  const send = (wanted: string): void => {
    setSent(wanted);
    onSearch(wanted);
  };
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== value) send(wanted);
  });
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), debounce);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search className="board-search block w-full sm:max-w-sm">
      <form
        action="/leaderboard"
        onSubmit={(event) => {
          event.preventDefault();
          send(text.trim());
        }}
        className="relative"
      >
        {kept.map(([name, given]) => given && <input key={name} type="hidden" name={name} value={given} />)}
        <label htmlFor="leaderboard-search" className="sr-only">
          Search by username
        </label>
        <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-soft" />
        <input
          ref={input}
          id="leaderboard-search"
          name="search"
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
          className="h-12 w-full rounded-control border-[1.5px] border-line bg-sheet pl-11 placeholder:text-soft roomy:pr-12 hover:border-ink"
        />
        {text && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              setText('');
              send('');
              input.current?.focus();
            }}
            className="unscripted:hidden absolute top-0.5 right-0.5 grid size-11 bg-sheet place-items-center rounded-control hover:text-accent"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </form>
    </search>
  );
}

const tabs = [
  ['all', 'All Posts'],
  ['week', 'This Week'],
] as const;
const sorts = [
  ['recent', 'Recent'],
  ['top', 'Top Rated'],
] as const;

/** The board with search, tabs and sort order, all of which are in the URL. */
export function Leaderboard({ state, onSearch }: LeaderboardProps) {
  // The old posts stay until the new ones have loaded, so that nothing jumps while typing.
  const shown = useDeferredValue(state);
  return (
    <div className="mx-auto max-w-wide px-4 pt-3 pb-20 sm:px-6 roomy:pt-12">
      <div className="relative flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="tight:flex tight:h-12 tight:items-center">
          <h1 tabIndex={-1} className="text-3xl font-black roomy:text-6xl">
            Leaderboard
          </h1>
          <p className="mt-2 text-lg text-soft tight:sr-only">
            Every foot, ranked. The weekly board starts over on Monday.
          </p>
        </div>
        <SearchBox state={state} onSearch={onSearch} />
      </div>
      <div className="mt-3 flex flex-wrap justify-between gap-x-8 gap-y-3 max-sm:gap-x-1 roomy:mt-7">
        <Choices
          label="Board"
          options={tabs}
          chosen={state.tab}
          changeTo={(tab) => ({ tab, sort: undefined, week: undefined })}
        />
        <Choices label="Sort" options={sorts} chosen={sortOf(state)} changeTo={(sort) => ({ sort })} />
      </div>
      <div aria-hidden className="mt-6 scotch-rule tight:hidden" />
      <section
        aria-label="Posts"
        aria-busy={shown !== state}
        className="mt-4 roomy:mt-6 transition-opacity aria-busy:opacity-60"
      >
        {shown.after && <FirstPage />}
        <Suspense fallback={<PostGridSkeleton hasPodium={isFromTheTop({ ...shown, sort: sortOf(shown) })} />}>
          {shown.tab === 'week' ? (
            <WeekPosts {...shown} sort={sortOf(shown)} />
          ) : (
            <AllPosts {...shown} sort={sortOf(shown)} />
          )}
        </Suspense>
      </section>
    </div>
  );
}
