import type { INestApplication } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { ACT_KINDS, rolesToUndo, rowOf } from '../../domain/acts/acts.js';
import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import { wholeCatalogue } from '../../domain/events.js';
import { REASONS, REASON_CODES } from '../../domain/moderation/reasons.js';
import { EVENT_TYPES, seesSome } from '../../domain/trail/visibility.js';

/** The OpenAPI description of the API, generated from the controllers. */
export function openApiOf(server: INestApplication): OpenAPIObject {
  const about = new DocumentBuilder()
    .setTitle('Footnote')
    .setDescription(
      'Calls that change data need a same-origin Origin or Sec-Fetch-Site header. Bodies are JSON, except for pictures, unsubscribing, the webhook of payments and the sandboxes: other content types are answered with 415. Any call can name the account that it is meant for in an x-account-id header: if the session belongs to another account, the response is 409 with the code other_account, except for the call that returns the signed-in user. Every error has the body ErrorBody.',
    )
    .setVersion('1')
    .addCookieAuth(
      'session',
      {
        type: 'apiKey',
        in: 'cookie',
        name: 'session',
        description: 'Over https its name is `__Host-session`.',
      },
      'session',
    )
    .build();
  const document = SwaggerModule.createDocument(server, about, {
    operationIdFactory: (_controller, method) => method,
  });
  return Object.assign(document, {
    'x-acts': ACTS_IN_WORDS,
    'x-reasons': REASONS_IN_WORDS,
    'x-events': EVENTS,
  });
}

/** What the browser knows of each kind of act without asking. */
const ACTS_IN_WORDS = Object.fromEntries(
  ACT_KINDS.map((kind) => {
    const { name, roles } = rowOf(kind);
    return [kind, { name, roles, undoRoles: rolesToUndo(kind) }];
  }),
);

const REASONS_IN_WORDS = Object.fromEntries(REASON_CODES.map((code) => [code, REASONS[code].label]));

/** The types of events: which roles see lines of them in the audit trail, and whether they have personal fields. */
const EVENTS = Object.fromEntries(
  EVENT_TYPES.map((type) => [
    type,
    {
      roles: ADMIN_ROLES.filter((role) => seesSome(role, type)),
      isPersonal: 'personal' in wholeCatalogue[type],
    },
  ]),
);

const DOCS = '/api/docs';
/** The pages write their own styles. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves pages that describe the API and try it out. Call it before `init`. */
export function serveApiDocs(app: NestFastifyApplication): void {
  SwaggerModule.setup(DOCS, app, () => openApiOf(app), { customSiteTitle: 'Footnote API' });
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(DOCS)) reply.header('content-security-policy', DOCS_POLICY);
    done();
  });
}
