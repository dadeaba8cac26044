import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

/** Marks the picture that carries over, see `styles.css`. */
const MARK = 'data-carried';

/** The picture that led to the page of a post: its address as it was loaded. */
let tapped: { postId: string; address: string } | undefined;

/** The address of the picture that the previous page showed of this post, or undefined if it had not loaded one. */
export function loadedPicture(postId: string): string | undefined {
  return tapped?.postId === postId ? tapped.address : undefined;
}

function postAt({ pathname }: { pathname: string }): string | undefined {
  return /^\/post\/([^/]+)$/.exec(pathname)?.[1];
}

/** The place of an entry in the history of its tab, from 0. */
const placeOf = ({ state: { __TSR_index: place } }: ParsedLocation): number => place;

/** The first picture in the window that leads to this post. */
function pictureOf(postId: string): HTMLImageElement | undefined {
  const links = document.querySelectorAll(`main a[href="/post/${CSS.escape(postId)}"]`);
  const pictures = Array.from(links).flatMap(
    (link) => (link.closest('li') ?? link).querySelector('img') ?? [],
  );
  return pictures.find((picture) => {
    const { top, bottom } = picture.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
}

/** Marks the picture of a post, and no other. Returns it. */
function mark(postId: string): HTMLImageElement | undefined {
  for (const marked of document.querySelectorAll(`[${MARK}]`)) marked.removeAttribute(MARK);
  const picture = pictureOf(postId);
  picture?.setAttribute(MARK, '');
  return picture;
}

/**
 * Lets the picture of a card grow into the photo of its post, and shrink on the way back. Not with reduced motion, nor in
 * browsers that cannot.
 */
export function carryPictures(router: AnyRouter): void {
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
    const left = fromLocation && postAt(fromLocation);
    const opened = postAt(toLocation);
    router.shouldViewTransition = false;
    if (!fromLocation || left === opened) return;
    const picture = opened && !left ? mark(opened) : undefined;
    if (opened) tapped = picture?.complete ? { postId: opened, address: picture.currentSrc } : undefined;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const isBack = placeOf(toLocation) < placeOf(fromLocation);
    router.shouldViewTransition =
      !isStill && (picture !== undefined || (left !== undefined && !opened && isBack));
  });
  // Still part of the transition, and after the page was scrolled to where it had been.
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    const left = fromLocation && postAt(fromLocation);
    // Nothing to shrink into. Not every browser can say so.
    if (!left || postAt(toLocation) || mark(left)) return;
    const transition = document.activeViewTransition;
    transition?.ready.catch(() => undefined);
    transition?.skipTransition();
  });
}
