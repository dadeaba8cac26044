import { listSearch } from './list-search.ts';

/** Focuses what a page shows first, its heading, or its content if there is no heading yet, without scrolling. */
export function focusPage(): void {
  const target =
    document.querySelector<HTMLElement>('main [data-first]') ??
    document.querySelector<HTMLElement>('main h1') ??
    document.querySelector<HTMLElement>('main');
  target?.focus({ preventScroll: true });
}

/** Scrolls a message into view when it appears. */
export function intoView(message: HTMLElement | null): void {
  message?.scrollIntoView({ block: 'nearest' });
}

/** The document head of a page: its title and its description for search engines. */
export function pageHead(title: string, description: string) {
  return {
    meta: [
      { title: title === 'Footnote' ? title : `${title} · Footnote` },
      { name: 'description', content: description },
    ],
  };
}

/** The document head of a page that search engines must not list. */
export function unlisted({ meta }: ReturnType<typeof pageHead>) {
  return { meta: [...meta, { name: 'robots', content: 'noindex' }] };
}

/** The document head of the login and of each page of the back office. */
export function backOfficeHead(title: string) {
  return unlisted(pageHead(title, 'For people who look after the site.'));
}

/** What the routes of all pages of the back office have in common. */
export function adminPage(title: string) {
  return {
    validateSearch: listSearch,
    head: () => backOfficeHead(`${title} · Back Office`),
    // The page of another thing starts over. As an object: the router would infer the types of parameters from it.
    ...({ remountDeps: ({ params }: { params: unknown }) => params } as object),
  };
}

/** Tags that the app itself writes into the head of every page. */
const WRITTEN_HERE = ['title', 'meta[name=description]', 'link[rel=canonical]'];

/**
 * Removes head tags that the server rendered for clients without scripts. On the first page only duplicates of the
 * app's own tags are removed; on later pages all, because they describe the first page.
 */
export function dropServedTags(which: 'doubled' | 'all'): void {
  const selectors = which === 'all' ? [''] : WRITTEN_HERE;
  const served = selectors.map((selector) => `${selector}[data-served]`).join();
  for (const tag of document.head.querySelectorAll(served)) tag.remove();
}
