import { isOfBackOffice } from './acting-account.ts';

/** Shows a dialog for a call to this path; resolves to whether the person showed who they are. */
type Ask = (path: string) => Promise<boolean>;

const never: Ask = () => Promise.resolve(false);
let ask = never;

/** The calls of members that need a fresh sign-in. */
const OF_MEMBERS = /^\/api\/user\/(?:sessions|export)(\/|$)/;

function mayAsk(path: string): boolean {
  return isOfBackOffice(path) || OF_MEMBERS.test(path);
}

/** Sets how the person is asked once more who they are. Returns how to stop. */
export function reauthWith(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    ask = never;
  };
}

async function wantsSignIn(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'sign_in_again';
}

/**
 * A `fetch` that asks the person once more who they are when a call is refused because their sign-in is too old or shows too
 * little, and then repeats the call. If they do not want to, the call stays refused.
 */
export function reauthFetch(
  fetch: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!mayAsk(pathname)) return fetch(request);
    const again = request.clone();
    const response = await fetch(request);
    return (await wantsSignIn(response)) && (await ask(pathname)) ? fetch(again) : response;
  };
}
