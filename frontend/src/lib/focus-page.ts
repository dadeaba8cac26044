/** Puts the focus on the heading of the page, or on its content where there is none yet, without scrolling. */
export function focusPage(): void {
  const target =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  target?.focus({ preventScroll: true });
}
