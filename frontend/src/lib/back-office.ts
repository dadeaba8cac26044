const AREA = '/rtm-sys';

/** The link to the back office, for people who are admins. */
export const backOfficeLink = { to: AREA, text: 'Admin' } as const;

/** Whether a path is a page of the back office, its login aside. */
export function isInBackOffice(pathname: string): boolean {
  return pathname === AREA || pathname.startsWith(`${AREA}/`);
}

/**
 * Whether a path is the login of the back office. The server marks the page at that address, and tells the address to
 * no other page.
 */
export function isBackOfficeLogin(pathname: string): boolean {
  // The server renders no page of the back office.
  if (typeof document === 'undefined') return false;
  const marked = document.querySelector<HTMLMetaElement>('meta[name=back-office-login]')?.content;
  return marked !== undefined && marked === pathname.replace(/\/$/, '');
}
