import { fileNameOf } from '../lib/file-name.ts';
import { actingHeader } from './acting-account.ts';
import { ApiError } from './api-error.ts';

/** How long the browser is given to begin with the download, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Fetches a file of the signed-in person and hands it to the browser as a download, under the name that the server gives it. A plain
 * link would show a refusal as a page instead.
 * @throws ApiError when the server refuses
 */
export async function download(path: string, nameOtherwise: string): Promise<void> {
  const response = await fetch(path, { credentials: 'include', headers: actingHeader() });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(response.headers.get('content-disposition')) ?? nameOtherwise;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), PATIENCE);
}
