import { actingHeader } from '../../api/acting-account.ts';
import { ApiError } from '../../api/api-error.ts';

interface SendOptions {
  signal: AbortSignal;
  /** Called with the part that has left, from 0 to 1. */
  onProgress: (part: number) => void;
}

/**
 * Sends a photo to a call that takes it as `image`, and answers with what the call answers. By XMLHttpRequest, as fetch
 * does not tell how much of a body has left. Rejects with an `ApiError` when the server refuses, with an `AbortError` when
 * the signal fires.
 */
export function sendPhoto<Answer>(
  path: string,
  photo: File,
  { signal, onProgress }: SendOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [name, value] of Object.entries(actingHeader())) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText));
      else reject(new ApiError(request.status, request.statusText, request.responseText));
    });
    request.addEventListener('error', () => reject(new Error('The connection was lost')));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('image', photo);
    request.send(form);
  });
}
