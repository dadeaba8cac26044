import { readStored, writeStored } from './storage.ts';

const sign = 'A part of the site could not be loaded: ';

/**
 * Gives the errors of parts of the site that could not be loaded a message of ours. By the browsers' own the router takes
 * each for a new version of the site and loads the page anew at once, which ends in the browser's error page and takes
 * along what was being written when it is the network or the server that is away.
 */
export function nameMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!payload.message.startsWith(sign)) payload.message = sign + payload.message;
  });
}

/** Whether the server has another version of the site by now; not while it can't be asked. */
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
 * Loads the page anew if this error came of a part that a newer version of the site has replaced; at most once a tab for
 * each part, as while versions change one server may have what another lacks.
 */
export async function reloadIfReplaced(error: unknown): Promise<void> {
  if (!(error instanceof Error && error.message.startsWith(sign))) return;
  const storage = (): Storage => window.sessionStorage;
  if (readStored(storage, error.message) !== null || !(await isReplaced())) return;
  writeStored(storage, error.message, 'reloaded');
  window.location.reload();
}
