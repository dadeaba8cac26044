import { useCallback } from 'react';
import { placeholderOf, renditionSet, renditionUrl } from '../lib/photos.ts';

interface PhotoProps {
  /** The address of the largest rendition. */
  imageUrl: string;
  alt: string;
  /** The width it is shown at, as in the `sizes` attribute. */
  sizes: string;
  thumbhash?: string;
  /** The address of a smaller rendition that has loaded, to show until this one has. */
  loaded?: string | undefined;
  /** The widest rendition that is worth its bytes at this size, even on screens with three times the pixels. */
  widest?: 480 | 640 | 1280;
  /** Its own size in pixels, for a photo that gives its box the height. */
  size?: { width: number; height: number };
  /** Loads it first, for the main picture of a page. */
  eager?: boolean;
  className?: string;
}

/**
 * A photo that fills its box, which needs a fixed size or ratio, or the size of the photo. A blurred placeholder is shown
 * until it has loaded, and if it never loads. It is drawn when the photo comes near the window: those of a whole board would
 * take a phone 0.2 s.
 */
export function Photo({
  imageUrl,
  alt,
  sizes,
  thumbhash,
  loaded,
  widest = 1280,
  size,
  eager = false,
  className = '',
}: PhotoProps) {
  const drawPlaceholder = useCallback(
    (image: HTMLImageElement) => {
      const smaller = loaded && !image.complete ? `url(${loaded})` : '';
      image.style.backgroundImage = smaller;
      const observer = new IntersectionObserver(
        (changes) => {
          if (!changes.at(-1)?.isIntersecting) return;
          observer.disconnect();
          const placeholder =
            thumbhash && !(image.complete && image.naturalWidth) && placeholderOf(thumbhash);
          // Not as an attribute, because the policy forbids those in HTML.
          if (placeholder) {
            image.style.backgroundImage = [smaller, `url(${placeholder})`].filter(Boolean).join();
          }
        },
        { rootMargin: '100%' },
      );
      observer.observe(image);
      return () => observer.disconnect();
    },
    [thumbhash, loaded],
  );
  return (
    <img
      ref={drawPlaceholder}
      {...size}
      src={renditionUrl(imageUrl, 640)}
      srcSet={renditionSet(imageUrl, widest)}
      sizes={sizes}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      className={`${size ? 'h-auto w-full' : 'size-full'} bg-rule bg-cover bg-center object-cover ${className}`}
    />
  );
}
