import type { FastifyInstance } from 'fastify';
import { causedBy } from '../../kernel/causation.js';
import type { Actor } from '../../kernel/event.js';
import type { Position } from '../../kernel/event-log.js';
import type { AdminUser } from './admins.js';
import type { Account } from './current-account.js';
import type { OwnWritesCookie } from './own-writes-cookie.js';
import type { RequestAccounts } from './request-accounts.js';
import type { RequestAdmins } from './request-admins.js';
import { SAFE_METHODS } from './same-origin.guard.js';
import { type Written, noteWritten } from './security-notes.js';
import type { Sessions } from './sessions.js';

interface Parts {
  readonly accounts: RequestAccounts;
  readonly admins: RequestAdmins;
  readonly sessions: Sessions;
  readonly ownWrites: OwnWritesCookie;
}

/**
 * Reads once who sends a request, after the body: reading a body loses the async context that holds the causation of
 * the request's events.
 */
export function authenticate(
  fastify: FastifyInstance,
  { accounts, admins, sessions, ownWrites }: Parts,
): void {
  fastify.decorateRequest('account', null);
  fastify.decorateRequest('admin', null);
  fastify.decorateRequest('proof', null);
  fastify.decorateRequest('proven', 'nothing');
  fastify.addHook('preHandler', (request, reply, done) => {
    const isApi = request.url.startsWith('/api/');
    const { id } = request;
    const ids = { requestId: id, correlationId: id, causationId: id };
    const isRead = SAFE_METHODS.has(request.method);
    const answering = async () => {
      const causation = isRead ? { ...ids, isRead, mustSee: await ownWrites.seen(request) } : ids;
      const people = isApi
        ? causedBy({ ...causation, actor: VISITOR }, () =>
            Promise.all([accounts.of(request), admins.of(request)]),
          )
        : NOBODY;
      return [causation, ...(await people)] as const;
    };
    answering().then(([causation, account, admin]) => {
      request.account = account;
      request.admin = admin;
      // A session that is older than the marker. Answers of writes that set a cookie are not kept for repeats.
      if (account && 'isRead' in causation && !sessions.isMarked(request)) sessions.mark(reply);
      const told = (events: readonly Written[]) => noteWritten(request, events);
      const reached = (position: Position) => ownWrites.note(request, reply, position);
      causedBy({ ...causation, actor: actorOf(account, admin), told, reached }, done);
    }, done);
  });
}

const VISITOR: Actor = { kind: 'visitor', id: null };
const NOBODY = Promise.resolve([null, null] as const);

function actorOf(account: Account | null, admin: AdminUser | null): Actor {
  if (admin) return { kind: 'admin', id: admin.id, role: admin.role };
  return account ? { kind: 'user', id: account.id } : VISITOR;
}
