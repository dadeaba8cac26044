import { avatarColours } from '../lib/avatar-colours.ts';

interface AvatarProps {
  /** What the initial comes from. */
  name: string;
  /** What the colours come from: the person's id, so that they stay when the name changes. */
  colourOf: string;
  pictureUrl: string | null;
  className?: string;
}

/** A person's picture, or the initial on colours that belong to the person. Decorative: the name stands beside it. */
export function Avatar({ name, colourOf, pictureUrl, className = 'size-9' }: AvatarProps) {
  const [from, to] = avatarColours(colourOf);
  const shape = `grid shrink-0 place-items-center overflow-hidden rounded-full forced-colors:border ${className}`;
  if (pictureUrl) return <img src={pictureUrl} alt="" className={`${shape} object-cover`} />;
  return (
    <span
      aria-hidden
      className={`${shape} font-display font-bold text-[#fff]`}
      style={{ backgroundImage: `linear-gradient(135deg, ${from}, ${to})` }}
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
