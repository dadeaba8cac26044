import { Link } from '@tanstack/react-router';
import { Button } from '../../components/Button.tsx';

/** A board with nobody on it. */
export function EmptyBoard({ title, text }: { title: string; text?: string }) {
  return (
    <div
      role="status"
      className="flex flex-col items-center rounded-card border-2 border-dashed border-rule px-6 py-16 text-center sm:py-24"
    >
      <p aria-hidden className="font-display text-6xl font-black text-soft">
        –/10
      </p>
      <p className="mt-5 font-display text-2xl font-extrabold">{title}</p>
      {text && <p className="mt-2 text-soft">{text}</p>}
      <Button asChild look="secondary" className="mt-7">
        <Link to="/">Upload</Link>
      </Button>
    </div>
  );
}
