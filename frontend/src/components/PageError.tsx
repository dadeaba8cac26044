import { Button } from './Button.tsx';
import { FullMessage } from './FullMessage.tsx';

/** What stands in place of a page that could not be loaded or shown. */
export function PageError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <FullMessage sign="!" title="Something went wrong" text={message}>
      <Button onClick={onRetry}>Try Again</Button>
    </FullMessage>
  );
}
