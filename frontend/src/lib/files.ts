/** The file name in a Content-Disposition header, quoted or not, without its path; undefined if there is none. */
export function fileNameOf(header: string | null): string | undefined {
  const [, quoted, plain] = /;\s*filename=(?:"([^"]*)"|([^\s;"]+))/i.exec(header ?? '') ?? [];
  return (quoted ?? plain)?.split(/[/\\]/).at(-1) || undefined;
}
