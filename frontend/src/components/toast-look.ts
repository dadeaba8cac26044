import type { ToastMessage } from './toast.ts';

/**
 * Where toasts are. At the top of small and of low screens: at the bottom they would cover the buttons in reach of the thumb,
 * or the banners. On other screens above the banners at the bottom.
 */
export const toastPlace =
  'fixed top-0 right-0 z-50 flex w-full flex-col p-4 outline-none md:max-w-[420px] md:[@media(min-height:30rem)]:top-auto md:[@media(min-height:30rem)]:bottom-[var(--banners,0px)]';

export function toastLook({ look }: ToastMessage): string {
  const border = look === 'danger' ? 'border-danger' : 'border-ink';
  return `flex w-full animate-rise items-start gap-3 rounded-card border-[1.5px] bg-sheet p-4 shadow-lift ${border}`;
}
