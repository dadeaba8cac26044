import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { freshStore } from '../live/fresh-store.ts';
import { refreshComments } from './comments.queries.ts';

/** Says how many comments have come since they were read; the others stay where they are until these are wanted. */
export function NewComments({ postId }: { postId: string }) {
  const queryClient = useQueryClient();
  const count = useSyncExternalStore(freshStore.subscribe, freshStore.read).comments[postId] ?? 0;
  const text = `${count} new ${count === 1 ? 'comment' : 'comments'}`;
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 ? text : ''}
      </p>
      {count > 0 && (
        <button
          type="button"
          onClick={() => void refreshComments(queryClient, postId)}
          className="inline-flex h-11 animate-fade items-center rounded-full bg-ink px-4 text-[0.9375rem] font-semibold text-paper hover:bg-accent hover:text-on-accent"
        >
          {text} – show
        </button>
      )}
    </>
  );
}
