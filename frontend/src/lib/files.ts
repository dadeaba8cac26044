/** The file name in a Content-Disposition header, quoted or not, without its path; undefined when it names none. */
export function fileNameOf(header: string | null): string | undefined {
  const [, quoted, plain] = /;\s*filename=(?:"([^"]*)"|([^\s;"]+))/i.exec(header ?? '') ?? [];
  return (quoted ?? plain)?.split(/[/\\]/).at(-1) || undefined;
}

/** The largest upload in bytes that the server takes. */
export const largestUpload = 10 * 1024 * 1024;

/** Why a picked file cannot be uploaded, in a sentence for the person; undefined when it can be tried. */
export function problemWithFile(file: { type: string; size: number }): string | undefined {
  if (!file.type.startsWith('image/')) return 'Please upload an image file';
  if (file.size > largestUpload) return 'This image is larger than 10MB. Please choose a smaller one.';
  return undefined;
}
