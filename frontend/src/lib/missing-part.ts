import { readStored, writeStored } from './storage.ts';

const sign = 'A part of the site could not be loaded: ';

/**
 * Replaces the message of errors from chunks that failed to load. The router reads the browsers' own messages as 'a
 * new version was deployed' and reloads the page at once. If in fact the network or the server is down, that ends in
 * the browser's error page and loses what was being written.
 */
export function nameMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!payload.message.startsWith(sign)) payload.message = sign + payload.message;
  });
}

/** Whether the server has another version of the site by now; false if it cannot be asked. */
async function isReplaced(): Promise<boolean> {
  const script = document.querySelector('script[type=module][src]')?.getAttribute('src');
  if (!script) return false;
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return answer.ok && !(await answer.text()).includes(script);
  } catch {
    return false;
  }
}

/**
 * Reloads the page if this error comes from a chunk that a newer version replaced. At most once per tab and chunk:
 * during a deploy one server may lack what another has.
 */
export async function reloadIfReplaced(error: unknown): Promise<void> {
  if (!(error instanceof Error && error.message.startsWith(sign))) return;
  const storage = (): Storage => window.sessionStorage;
  if (readStored(storage, error.message) !== null || !(await isReplaced())) return;
  writeStored(storage, error.message, 'reloaded');
  window.location.reload();
}
