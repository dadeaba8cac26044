import { Share2 } from 'lucide-react';
import type { Post } from '../../api/generated/schema.d.ts';

export interface ShareMenuProps {
  post: Post;
  isOwn: boolean;
  className: string;
}

export function ShareLabel() {
  return (
    <>
      <Share2 aria-hidden className="size-5" />
      Share
    </>
  );
}
