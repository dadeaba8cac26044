import type { FastifyRequest } from 'fastify';

/** All calls of the back office begin with this. Browsers send its cookies there only. */
export const BACK_OFFICE = '/api/rtm-sys';

export function isOfBackOffice({ url }: FastifyRequest): boolean {
  return url.startsWith(`${BACK_OFFICE}/`);
}
