/** Acts on the workers of this browser. It may have none, as without https, or throw, as where it stores nothing. */
async function withWorkers(act: (workers: ServiceWorkerContainer) => Promise<unknown>): Promise<void> {
  try {
    await act(navigator.serviceWorker);
  } catch {
    // Then the site needs a network.
  }
}

/** Tells the worker of `public/sw.js`, once there is one, which page is shown with which pictures, or to forget its board. */
function tellWorker(message: 'forget' | { address: string; pictures: string[] }): void {
  void withWorkers(async ({ ready }) => (await ready).active?.postMessage(message));
}

/** Removes the board that the worker keeps, because the person has left. */
export function forgetOffline(): void {
  tellWorker('forget');
}

let timer: ReturnType<typeof setTimeout>;
let started: Promise<void> | undefined;

/** A page was opened, also within the site. Once it has loaded, starts the worker and lets it keep the page's board. */
export function noteOpened(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (document.readyState !== 'complete') return noteOpened();
    started ??= withWorkers((workers) => workers.register('/sw.js', { updateViaCache: 'none' }));
    const pictures = [...document.images].map(({ currentSrc }) => currentSrc);
    tellWorker({ address: location.href, pictures });
  }, 2000);
}
