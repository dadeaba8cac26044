import type { FastifyInstance } from 'fastify';

const BANNER =
  '<aside class="test-site" aria-label="About this site">Test site. Do not enter personal data.</aside>';

/** A page with the banner of a test site at its top. Other documents, such as mails, stay as they are. */
export function withBanner(html: string): string {
  return html.includes(BANNER) ? html : html.replace('<body>', `<body>${BANNER}`);
}

/** Shows on every page that this is a test site: others may read its mails, and payments may be played. */
export function showBanner(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const type = String(reply.getHeader('content-type') ?? '');
    const isPage = typeof payload === 'string' && type.startsWith('text/html');
    done(null, isPage ? withBanner(payload) : payload);
  });
}
