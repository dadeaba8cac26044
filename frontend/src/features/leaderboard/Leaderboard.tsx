import { Tabs } from 'radix-ui';
import { Suspense, useDeferredValue } from 'react';
import { TabBar } from '../../components/TabBar.tsx';
import { PostGridSkeleton } from '../posts/PostGrid.tsx';
import { AllPosts } from './AllPosts.tsx';
import { type LeaderboardSearch, sortOf } from './leaderboard-search.ts';
import { SearchBox } from './SearchBox.tsx';
import { WeekPosts } from './WeekPosts.tsx';

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

/** The board with its search, tabs and order; all of them are its address. */
export function Leaderboard({ state, onChange }: LeaderboardProps) {
  // The posts of before stand until those of the new address are there, so that nothing jumps while typing.
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
              Every foot in order. The weekly board starts over on Monday.
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
