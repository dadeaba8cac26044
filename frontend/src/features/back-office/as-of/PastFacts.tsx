import { Link } from '@tanstack/react-router';
import type { AsOf } from '../../../api/generated/schema.d.ts';
import { Tag } from '../../../components/Tag.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import type { AdminRole } from '../layout/sections.ts';
import { asItWas } from '../subjects/as-of-kinds.ts';

type Fact = AsOf['facts'][number];

interface ValueProps {
  value: Fact['was'];
  role: AdminRole | undefined;
  at: string | undefined;
}

/** What a fact says. The name of something leads to it at the same moment. */
function Value({ value, role, at }: ValueProps) {
  if (!value) return <span className="text-soft">–</span>;
  if (value.isTime) return <time dateTime={value.text}>{formatMoment(value.text)}</time>;
  const { kind, id, text } = value;
  const page = id === null ? undefined : asItWas({ kind, id }, role, at);
  if (!page) return text;
  return (
    <Link {...page} className="text-link">
      {text}
    </Link>
  );
}

interface PastFactsProps extends Omit<ValueProps, 'value'> {
  past: AsOf;
}

/** The facts of then beside those of now. What differs is marked. */
export function PastFacts({ past: { facts, existed, exists }, role, at }: PastFactsProps) {
  const cell = 'px-1 py-2 align-top [overflow-wrap:anywhere] sm:px-3';
  return (
    <table aria-label="Then and now" className="w-full table-fixed border-collapse text-[0.9375rem]">
      <thead className="border-b-2 border-ink text-left">
        <tr>
          <th scope="col" className={`${cell} font-bold`}>
            Fact
          </th>
          <th scope="col" className={`${cell} font-bold`}>
            Then{!existed && <span className="font-normal text-soft"> (did not exist)</span>}
          </th>
          <th scope="col" className={`${cell} font-bold`}>
            Now{!exists && <span className="font-normal text-soft"> (does not exist)</span>}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-rule">
        {facts.map(({ name, was, now, isChanged }) => (
          <tr key={name} className={isChanged ? 'bg-wash' : ''}>
            <th scope="row" className={`${cell} text-left font-semibold`}>
              {name}
              {isChanged && (
                <span className="mt-1 block">
                  <Tag look="attention">Differs</Tag>
                </span>
              )}
            </th>
            <td className={`${cell} ${isChanged ? 'font-semibold' : ''}`}>
              <Value value={was} role={role} at={at} />
            </td>
            <td className={cell}>
              <Value value={now} role={role} at={undefined} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
