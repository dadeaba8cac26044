import * as v from 'valibot';
import { actingHeader } from './acting-account.ts';
import { ApiError } from './api-error.ts';
import { IDEMPOTENCY_KEY, idempotencyKeys } from './idempotency-keys.ts';
import { parseJson } from './user-storage.ts';
import { text } from './draft-storage.ts';
import { endOf, type UploadEnd, UploadError, waitOf } from './upload-end.ts';

/**
 * How long an upload may show no sign of life, in milliseconds. The system takes up to a megabyte at once, which a phone of
 * 7 kB/s, the slowest that the server serves, needs 2.5 minutes for; the judge takes 40 s after that, and photos may queue.
 */
const PATIENCE = 5 * 60_000;

export interface FileToSend<Answer> {
  path: '/api/upload' | '/api/posts/publish-direct' | '/api/user/profile/picture';
  /** The form: the file under the name of its field, and what else the call takes. */
  fields: Readonly<Record<string, File | string>>;
  /** Reads an answer; undefined if it is not one of the site, but the page of a network or a proxy. */
  read: (body: string) => Answer | undefined;
  signal?: AbortSignal;
  /** Called with the part that has been sent, from 0 to 1. */
  onProgress?: (part: number) => void;
}

const numbers = new WeakMap<File, number>();
let files = 0;

function numberOf(file: File): number {
  const number = numbers.get(file) ?? (files += 1);
  numbers.set(file, number);
  return number;
}

/** The action of a form: the same if the same file is sent to the same address again. */
function actionOf(path: string, fields: FileToSend<unknown>['fields']): string {
  const values = Object.values(fields).map((value) => (value instanceof File ? numberOf(value) : value));
  return `POST ${path} ${values.join(' ')}`;
}

/** Gateways answer JSON with a message, too. */
const refusal = v.object({ message: text, code: text, requestId: text });

/** Why there is no answer, as far as it can be known. */
async function endWithoutAnswer(
  fields: FileToSend<unknown>['fields'],
  { isBlocked, hasSent }: { isBlocked: boolean; hasSent: boolean },
): Promise<UploadEnd> {
  if (isBlocked) return 'signIn';
  for (const file of Object.values(fields)) {
    if (!(file instanceof File)) continue;
    const isReadable = await file
      .slice(0, 1)
      .arrayBuffer()
      .then(Boolean, () => false);
    if (!isReadable) return 'unreadable';
  }
  if (!navigator.onLine) return 'offline';
  return hasSent ? 'cut' : 'unreached';
}

/**
 * Sends a form with a file and returns the answer. Uses XMLHttpRequest, because fetch reports no upload progress. It always
 * ends.
 * @throws ApiError if the site refuses, UploadError if no answer of the site came, the reason of the signal if that fires
 */
export function sendFile<Answer>({
  path,
  fields,
  read,
  signal,
  onProgress,
}: FileToSend<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const address = new URL(path, window.location.href).href;
    request.open('POST', address);
    for (const [name, value] of Object.entries(actingHeader())) request.setRequestHeader(name, value);
    const action = actionOf(path, fields);
    const key = idempotencyKeys.keyFor(action);
    request.setRequestHeader(IDEMPOTENCY_KEY, key);

    let [hasSent, isSent, isGivenUp, isBlocked] = [false, false, false, false];
    let timer: ReturnType<typeof setTimeout>;
    const live = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isGivenUp = true;
        request.abort();
      }, PATIENCE);
    };
    const abort = (): void => request.abort();
    // The policy of the site blocks a redirect to another one.
    const noteBlocked = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      isBlocked ||= effectiveDirective === 'connect-src' && blockedURI === address;
    };
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      live();
      hasSent = loaded > 0;
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.upload.addEventListener('load', () => {
      live();
      isSent = true;
    });
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      document.removeEventListener('securitypolicyviolation', noteBlocked);
      const { status, responseURL, responseText } = request;
      const isOk = status >= 200 && status < 300;
      // Elsewhere after a redirect.
      const isHere = responseURL === address;
      const answer = isOk ? read(responseText) : undefined;
      const isOfSite = isHere && (isOk ? answer : parseJson(refusal, responseText)) !== undefined;
      idempotencyKeys.note(action, key, isOfSite ? status : undefined);
      if (isOfSite && answer !== undefined) resolve(answer);
      else if (isOfSite) reject(new ApiError(status, request.statusText, responseText));
      else if (signal?.aborted) reject(signal.reason);
      else if (isGivenUp) reject(new UploadError(isSent ? 'silent' : 'stalled'));
      else if (status === 0) {
        void endWithoutAnswer(fields, { isBlocked, hasSent }).then((end) => reject(new UploadError(end)));
      } else {
        const wait = waitOf(request.getResponseHeader('retry-after'), Date.now());
        reject(new UploadError(isHere ? endOf(status) : 'signIn', wait));
      }
    });
    signal?.addEventListener('abort', abort, { once: true });
    document.addEventListener('securitypolicyviolation', noteBlocked);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    live();
    request.send(form);
  });
}
