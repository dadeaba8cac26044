/** Puts the focus on the heading of the page, or on its content where there is none yet, without scrolling. */
export function focusPage(): void {
  const target =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  target?.focus({ preventScroll: true });
}

/** The document head of a page: its title and what search engines say about it. */
export function pageHead(title: string, description: string) {
  return {
    meta: [
      { title: title === 'Footnote' ? title : `${title} · Footnote` },
      { name: 'description', content: description },
    ],
  };
}

/** What the page writes into its head by itself, on every screen. */
const WRITTEN_HERE = ['title', 'meta[name=description]', 'link[rel=canonical]'];

/**
 * Takes tags out of the head that the server put there for those who run no script. On the screen that was served those
 * go that would now stand there twice; the others speak of that screen, and go with it.
 */
export function dropServedTags(which: 'doubled' | 'all'): void {
  const selectors = which === 'all' ? [''] : WRITTEN_HERE;
  const served = selectors.map((selector) => `${selector}[data-served]`).join();
  for (const tag of document.head.querySelectorAll(served)) tag.remove();
}
