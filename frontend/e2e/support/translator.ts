import type { Page } from '@playwright/test';

/** Replaces every text of the page, now and later, by elements with a copy of it, as translators in browsers do. */
export function translate(): void {
  const untouched = 'script, style, noscript, textarea, option, svg, font, [translate=no]';
  const replace = (text: Text): void => {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untouched)) return;
    const outer = document.createElement('font');
    outer.appendChild(document.createElement('font')).textContent = text.data;
    text.replaceWith(outer);
  };
  const look = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
    if (root instanceof Text) texts.push(root);
    texts.forEach(replace);
  };
  look(document);
  new MutationObserver((records) =>
    records.forEach(({ target, addedNodes }) => [target, ...addedNodes].forEach(look)),
  ).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Collects what fails in the page. */
export function failuresOf(page: Page): string[] {
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  return failures;
}
