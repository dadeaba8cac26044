import { ArrowUpRight } from 'lucide-react';
import { type Platform, platforms, socialAddress } from '../lib/social-links.ts';

/** Links to a person's other profiles, in new tabs; nothing if there are none. */
export function SocialBadges({
  links,
  className = '',
}: {
  links: { readonly [P in Platform]?: string | null } | null | undefined;
  className?: string;
}) {
  const known = platforms.flatMap(({ key, name, base }) => {
    const value = links?.[key];
    return value ? [{ key, name, href: socialAddress(base, value) }] : [];
  });
  if (known.length === 0) return null;
  return (
    <ul aria-label="Social links" className={`flex flex-wrap gap-2 ${className}`}>
      {known.map(({ key, name, href }) => (
        <li key={key}>
          <a
            href={href}
            target="_blank"
            rel="nofollow ugc noopener"
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full border-[1.5px] border-line bg-sheet px-4 text-[0.9375rem] font-semibold hover:border-accent hover:text-accent"
          >
            {name}
            <ArrowUpRight aria-hidden className="size-4" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
