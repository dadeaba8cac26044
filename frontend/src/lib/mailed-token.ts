/** Whether this has the shape of a token of a mail: 64 characters of base64url. A link that was cut off has not. */
export function isMailedToken(token: string | undefined): token is string {
  return token !== undefined && /^[\w-]{64}$/.test(token);
}
