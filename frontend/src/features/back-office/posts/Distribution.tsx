import { counted } from '../../../lib/wording.ts';

/** How many people gave each score from 0 to 10, as bars. */
export function Distribution({ counts }: { counts: readonly number[] }) {
  const bars = counts.map((count, score) => ({ count, score }));
  const most = Math.max(1, ...counts);
  return (
    <ul className="grid grid-cols-11 gap-1 text-center text-sm">
      {bars.map(({ count, score }) => (
        <li key={score} className="flex flex-col justify-end">
          <span className="sr-only">
            {score} of 10: {counted(count, 'rating')}
          </span>
          <span aria-hidden>{count || ''}</span>
          <span
            aria-hidden
            className="block rounded-t-[0.2rem] bg-accent forced-colors:bg-[CanvasText]"
            style={{ height: `${Math.round((count / most) * 6 * 10) / 10}rem` }}
          />
          <span aria-hidden className="border-t border-ink text-soft">
            {score}
          </span>
        </li>
      ))}
    </ul>
  );
}
