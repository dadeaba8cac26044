import { Link } from '@tanstack/react-router';
import { Button } from '../../../components/Button.tsx';
import { barTab } from '../layout/page.tsx';

/** The pages around the list of payments. */
export function PaymentTabs() {
  return (
    <nav aria-label="Payments" className="mb-5 flex flex-wrap gap-2">
      {(
        [
          ['/rtm-sys/payments', 'All Payments'],
          ['/rtm-sys/payments/parked-events', 'Parked Events'],
          ['/rtm-sys/payments/reconciliation', 'Reconciliation'],
          ['/rtm-sys/payments/daily-sums', 'Daily Sums'],
          ['/rtm-sys/boosts', 'Boosts'],
        ] as const
      ).map(([to, text]) => (
        <Button key={to} asChild look="secondary" className={barTab}>
          <Link to={to} activeOptions={{ includeSearch: false, exact: true }}>
            {text}
          </Link>
        </Button>
      ))}
    </nav>
  );
}
