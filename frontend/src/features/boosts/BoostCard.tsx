import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { boostDurations, boostFrame, boostNames, type BoostType } from '../../lib/boosts.ts';
import { formatMoney, type Money } from '../../lib/money.ts';
import { useForMembers } from '../session/MembersGate.tsx';
import { useBuyBoost } from './boosts.queries.ts';
import { CheckoutRefusal } from './CheckoutRefusal.tsx';
import { useObstacles } from './obstacles.ts';

const effects = {
  regular: ['Above all posts without a boost', 'A frame and a “Boosted” badge on its card'],
  mega: [
    'Above all other posts, regular boosts too',
    'A bigger, golden frame and a “Mega Boost” badge',
    'Featured for a whole week',
  ],
} as const;

const needsAccount = 'Account required to boost posts';

interface BoostCardProps {
  boostType: BoostType;
  /** Undefined while the prices load. */
  price: Money | undefined;
}

export function BoostCard({ boostType, price }: BoostCardProps) {
  const { user, isLoading } = useSession();
  const forMembers = useForMembers();
  const buy = useBuyBoost();
  const send = useSend(buy);
  const { toBuy } = useObstacles();
  const isVisitor = !user && !isLoading;
  return (
    <section
      aria-labelledby={`boost-${boostType}`}
      className={`flex flex-col rounded-card border border-rule bg-sheet p-6 shadow-lift sm:p-8 ${boostType === 'mega' ? boostFrame('mega') : ''}`}
    >
      <h2 id={`boost-${boostType}`} className="text-2xl">
        {boostNames[boostType]}
      </h2>
      <p className="mt-4 min-h-15 font-display text-4xl font-black tracking-tight sm:text-5xl">
        {price ? formatMoney(price) : <span className="sr-only">Loading price…</span>}
      </p>
      <p className="text-soft">For {boostDurations[boostType]}</p>
      <ul className="mt-5 mb-7 space-y-2.5">
        {effects[boostType].map((effect) => (
          <li key={effect} className="flex gap-2.5">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-good" />
            {effect}
          </li>
        ))}
      </ul>
      <div className="mt-auto space-y-3">
        <CheckoutRefusal error={buy.error} />
        <p className={`mb-2 text-center text-[0.9375rem] text-soft ${isLoading ? 'invisible' : ''}`}>
          {isVisitor ? needsAccount : (toBuy ?? 'Can be refunded for 7 days while it is unused')}
        </p>
        {isVisitor ? (
          <Button asChild className="w-full">
            <Link to="/register" search={{ next: '/boost' }}>
              Sign Up to Continue
            </Link>
          </Button>
        ) : (
          <Button
            className="w-full"
            aria-disabled={toBuy !== undefined}
            busy={buy.isPending}
            onClick={() => forMembers(needsAccount, () => send({ boostType }))}
          >
            Buy {boostNames[boostType]}
          </Button>
        )}
      </div>
    </section>
  );
}
