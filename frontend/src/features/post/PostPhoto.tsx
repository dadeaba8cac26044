import { isolated } from '@footnote/backend/shared/isolated.ts';
import { useHydrated, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { ZoomIn } from 'lucide-react';
import type { Post } from '../../api/generated/schema.d.ts';
import { onDemand } from '../../components/on-demand.tsx';
import { Photo } from '../../components/Photo.tsx';
import { boostFrame, boostOf } from '../../lib/boosts.ts';
import { loadedPicture } from '../../lib/tapped-picture.ts';
import { shownName } from '../../lib/wording.ts';
import { isOutOfShape } from './out-of-shape.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the photo of a post is enlarged: an entry of its own, so that the back button closes it. */
    isEnlarged?: boolean;
  }
}

const PhotoDialog = onDemand(
  () => import('./PhotoDialog.tsx').then((module) => module.PhotoDialog),
  undefined,
  ({ onClose }) => onClose(),
);

/** The greatest widths at which photos of at least this ratio are at most 80 % as high as the window. */
const widths = [
  [2, 'max-w-[160vh]'],
  [1.75, 'max-w-[140vh]'],
  [1.5, 'max-w-[120vh]'],
  [1.33, 'max-w-[106vh]'],
  [1.2, 'max-w-[96vh]'],
  [1, 'max-w-[80vh]'],
  [0.85, 'max-w-[68vh]'],
  [0.75, 'max-w-[60vh]'],
  [0.66, 'max-w-[53vh]'],
  [0.56, 'max-w-[45vh]'],
  [0.5, 'max-w-[40vh]'],
  [0.4, 'max-w-[32vh]'],
  [0.3, 'max-w-[24vh]'],
  [0.25, 'max-w-[20vh]'],
  [0, 'max-w-[16vh]'],
] as const;

/** As wide as possible, but low enough to fit the window: in classes, as server HTML has no styles. */
function widthOf({ width, height }: Post): string {
  return widths.find(([ratio]) => width / height >= ratio)![1];
}

/** The shape of a photo that has none of its own, which is shown whole inside. */
function shapeOf(post: Post): string {
  if (!isOutOfShape(post)) return '';
  return post.height > post.width ? 'aspect-1/5 object-contain!' : 'aspect-5/1 object-contain!';
}

/** The photo of a post; a press enlarges it. */
export function PostPhoto({ post }: { post: Post }) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const isHydrated = useHydrated();
  const isEnlarged = useRouterState({ select: ({ location }) => location.state.isEnlarged === true });
  const alt = `Photo posted by ${isolated(shownName(post))}`;
  return (
    <div
      className={`relative mx-auto w-full overflow-hidden rounded-card border border-rule bg-rule shadow-lift ${widthOf(post)} ${boostFrame(boostOf(post))}`}
    >
      <Photo
        imageUrl={post.imageUrl}
        alt={alt}
        thumbhash={post.thumbhash}
        loaded={loadedPicture(post.id)}
        className={`carried ${shapeOf(post)}`}
        size={{ width: post.width, height: post.height }}
        sizes="(min-width: 1280px) 687px, (min-width: 768px) 54vw, 88vw"
        eager
      />
      <button
        type="button"
        aria-label="Enlarge the photo"
        aria-haspopup="dialog"
        onClick={() =>
          void navigate({
            to: '.',
            search: true,
            state: { isEnlarged: true },
            resetScroll: false,
            // A second press before the dialog is there.
            replace: isEnlarged,
          })
        }
        className="group absolute inset-0 grid cursor-zoom-in place-items-end p-3 focus-visible:-outline-offset-3 unscripted:hidden"
      >
        <span className="grid size-9 place-items-center rounded-full bg-ink/92 text-paper transition-opacity pointer-fine:opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
          <ZoomIn aria-hidden className="size-5" />
        </span>
      </button>
      {isHydrated && isEnlarged && <PhotoDialog post={post} alt={alt} onClose={() => history.back()} />}
    </div>
  );
}
