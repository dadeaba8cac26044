/** The file name in a Content-Disposition header, quoted or not, without its path; undefined if there is none. */
export function fileNameOf(header: string | null): string | undefined {
  const [, quoted, plain] = /;\s*filename=(?:"([^"]*)"|([^\s;"]+))/i.exec(header ?? '') ?? [];
  return (quoted ?? plain)?.split(/[/\\]/).at(-1) || undefined;
}

/** The largest upload that the server accepts, in bytes. */
export const largestUpload = 10 * 1024 * 1024;

/** Why a file cannot be uploaded, as a sentence for the person; undefined if it can be tried. */
export function problemWithFile(file: { type: string; size: number }): string | undefined {
  if (!file.type.startsWith('image/')) return 'Please upload an image file';
  if (file.size > largestUpload) return 'This image is larger than 10MB. Please choose a smaller one.';
  return undefined;
}
