import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';

interface EmptyBoardProps {
  title: string;
  text?: string;
  /** The next step; a link to the upload by default. */
  children?: ReactNode;
}

export function EmptyBoard({ title, text, children }: EmptyBoardProps) {
  return (
    <div className="flex flex-col items-center rounded-card border-2 border-dashed border-rule px-6 py-16 text-center sm:py-24">
      <p aria-hidden className="font-display text-6xl font-black text-soft">
        –/10
      </p>
      <p className="mt-5 font-display text-2xl font-extrabold">{title}</p>
      {text && <p className="mt-2 text-soft">{text}</p>}
      <div className="mt-7">
        {children ?? (
          <Button asChild look="secondary">
            <Link to="/">Upload</Link>
          </Button>
        )}
      </div>
    </div>
  );
}
