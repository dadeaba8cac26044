/** Catches the error of a file or folder that does not exist; other errors are thrown. */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function isMissing(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: unknown };
  return code === 'ENOENT' || code === 'ENOTDIR';
}
