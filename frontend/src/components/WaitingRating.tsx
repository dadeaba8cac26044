import type { ReactNode } from 'react';
import { Photo } from './Photo.tsx';
import { Score } from './Score.tsx';

interface WaitingRatingProps {
  rating: { imageUrl: string; averageRating: string };
  /** The name of the section. */
  label: string;
  /** What becomes of the score: it "is waiting". */
  state: string;
  text?: ReactNode;
  /** What can be done with it. */
  children?: ReactNode;
}

/** A rated photo that is not posted yet: "Your 8.4 is waiting". */
export function WaitingRating({ rating, label, state, text, children }: WaitingRatingProps) {
  return (
    <section
      aria-label={label}
      className="flex animate-rise flex-wrap items-center gap-x-5 gap-y-4 rounded-card border-[1.5px] border-accent bg-wash p-4"
    >
      <div className="size-18 shrink-0 overflow-hidden rounded-control">
        <Photo imageUrl={rating.imageUrl} alt="Your rated photo" sizes="72px" eager />
      </div>
      <div role="status" className="min-w-28 grow basis-28">
        <p className="font-display text-xl font-bold">
          Your <Score value={Number(rating.averageRating)} /> <span>{state}</span>
        </p>
        {text && <p className="text-[0.9375rem]">{text}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </section>
  );
}
