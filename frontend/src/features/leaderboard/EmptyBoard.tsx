import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { focusPage } from '../../lib/page.ts';

interface EmptyBoardProps {
  title: string;
  text?: string;
  /** Whether nothing fits a search, so that the next step is the board without it. */
  isSearch?: boolean;
  /** Another next step than the upload. */
  children?: ReactNode;
}

function ClearSearch() {
  return (
    <Button asChild look="secondary">
      <Link
        to="/leaderboard"
        search={(before) => ({ ...before, search: '', after: undefined })}
        resetScroll={false}
        // It disappears with its press.
        onClick={focusPage}
      >
        Clear search
      </Link>
    </Button>
  );
}

export function EmptyBoard({ title, text, isSearch = false, children }: EmptyBoardProps) {
  return (
    <div className="flex flex-col items-center rounded-card border-2 border-dashed border-rule px-6 py-16 text-center sm:py-24">
      <p aria-hidden className="font-display text-6xl font-black text-soft">
        –/10
      </p>
      <p className="mt-5 font-display text-2xl font-extrabold">{title}</p>
      {text && <p className="mt-2 text-soft">{text}</p>}
      <div className="mt-7">
        {isSearch ? (
          <ClearSearch />
        ) : (
          (children ?? (
            <Button asChild look="secondary">
              <Link to="/">Upload</Link>
            </Button>
          ))
        )}
      </div>
    </div>
  );
}
