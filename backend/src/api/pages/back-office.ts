import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AdminEntry, BACK_OFFICE_PAGES } from '../http/admin-entry.js';
import { RequestAccounts } from '../http/request-accounts.js';
import type { Page } from './page.js';
import type { PageHead } from './page-head.js';

const head: PageHead = {
  title: 'Back Office',
  description: 'For the people who run this site.',
  canonical: null,
  type: 'website',
  image: null,
};

/**
 * Serves the pages of the back office, and the login of admins at its own path.
 * @param other answers at these addresses those who may not know of the back office, as at any unknown address
 */
export function serveBackOffice(
  app: NestFastifyApplication,
  page: Page,
  other: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const find = { strict: false };
  const entry = app.get(AdminEntry, find);
  const accounts = app.get(RequestAccounts, find);

  const isOpenTo = (request: FastifyRequest) =>
    entry
      .isOpenTo(request, () => accounts.of(request))
      .catch((error: unknown) => {
        request.log.error({ err: error }, 'it could not be determined whether a person is an admin');
        return false;
      });
  const inside = async (request: FastifyRequest, reply: FastifyReply) =>
    (await isOpenTo(request)) ? page.sendPrivately(reply, head) : other(request, reply);
  const threshold = async (request: FastifyRequest, reply: FastifyReply) => {
    // A signed-in admin continues from the page, which asks for the session: its cookie is sent to calls only.
    if (entry.isMarked(request)) return page.sendPrivately(reply, head);
    if (!(await isOpenTo(request))) return other(request, reply);
    return reply
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .redirect(entry.loginPath);
  };
  const login = async (_request: FastifyRequest, reply: FastifyReply) =>
    page.sendPrivately(reply, { ...head, backOfficeLogin: entry.loginPath });

  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  for (const slash of ['', '/']) {
    fastify.get(`${BACK_OFFICE_PAGES}${slash}`, threshold);
    fastify.get(`${entry.loginPath}${slash}`, login);
  }
  fastify.get(`${BACK_OFFICE_PAGES}/*`, inside);
}
