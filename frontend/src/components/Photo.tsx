import { useMemo } from 'react';
import { placeholderOf, renditionSet, renditionUrl } from '../lib/photos.ts';

interface PhotoProps {
  /** The address of the largest rendition. */
  imageUrl: string;
  alt: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  thumbhash?: string;
  /** Fetched first, for the picture that the page is about. */
  eager?: boolean;
  className?: string;
}

/** A photo that fills its box, which must have a size of its own; its blurred placeholder stands until it has come. */
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
