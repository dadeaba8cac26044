import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { refreshBoosts } from '../../api/boosts.ts';
import { api, bodyOf } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { toast, toastFailure } from '../../components/toast.ts';
import { boostNames } from '../../lib/boosts.ts';
import { formatMinuteOfDay } from '../../lib/dates.ts';
import { formatMoney } from '../../lib/money.ts';

function useDrop() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      bodyOf(api.POST('/api/user/payments/{id}/drop', { params: { path: { id } } })),
    // Also after a failure: most often it was paid meanwhile.
    onSettled: () => refreshBoosts(queryClient),
  });
}

/** The checkouts that the person has left without paying, to resume or to drop; renders nothing without any. */
export function OpenCheckouts() {
  const { data: open = [] } = useQuery({
    queryKey: queryKeys.own.openCheckouts,
    queryFn: () => bodyOf(api.GET('/api/user/payments', { params: { query: { part: 'open' } } })),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const drop = useDrop();
  const send = useSend(drop, {
    onSuccess: () => {
      toast({ title: 'Checkout dropped', description: 'No charges were made.' });
      // The pressed button disappears.
      (heading.current ?? document.querySelector('h1'))?.focus();
    },
    onError: (error) => toastFailure('Failed to drop the checkout', messageOf(error)),
  });
  if (open.length === 0) return null;
  return (
    <section
      aria-labelledby="open-checkouts"
      className="rounded-control border-l-4 border-accent bg-wash px-4 py-3"
    >
      <h2 ref={heading} id="open-checkouts" tabIndex={-1} className="font-sans text-base font-bold">
        Not paid yet
      </h2>
      <ul className="divide-y divide-rule">
        {open.map(({ id, boostType, price, startedAt, checkoutUrl }) => {
          const name = boostType === null ? 'Donation' : boostNames[boostType];
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <p className="grow">
                {name} · {formatMoney(price)}{' '}
                <span className="text-[0.9375rem] text-soft">started at {formatMinuteOfDay(startedAt)}</span>
              </p>
              <span className="flex gap-2">
                <Button asChild look="secondary">
                  <a href={checkoutUrl ?? undefined} aria-label={`Resume the ${name}`}>
                    Resume
                  </a>
                </Button>
                <Button
                  look="quiet"
                  busy={drop.isPending && drop.variables === id}
                  aria-label={`Drop the ${name}`}
                  onClick={() => send(id)}
                >
                  Drop
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
