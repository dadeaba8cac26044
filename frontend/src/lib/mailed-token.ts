/**
 * Whether this has the shape of a token of a mail: 86 characters of base64url, or 64 in older mails. A link
 * that was cut off has not.
 */
export function isMailedToken(token: string | undefined): token is string {
  return token !== undefined && /^(?:[\w-]{64}|[\w-]{86})$/.test(token);
}
