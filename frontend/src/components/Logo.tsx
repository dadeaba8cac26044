import { Link } from '@tanstack/react-router';

/** The logo and the name, as a link to the home page. */
export function Logo({ className = '' }: { className?: string }) {
  return (
    <Link
      to="/"
      translate="no"
      className={`inline-flex items-center gap-2.5 rounded-control font-display text-2xl font-extrabold tracking-tight ${className}`}
    >
      <svg viewBox="0 0 32 32" aria-hidden className="size-8 shrink-0 fill-accent">
        <circle cx="8.2" cy="7.6" r="4.3" />
        <circle cx="15.6" cy="4.7" r="2.9" />
        <circle cx="21.2" cy="6" r="2.5" />
        <circle cx="25.4" cy="9" r="2.2" />
        <circle cx="28" cy="13" r="1.9" />
        <path d="M5.6 17.4c2-4.6 12.6-6.4 17.6-2.2 3.6 3 2 6.6-.3 9.4-2 2.4-2.2 6.6-7.6 6.6-5.2 0-6-4.2-6.6-7.2-.5-2.6-4-4-3.1-6.6z" />
      </svg>
      Footnote
    </Link>
  );
}
