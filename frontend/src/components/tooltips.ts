import { computePosition, flip, shift } from '@floating-ui/dom';

/** How long the pointer rests before a tooltip opens, in milliseconds. */
const openDelay = 700;
/** How long after a tooltip has closed that of another button opens at once. */
const skipDelay = 300;

/** Its padding is the gap to the button, which the pointer crosses without leaving. */
const tooltip = document.createElement('div');
tooltip.className = 'fixed top-0 left-0 z-50 w-max max-w-[min(20rem,100vw-1rem)] animate-fade py-1.5';
// Screen readers know the name already.
tooltip.setAttribute('aria-hidden', 'true');
tooltip.hidden = true;
const words = document.createElement('div');
words.className =
  'rounded-control border-[1.5px] border-ink bg-sheet px-2.5 py-1 text-sm font-medium break-words text-ink shadow-lift';
const text = document.createTextNode('');
words.append(text);
tooltip.append(words);

/** The button under the pointer, or that Tab has reached: its tooltip is open, will open, or was closed. */
let button: Element | null = null;
/** Whether its tooltip is open because Tab has reached it: then no move of the pointer closes it. */
let isFocused = false;
let hasTabbed = false;
let closedAt = -Infinity;
let timer: ReturnType<typeof setTimeout>;

/** The button around an element, if it shows an icon alone. */
function iconButtonAround(element: Element): Element | null {
  const found = element.closest('button[aria-label], a[aria-label]');
  return found?.querySelector('svg') && !found.querySelector('img') && !found.textContent.trim()
    ? found
    : null;
}

async function place(): Promise<void> {
  // A button may be much larger than what it shows, as that on a photo.
  const icon = button?.querySelector('svg')?.parentElement;
  if (!icon) return;
  const middleware = [flip({ padding: 8 }), shift({ padding: 8 })];
  const { x, y } = await computePosition(icon, tooltip, { strategy: 'fixed', middleware });
  Object.assign(tooltip.style, { left: `${x}px`, top: `${y}px` });
}

/** The button may go with its page or its row. */
const removals = new MutationObserver(() => button?.isConnected || turnTo(null));

function open(): void {
  if (!button?.isConnected) return;
  text.data = button.getAttribute('aria-label') ?? '';
  // A modal dialog ignores the pointer outside, and takes a press there as a wish to close it.
  const layer = button.closest('[role=dialog], [role=alertdialog]') ?? document.body;
  if (tooltip.parentNode !== layer) layer.append(tooltip);
  tooltip.hidden = false;
  void place();
  removals.observe(document, { childList: true, subtree: true });
}

function close(): void {
  clearTimeout(timer);
  isFocused = false;
  if (tooltip.hidden) return;
  removals.disconnect();
  // Its nodes stay: when one leaves a dialog while the focus moves on, the dialog takes the focus.
  tooltip.hidden = true;
  text.data = '';
  closedAt = performance.now();
}

function turnTo(next: Element | null): void {
  close();
  button = next;
}

function follow<Name extends keyof WindowEventMap>(name: Name, act: (event: WindowEventMap[Name]) => void) {
  window.addEventListener(name, act, { capture: true, passive: true });
}

/**
 * Shows the names of buttons and links that show an icon alone, which otherwise only screen readers know. One tooltip serves all
 * of them, and finds them by itself: the first load of a page has no room for a component around each.
 */
export function startTooltips(): void {
  follow('pointermove', ({ target, pointerType }) => {
    if (pointerType === 'touch' || !(target instanceof Element) || tooltip.contains(target)) return;
    const next = iconButtonAround(target);
    if (next === button || (!next && isFocused)) return;
    turnTo(next);
    if (!next) return;
    if (performance.now() - closedAt < skipDelay) open();
    else timer = setTimeout(open, openDelay);
  });
  follow('pointerout', ({ relatedTarget }) => {
    if (!relatedTarget && !isFocused) turnTo(null);
  });
  follow('focusin', ({ target }) => {
    if (!hasTabbed || !(target instanceof Element)) return;
    turnTo(iconButtonAround(target));
    if (!button) return;
    isFocused = true;
    open();
  });
  follow('focusout', () => {
    if (isFocused) turnTo(null);
  });
  follow('pointerdown', () => {
    hasTabbed = false;
    close();
  });
  follow('click', close);
  follow('resize', close);
  // Focus may scroll.
  follow('scroll', () => (isFocused ? void place() : close()));
  follow('keydown', (event) => {
    hasTabbed = event.key === 'Tab';
    if (event.key !== 'Escape' || tooltip.hidden) return;
    // What is below it stays open: the dialog that it is in, or whatever its focused button is in. Escape is meant for others
    // where the pointer only happens to rest on a button.
    const dialog = tooltip.closest('[role=dialog], [role=alertdialog]');
    if (isFocused || dialog?.contains(document.activeElement)) event.stopPropagation();
    close();
  });
}
