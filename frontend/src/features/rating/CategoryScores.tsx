import type { RatingResult } from '../../api/types.ts';
import { Score } from '../../components/Score.tsx';
import { scoreBand } from '../../lib/scores.ts';

const categories = [
  ['toeAlignment', 'Toe Alignment'],
  ['toeNails', 'Toe Nails'],
  ['footShape', 'Foot Shape'],
  ['aesthetic', 'Aesthetic'],
] as const;

const fills = {
  top: 'bg-band-top',
  high: 'bg-band-high',
  mid: 'bg-band-mid',
  low: 'bg-band-low',
  poor: 'bg-band-poor',
} as const;

/** The four scores as lines of a score sheet, each with its bar. */
export function CategoryScores({ rating }: { rating: RatingResult }) {
  return (
    <ul className="space-y-4">
      {categories.map(([key, name], index) => {
        const score = Number(rating[key]);
        return (
          <li key={key}>
            <div className="flex items-baseline gap-2">
              <span className="font-semibold">{name}</span>
              <span aria-hidden className="grow border-b-2 border-dotted border-line" />
              <Score value={score} className="text-xl" />
            </div>
            <div
              aria-hidden
              className="mt-1.5 h-2.5 overflow-hidden rounded-full bg-rule forced-colors:border"
            >
              <div
                className={`h-full animate-grow rounded-full forced-colors:bg-[CanvasText] ${fills[scoreBand(score)]}`}
                style={{ width: `${score * 10}%`, animationDelay: `${index * 110}ms` }}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
