import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RatePhoto } from '../../api/generated/schema.d.ts';
import { Photo } from '../../components/Photo.tsx';

/** How many photos are loaded and decoded before they are shown. */
const AHEAD = 3;

interface PhotoToRateProps {
  photo: RatePhoto;
  isShown: boolean;
  /** It is decoded, or cannot be. */
  onReady: () => void;
}

/** A whole photo, as large as its box allows. */
function PhotoToRate({ photo: { imageUrl, thumbhash, width, height }, isShown, onReady }: PhotoToRateProps) {
  const box = useRef<HTMLDivElement>(null);
  const tell = useEffectEvent(onReady);
  useEffect(() => {
    const image = box.current?.querySelector('img');
    void image
      ?.decode()
      // The placeholder is a little wider or higher.
      .then(() => (image.style.backgroundImage = ''))
      .catch(() => undefined)
      .then(() => tell());
  }, []);
  return (
    <div ref={box} className={`absolute inset-0 ${isShown ? '' : 'invisible'}`}>
      <Photo
        imageUrl={imageUrl}
        thumbhash={thumbhash}
        alt={isShown ? 'Photo to rate' : ''}
        sizes={`min(100vw, 52rem, calc((100vh - 17rem) * ${(width / height).toFixed(2)}))`}
        eager={isShown}
        className="bg-transparent! bg-contain! bg-no-repeat object-contain!"
      />
    </div>
  );
}

/** The first photo. The next ones load behind it, once it is there. */
export function PhotosToRate({ photos }: { photos: readonly RatePhoto[] }) {
  const [isReady, setReady] = useState(false);
  return (
    <div className="relative min-h-56 grow">
      {photos.slice(0, isReady ? 1 + AHEAD : 1).map((photo, index) => (
        <PhotoToRate key={photo.id} photo={photo} isShown={index === 0} onReady={() => setReady(true)} />
      ))}
    </div>
  );
}
