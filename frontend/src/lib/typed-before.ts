/**
 * What somebody, or their browser, has typed into a field of the page of the server before this script was there; else an
 * empty text.
 */
export function typedBefore(name: 'email' | 'password' | 'confirmation'): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLInputElement>(`main input[name=${name}]`)?.value ?? '';
}
