import { LoaderCircle } from 'lucide-react';

/** A turning circle, for the eye only: say in words what is going on beside it. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={`animate-spin ${className}`} />;
}
