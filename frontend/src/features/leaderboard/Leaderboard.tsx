import { Search, X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { Suspense, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { PostGridSkeleton } from '../../components/PostGrid.tsx';
import { TabBar } from '../../components/TabBar.tsx';
import { AllPosts } from './AllPosts.tsx';
import { type LeaderboardSearch, LONGEST_SEARCH, sortOf } from './leaderboard-search.ts';
import { WeekPosts } from './WeekPosts.tsx';

/** The search starts this long after the last key press, in milliseconds. */
const debounce = 300;

/** Searches posts by author, debounced. */
function SearchBox({ value, onSearch }: { value: string; onSearch: (value: string) => void }) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  if (seen !== value) {
    setSeen(value);
    // The address changed from outside (a link, the back button): the box follows. Its own search must not undo newer
    // input.
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

const tabs = [
  ['all', 'All Posts'],
  ['week', 'This Week'],
] as const;
const sorts = [
  ['recent', 'Recent'],
  ['top', 'Top Rated'],
] as const;

interface LeaderboardProps {
  state: LeaderboardSearch;
  onChange: (change: Partial<LeaderboardSearch>) => void;
}

/** The board with search, tabs and sort order, all of which are in the URL. */
export function Leaderboard({ state, onChange }: LeaderboardProps) {
  // The old posts stay until the new ones have loaded, so that nothing jumps while typing.
  const shown = useDeferredValue(state);
  return (
    <div className="mx-auto max-w-7xl px-4 pt-8 pb-20 sm:px-6 sm:pt-12">
      <Tabs.Root
        value={state.tab}
        onValueChange={(tab) =>
          onChange({ tab: tab as LeaderboardSearch['tab'], sort: undefined, week: undefined })
        }
      >
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <div>
            <h1 tabIndex={-1} className="text-4xl font-black sm:text-6xl">
              Leaderboard
            </h1>
            <p className="mt-2 text-lg text-soft">
              Every foot, ranked. The weekly board starts over on Monday.
            </p>
          </div>
          <SearchBox value={state.search} onSearch={(search) => onChange({ search })} />
        </div>
        <div className="mt-7 flex">
          <TabBar label="Posts" options={tabs} />
        </div>
        {tabs.map(([tab]) => (
          <Tabs.Content key={tab} value={tab} tabIndex={-1} className="-mt-[2.9375rem]">
            <Tabs.Root
              value={sortOf(state)}
              onValueChange={(sort) => onChange({ sort: sort as LeaderboardSearch['sort'] })}
            >
              <div className="flex justify-end max-sm:justify-start max-sm:pt-15">
                <TabBar label="Sort" options={sorts} />
              </div>
              <div aria-hidden className="mt-6 scotch-rule" />
              {sorts.map(([sort]) => (
                <Tabs.Content
                  key={sort}
                  value={sort}
                  tabIndex={-1}
                  aria-busy={shown !== state}
                  className="mt-6 transition-opacity aria-busy:opacity-60"
                >
                  <Suspense fallback={<PostGridSkeleton />}>
                    {shown.tab === 'week' ? (
                      <WeekPosts search={shown.search} sort={sortOf(shown)} week={shown.week} />
                    ) : (
                      <AllPosts search={shown.search} sort={sortOf(shown)} />
                    )}
                  </Suspense>
                </Tabs.Content>
              ))}
            </Tabs.Root>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </div>
  );
}
