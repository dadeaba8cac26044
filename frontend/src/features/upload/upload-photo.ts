import { ApiError } from '../../api/api-error.ts';
import type { RatingResult } from '../../api/types.ts';

interface UploadOptions {
  signal: AbortSignal;
  /** Called with the part that has left, from 0 to 1. */
  onProgress: (part: number) => void;
}

/**
 * Sends a photo and answers with its rating. By XMLHttpRequest, as fetch does not tell how much of a body has left.
 * Rejects with an `ApiError` when the server refuses, with an `AbortError` when the signal fires.
 */
export function uploadPhoto(photo: File, { signal, onProgress }: UploadOptions): Promise<RatingResult> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', '/api/upload');
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
