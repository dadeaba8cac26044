import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { Button } from '../../../components/Button.tsx';
import { formatWhole } from '../../../lib/wording.ts';

/** How many rows the server answers by default. */
const PAGE_SIZE = 50;

/** A count as the server gives it, with separators: `12345` or `10000+`. */
export function formatTotal(total: string): string {
  const [, digits = '0', more = ''] = /^(\d+)(\+?)$/.exec(total) ?? [];
  return formatWhole(Number(digits)) + more;
}

interface PagerProps {
  page: number;
  count: number;
  total: string | null;
  hasPrevious: boolean;
  hasNext: boolean;
  onFirst: () => void;
  onPrevious: () => void;
  onNext: () => void;
}

/** Which rows of how many are shown, and the ways to other pages. */
export function Pager({ page, count, total, hasPrevious, hasNext, onFirst, onPrevious, onNext }: PagerProps) {
  const from = (page - 1) * PAGE_SIZE + 1;
  const ways = [
    ['First page', ChevronsLeft, page > 1, onFirst],
    ['Previous page', ChevronLeft, hasPrevious, onPrevious],
    ['Next page', ChevronRight, hasNext, onNext],
  ] as const;
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-soft">
        <span>{count === 0 ? 'None' : `${formatWhole(from)}–${formatWhole(from + count - 1)}`}</span>
        {total !== null && (
          <span>
            {' of '}
            <strong className="text-ink">{formatTotal(total)}</strong>
          </span>
        )}
      </p>
      {(page > 1 || hasNext) && (
        <div className="flex gap-2">
          {ways.map(([label, Icon, isOpen, onOpen]) => (
            <Button
              key={label}
              look="secondary"
              className="px-3"
              aria-label={label}
              aria-disabled={!isOpen}
              onClick={onOpen}
            >
              <Icon aria-hidden className="size-5" />
            </Button>
          ))}
        </div>
      )}
    </nav>
  );
}
