import type { ToastMessage } from './toast.ts';

const places = {
  usual:
    'top-0 md:[@media(min-height:30rem)]:top-auto md:[@media(min-height:30rem)]:bottom-[var(--banners,0px)]',
  top: 'top-0',
  bottom: 'bottom-[calc(var(--banners,0px)+var(--bar))]',
} as const;

/**
 * Where a toast is. At the top of small and of low screens: at the bottom it would cover the buttons in reach of the thumb,
 * or the banners. On other screens above the banners at the bottom. It leaves the half free that it says.
 */
export function toastPlace({ keepsFree }: ToastMessage): string {
  const place = keepsFree === undefined ? 'usual' : keepsFree === 'top' ? 'bottom' : 'top';
  return `fixed right-0 z-50 flex w-full flex-col p-4 outline-none md:max-w-[420px] ${places[place]}`;
}

export function toastLook({ look }: ToastMessage): string {
  const border = look === 'danger' ? 'border-danger' : 'border-ink';
  return `flex w-full animate-rise items-start gap-3 rounded-card border-[1.5px] bg-sheet p-4 shadow-lift ${border}`;
}
