import { ApiError } from '../../api/api-error.ts';

/** The file name of a Content-Disposition header. */
const fileName = /filename="?([^";]+)"?/;

/**
 * Fetches the zip with everything that is kept of the signed-in person, and hands it to the browser as a download.
 * Throws an `ApiError` when the server refuses; a plain link would show that as a page instead.
 */
export async function downloadExport(): Promise<void> {
  const response = await fetch('/api/user/export', { credentials: 'include' });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download =
    fileName.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'footnote-export.zip';
  link.click();
  // Not at once: the download begins after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
