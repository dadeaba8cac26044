import { avatarColours } from '../lib/avatar-colours.ts';

interface AvatarProps {
  /** The source of the initial. */
  name: string;
  /** The source of the colours: the person's id, so that they stay the same when the name changes. */
  colourOf: string;
  /** Of the rendition of 320 pixels; that of 160 is beside it. */
  pictureUrl: string | null;
  className?: string;
}

/** A person's picture, or their initial on their colours. Decorative: the name is always next to it. */
export function Avatar({ name, colourOf, pictureUrl, className = 'size-9' }: AvatarProps) {
  const shape = `grid shrink-0 place-items-center overflow-hidden rounded-full forced-colors:border ${className}`;
  if (pictureUrl) {
    return (
      <img
        src={pictureUrl}
        srcSet={`${pictureUrl.replace('/320.', '/160.')} 160w, ${pictureUrl} 320w`}
        sizes="auto, 96px"
        alt=""
        loading="lazy"
        decoding="async"
        className={`${shape} object-cover`}
      />
    );
  }
  return (
    <span aria-hidden className={`${shape} font-display font-bold text-[#fff] ${avatarColours(colourOf)}`}>
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
