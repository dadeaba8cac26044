import { messageOf } from '../../api/api-error.ts';
import { Refusal } from '../../components/Notice.tsx';

const title = 'Failed to create checkout session';

/** Beside a button that opened no checkout page: why not. */
export function CheckoutRefusal({ error }: { error: Error | null }) {
  if (!error) return null;
  const message = messageOf(error);
  return <Refusal title={title}>{message === title ? 'Please try again' : message}</Refusal>;
}
