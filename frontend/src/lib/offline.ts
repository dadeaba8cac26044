/** Tells the worker of `public/sw.js`, once there is one, which page is shown with which pictures, or to forget its board. */
function tellWorker(message: 'forget' | { address: string; pictures: string[] }): void {
  // Browsers have no workers for sites without https.
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message));
}

/** Removes the board that the worker keeps, because the person has left. */
export function forgetOffline(): void {
  tellWorker('forget');
}

let timer: ReturnType<typeof setTimeout>;
let started: Promise<unknown> | undefined;

/** A page was opened, also within the site. Once it has loaded, starts the worker and lets it keep the page's board. */
export function noteOpened(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (document.readyState !== 'complete') return noteOpened();
    const { serviceWorker } = navigator;
    started ??= serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
    const pictures = [...document.images].map(({ currentSrc }) => currentSrc);
    tellWorker({ address: location.href, pictures });
  }, 2000);
}
