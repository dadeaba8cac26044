/** One message to the person. */
export interface ToastMessage {
  id: number;
  title: string;
  description?: string | undefined;
  look: 'calm' | 'danger';
  open: boolean;
}

/** How long a dismissed toast is kept in milliseconds, unless the next one takes its place. */
const removalDelay = 1_000_000;

let current: ToastMessage | undefined;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: ToastMessage | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a message; at most one is visible, so it takes the place of the one before. */
export function toast(message: Pick<ToastMessage, 'title' | 'description'> & { look?: 'danger' }): void {
  clearTimeout(removal);
  show({ look: 'calm', ...message, id: ++lastId, open: true });
}

/** Closes the message with this id, if it is still the current one. */
export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  show({ ...current, open: false });
  removal = setTimeout(() => show(undefined), removalDelay);
}

/** For useSyncExternalStore. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): ToastMessage | undefined => current,
};
