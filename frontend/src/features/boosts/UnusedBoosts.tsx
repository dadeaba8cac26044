import { Link } from '@tanstack/react-router';
import { Zap } from 'lucide-react';
import { useState } from 'react';
import { useUnusedBoosts } from '../../api/boosts.ts';
import type { Boost } from '../../api/generated/schema.d.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { boostDurations, boostNames, isPartlyUsed } from '../../lib/boosts.ts';
import { formatDate } from '../../lib/dates.ts';
import { formatDuration } from '../../lib/durations.ts';
import { formatMoney } from '../../lib/money.ts';
import { counted } from '../../lib/wording.ts';

function BoostRow({ boost }: { boost: Boost }) {
  const { boostType, price, createdAt, remainingMs } = boost;
  return (
    <li className="flex items-start gap-3 py-3.5">
      <Zap
        aria-hidden
        className={`mt-0.5 size-9 shrink-0 rounded-full p-2 ${boostType === 'mega' ? 'bg-gold text-on-medal' : 'bg-wash text-accent'}`}
      />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
          <span>{boostNames[boostType]}</span>
          <span>{formatMoney(price)}</span>
        </p>
        <p className="text-[0.9375rem] text-soft">
          {`Bought on ${formatDate(createdAt)} · ${isPartlyUsed(boost) ? `${formatDuration(remainingMs)} left` : boostDurations[boostType]}`}
        </p>
      </div>
    </li>
  );
}

const places = {
  header:
    'flex h-9 shrink-0 items-center max-sm:h-11 max-sm:px-2 gap-1.5 rounded-full border-[1.5px] px-2.5 text-sm font-bold whitespace-nowrap hover:shadow-lift',
  menu: 'flex items-center gap-2.5 self-start rounded-full border-[1.5px] px-4 py-2 my-3 font-bold',
} as const;

const colours = {
  regular: 'border-accent bg-wash text-accent',
  mega: 'border-gold bg-gold text-on-medal',
} as const;

interface UnusedBoostsProps {
  /** In the header the text is shortened to its number on small screens. */
  place: keyof typeof places;
}

/** The number of the person's unused boosts, as a button that lists them; renders nothing without any. */
export function UnusedBoosts({ place }: UnusedBoostsProps) {
  const unused = useUnusedBoosts();
  const [open, setOpen] = useState(false);
  if (!unused || unused.count === 0) return null;
  const { count, boost, boosts } = unused;
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className={`${places[place]} ${colours[boost?.boostType ?? 'regular']}`}
      >
        <Zap aria-hidden className="size-4 shrink-0" />
        {place === 'menu' ? (
          <span>{counted(count, 'Unused Boost')}</span>
        ) : (
          <>
            <span>{count}</span>
            <span className="max-xl:sr-only">{count === 1 ? 'Unused Boost' : 'Unused Boosts'}</span>
          </>
        )}
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Unused Boosts"
        description="Each can be applied to one of your public posts."
      >
        <ul aria-label="Unused boosts" className="mt-5 divide-y divide-rule border-y border-rule">
          {boosts.map((one) => (
            <BoostRow key={one.id} boost={one} />
          ))}
        </ul>
        <div className="mt-6 grid gap-3 sm:grid-cols-2">
          <Button asChild>
            <Link to="/my-posts" onClick={() => setOpen(false)}>
              Choose a Post
            </Link>
          </Button>
          <Button asChild look="secondary">
            <Link to="/boost" onClick={() => setOpen(false)}>
              Buy Another
            </Link>
          </Button>
        </div>
      </Dialog>
    </>
  );
}
