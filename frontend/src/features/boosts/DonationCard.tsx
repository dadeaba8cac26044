import { Heart } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { Prices } from '../../api/generated/schema.d.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { amountHint, decimalsOf, formatMoney, formatShortMoney, readAmount } from '../../lib/money.ts';
import { useDonate } from './boosts.queries.ts';
import { CheckoutRefusal } from './CheckoutRefusal.tsx';
import { useObstacles } from './obstacles.ts';

/** Takes a donation of a preset or a custom amount; needs no account. */
export function DonationCard({ prices }: { prices: Prices }) {
  const { donation } = prices;
  const { currency } = prices.regular;
  const [preset, setPreset] = useState<number | undefined>(donation.presets[0]);
  const [custom, setCustom] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const donate = useDonate();
  const { toDonate } = useObstacles();
  const send = useSend(donate);
  const hint = amountHint(currency, donation);
  const amount = preset ?? readAmount(custom, currency, donation);

  const choose = (value: number): void => {
    setPreset(value);
    setCustom('');
    setInvalid(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setInvalid(amount === undefined);
    if (amount === undefined) field.current?.focus();
    else send(amount);
  };

  return (
    <section
      aria-labelledby="donate"
      className="rounded-card border border-rule bg-sheet p-6 shadow-lift sm:p-8"
    >
      <h2 id="donate" className="flex items-center gap-3 text-2xl">
        <Heart aria-hidden className="size-6 text-accent" />
        Support Footnote
      </h2>
      <p className="mt-2 max-w-2xl text-soft">
        A voluntary donation, made once. It buys nothing: no rank, no influence on ratings. You need no
        account.
      </p>
      <form noValidate onSubmit={submit} className="mt-6">
        <fieldset>
          <legend className="mb-2 font-semibold">Amount</legend>
          <div className="flex flex-wrap gap-2">
            {donation.presets.map((value) => (
              <Button
                key={value}
                look="secondary"
                aria-pressed={preset === value}
                className="aria-pressed:border-accent aria-pressed:bg-wash aria-pressed:text-accent forced-colors:aria-pressed:system-chosen"
                onClick={() => choose(value)}
              >
                {formatShortMoney({ amount: value, currency })}
              </Button>
            ))}
          </div>
        </fieldset>
        <div className="mt-5 grid grid-cols-1 items-start gap-4 sm:grid-cols-[minmax(0,16rem)_auto] sm:justify-start">
          <Field
            ref={field}
            label="Custom amount"
            lead={currency.toUpperCase()}
            className="[&_input]:pl-2"
            inputMode={decimalsOf(currency) === 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            placeholder="Other"
            value={custom}
            error={isInvalid ? `Invalid Amount. ${hint}` : undefined}
            onChange={({ target: { value } }) => {
              setCustom(value);
              setPreset(value === '' ? donation.presets[0] : undefined);
              setInvalid(false);
            }}
          />
          <Button
            type="submit"
            busy={donate.isPending}
            aria-disabled={toDonate !== undefined}
            className="sm:mt-8 sm:h-12"
          >
            {amount === undefined ? 'Donate' : `Donate ${formatMoney({ amount, currency })}`}
          </Button>
        </div>
        <div className="mt-3 empty:hidden">
          <CheckoutRefusal error={donate.error} />
        </div>
        {toDonate !== undefined && <p className="mt-2 text-[0.9375rem] text-soft">{toDonate}</p>}
      </form>
    </section>
  );
}
