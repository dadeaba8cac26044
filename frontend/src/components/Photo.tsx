import { useCallback } from 'react';
import { placeholderOf, renditionSet, renditionUrl } from '../lib/photos.ts';

interface PhotoProps {
  /** The address of the largest rendition. */
  imageUrl: string;
  alt: string;
  /** The width it is shown at, as in the `sizes` attribute. */
  sizes: string;
  thumbhash?: string;
  /** Its own size in pixels, for a photo that gives its box the height. */
  size?: { width: number; height: number };
  /** Loads it first, for the main picture of a page. */
  eager?: boolean;
  className?: string;
}

/**
 * A photo that fills its box, which needs a fixed size or ratio, or the size of the photo. A blurred placeholder is shown
 * until it has loaded.
 */
export function Photo({ imageUrl, alt, sizes, thumbhash, size, eager = false, className = '' }: PhotoProps) {
  const showPlaceholder = useCallback(
    (image: HTMLImageElement | null) => {
      const placeholder = thumbhash && placeholderOf(thumbhash);
      // Not as an attribute, because the policy forbids those in HTML.
      if (image) image.style.backgroundImage = placeholder ? `url(${placeholder})` : '';
    },
    [thumbhash],
  );
  return (
    <img
      ref={showPlaceholder}
      {...size}
      src={renditionUrl(imageUrl, 640)}
      srcSet={renditionSet(imageUrl)}
      sizes={sizes}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      className={`${size ? 'h-auto w-full' : 'size-full'} bg-rule bg-cover bg-center object-cover ${className}`}
    />
  );
}
