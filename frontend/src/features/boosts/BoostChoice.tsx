import { RadioGroup } from 'radix-ui';
import type { Prices } from '../../api/generated/schema.d.ts';
import { boostDurations, boostNames, type BoostType } from '../../lib/boosts.ts';
import { formatMoney } from '../../lib/money.ts';

const effects = {
  regular: 'Above all posts without a boost.',
  mega: 'Above all other posts, regular boosts too.',
} as const;

interface BoostChoiceProps {
  prices: Prices;
  value: BoostType;
  onChange: (value: BoostType) => void;
}

export function BoostChoice({ prices, value, onChange }: BoostChoiceProps) {
  return (
    <RadioGroup.Root
      aria-label="Kind of boost"
      value={value}
      onValueChange={(next) => onChange(next as BoostType)}
      className="grid gap-3"
    >
      {(['regular', 'mega'] as const).map((boostType) => (
        <RadioGroup.Item
          key={boostType}
          value={boostType}
          className="rounded-control border-[1.5px] border-line bg-sheet px-4 py-3 text-left hover:border-ink data-[state=checked]:border-accent data-[state=checked]:bg-wash forced-colors:data-[state=checked]:system-chosen"
        >
          <span className="flex flex-wrap justify-between gap-x-4 font-semibold">
            <span>
              {boostNames[boostType]}, {boostDurations[boostType]}
            </span>
            <span>{formatMoney(prices[boostType])}</span>
          </span>
          <span className="block text-[0.9375rem] text-soft">{effects[boostType]}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
