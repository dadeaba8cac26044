import type { ReactNode } from 'react';
import { Photo } from '../../components/Photo.tsx';

interface GridPhotoProps {
  post: { imageUrl: string; thumbhash: string };
  /** Whether it is seen at once, in the first row. */
  eager: boolean;
  className?: string;
  /** What lies on the picture. */
  children?: ReactNode;
}

/** The square picture of a post's card in a `PostGrid`, whose columns its sizes follow. */
export function GridPhoto({ post, eager, className, children }: GridPhotoProps) {
  return (
    <div className="relative aspect-square overflow-hidden">
      <Photo
        imageUrl={post.imageUrl}
        alt=""
        thumbhash={post.thumbhash}
        sizes="(min-width: 1280px) 236px, (min-width: 1024px) 24vw, (min-width: 640px) 31vw, 46vw"
        eager={eager}
        className={className}
      />
      {children}
    </div>
  );
}
