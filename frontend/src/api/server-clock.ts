/** How far this clock is ahead of the server's, in milliseconds; 0 if the response carries no date. */
export function aheadOf(response: Response): number {
  const given = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(given) ? 0 : Date.now() - given;
}
