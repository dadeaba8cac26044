import type { FastifyInstance } from 'fastify';

/**
 * Closes each connection after its answer once the server stops. Otherwise connections that clients keep open would
 * hold up the stop until it is forced.
 */
export function closeAfterLastAnswers(fastify: FastifyInstance): void {
  let isStopping = false;
  fastify.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
  // The headers of an answer that is long on its way were sent before the stop.
  fastify.addHook('onResponse', (_request, _reply, done) => {
    done();
    if (isStopping) setImmediate(() => fastify.server.closeIdleConnections());
  });
}
