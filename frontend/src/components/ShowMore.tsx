import { Button } from './Button.tsx';

/** Asks for the next page of a list. */
export function ShowMore({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <div className="mt-8 text-center">
      <Button look="secondary" busy={busy} onClick={onClick}>
        {busy ? 'Loading…' : 'Show More'}
      </Button>
    </div>
  );
}
