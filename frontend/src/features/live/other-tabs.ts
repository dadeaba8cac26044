import type { QueryClient, QueryKey } from '@tanstack/react-query';

const name = 'footnote-own-changes';

/** Tells the other tabs of this browser that what lies under this key is of the person, and has changed. */
export function tellOtherTabs(queryKey: QueryKey): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(queryKey);
  channel.close();
}

/** Reads anew what other tabs tell of, where it is shown here. Answers how to end that. */
export function followOtherTabs(queryClient: QueryClient): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<QueryKey>) => {
    void queryClient.invalidateQueries({ queryKey: data, exact: true });
  });
  return () => channel.close();
}
