import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Picture } from './Picture.tsx';

interface PostLinkProps {
  postId: string;
  /** The picture; null if it is missing or locked away. */
  imageUrl: string | null;
  thumbhash?: string | null;
  /** Whether it is under legal hold: then it is shown on its own page only. */
  isLocked?: boolean;
  /** What the picture is of, such as "the post by Ann". */
  of: string;
  /** The text of the link to the post. */
  children: ReactNode;
}

/** A post in a list of the back office: its small picture, and a link to its page. */
export function PostLink({ postId, imageUrl, thumbhash, isLocked = false, of, children }: PostLinkProps) {
  return (
    <div className="flex items-center gap-3">
      {isLocked && (
        <span className="grid size-14 shrink-0 place-items-center rounded-control border border-rule bg-wash">
          <Lock aria-hidden className="size-5 text-danger" />
        </span>
      )}
      {!isLocked && imageUrl !== null && (
        <Picture imageUrl={imageUrl} thumbhash={thumbhash} alt="" of={of} sizes="56px" className="size-14" />
      )}
      <Link
        to="/rtm-sys/post/$id"
        params={{ id: postId }}
        className="flex min-h-11 min-w-0 flex-col justify-center font-semibold hover:text-accent hover:underline"
      >
        {children}
      </Link>
    </div>
  );
}
