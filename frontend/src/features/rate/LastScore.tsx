import { useCallback } from 'react';
import { isForLackOfNetwork } from '../../api/api-error.ts';
import { Photo } from '../../components/Photo.tsx';
import type { RateState } from './rate-queue.ts';

type Shown = Pick<RateState, 'last' | 'unsent'>;

/** What is known of the last score: how others have rated the photo, once it is final. */
function textOf({ last, unsent }: Shown): string {
  if (unsent && (last?.isFinal ?? true) && !last?.received) {
    const why = isForLackOfNetwork(unsent) ? 'You are offline. ' : '';
    return `${why}${last ? `Your ${last.score} is` : 'Your scores are'} kept, and sent from this page later.`;
  }
  if (!last) return '';
  if (!last.isFinal) return `You ${last.score} · final with the next score, or in 4 seconds`;
  const { community, judge } = last.received ?? {};
  return [
    `You ${last.score}`,
    community && `community ${community} (yours not in it)`,
    judge && `judge ${judge}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

interface LastScoreStripProps extends Shown {
  /** Said in its place. */
  note: string | undefined;
  onUndo: () => void;
  /** The focused button disappears. */
  onLostFocus: () => void;
}

/** The last photo with its score, which can be taken back for a moment. It keeps its height, so that nothing moves. */
export function LastScoreStrip({ note, onUndo, onLostFocus, ...shown }: LastScoreStripProps) {
  const { last } = shown;
  const watch = useCallback(
    (button: HTMLButtonElement) => () => {
      if (document.activeElement === button) onLostFocus();
    },
    [onLostFocus],
  );
  return (
    <div className="flex min-h-12 items-center gap-3">
      {last && !note && (
        <div className="size-11 shrink-0 overflow-hidden rounded-control">
          <Photo
            key={last.photo.id}
            imageUrl={last.photo.imageUrl}
            thumbhash={last.photo.thumbhash}
            alt=""
            sizes="44px"
            widest={480}
            eager
          />
        </div>
      )}
      <p role="status" className="min-w-0 grow text-[0.9375rem] leading-tight font-medium">
        {note ?? textOf(shown)}
      </p>
      {last && !last.isFinal && !note && (
        <button
          ref={watch}
          type="button"
          onClick={onUndo}
          className="min-h-11 shrink-0 rounded-control border-[1.5px] border-ink bg-sheet px-4 font-semibold hover:border-accent hover:text-accent"
        >
          Undo
        </button>
      )}
    </div>
  );
}
