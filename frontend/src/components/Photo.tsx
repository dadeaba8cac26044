import { useMemo } from 'react';
import { placeholderOf, renditionSet, renditionUrl } from '../lib/photos.ts';

interface PhotoProps {
  /** The address of the largest rendition. */
  imageUrl: string;
  alt: string;
  /** The width it is shown at, as in the `sizes` attribute. */
  sizes: string;
  thumbhash?: string;
  /** Loads it first, for the main picture of a page. */
  eager?: boolean;
  className?: string;
}

/**
 * A photo that fills its box, which needs a fixed size or ratio. A blurred placeholder is shown until it has loaded.
 */
export function Photo({ imageUrl, alt, sizes, thumbhash, eager = false, className = '' }: PhotoProps) {
  const placeholder = useMemo(() => thumbhash && placeholderOf(thumbhash), [thumbhash]);
  return (
    <img
      src={renditionUrl(imageUrl, 640)}
      srcSet={renditionSet(imageUrl)}
      sizes={sizes}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      className={`size-full bg-rule bg-cover bg-center object-cover ${className}`}
      style={placeholder ? { backgroundImage: `url(${placeholder})` } : undefined}
    />
  );
}
