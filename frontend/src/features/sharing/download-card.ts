import { ApiError } from '../../api/api-error.ts';
import { fileNameOf } from '../../lib/file-name.ts';

/** Saves the picture of a post that is made for sharing, under the name that the server gives it. @throws ApiError when there is none */
export async function downloadCard(postId: string): Promise<void> {
  const response = await fetch(`/api/posts/${postId}/card.png?download`);
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(response.headers.get('content-disposition')) ?? 'footnote.png';
  link.click();
  // The browser has taken what it needs by the next turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
