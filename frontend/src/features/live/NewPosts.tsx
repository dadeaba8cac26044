import { ArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { freshStore } from './fresh-store.ts';

interface NewPostsProps {
  /** The ids of the posts that are shown. */
  shown: ReadonlySet<string>;
  /** Reads the list anew. */
  onShow: () => void;
}

/** Says over the list how many posts have come since it was read; the list itself stays where it is until they are wanted. */
export function NewPosts({ shown, onShow }: NewPostsProps) {
  const { posts } = useSyncExternalStore(freshStore.subscribe, freshStore.read);
  const count = posts.filter((id) => !shown.has(id)).length;
  const text = `${count} new ${count === 1 ? 'post' : 'posts'}`;
  return (
    <div className="pointer-events-none sticky top-4 z-10 flex h-0 justify-center">
      <p role="status" className="sr-only">
        {count > 0 ? text : ''}
      </p>
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto inline-flex h-11 animate-fade items-center gap-2 rounded-full bg-ink px-5 font-semibold whitespace-nowrap text-paper shadow-lift hover:bg-accent hover:text-on-accent"
        >
          <ArrowUp aria-hidden className="size-4" />
          {text} – show
        </button>
      )}
    </div>
  );
}
