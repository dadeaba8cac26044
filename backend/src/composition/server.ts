import type { AddressInfo } from 'node:net';
import fastifyMultipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Adapters } from './adapters.js';
import { AnswerListener } from '../api/response-cache/cached-response-listener.js';
import { serveApiDocs } from '../api/http/openapi.js';
import { createLogger, NestLogger } from '../api/http/logger.js';
import { securityHeaders } from '../api/http/security-headers.js';
import { serverOptions, setUpServer } from '../api/http/server.js';
import { showBanner } from '../api/http/test-site.js';
import { Site } from '../site/site.js';
import { FRONTEND } from '../api/pages/built-frontend.js';
import { serveFrontend } from '../api/pages/frontend.js';
import { SharedAssets } from '../api/pages/shared-assets.js';
import { WatchedJobs } from './watched-jobs.js';
import { AppModule } from '../app.module.js';
import type { Config } from '../config.js';
import { PaymentSandbox } from '../infrastructure/payments/sandbox/payment-sandbox.port.js';
import { Jobs } from '../kernel/jobs.js';
import { KernelLifecycle } from '../kernel/lifecycle.js';

/** How to run a server. */
export interface ServerOptions {
  readonly logger?: ReturnType<typeof createLogger> | undefined;
  /** Whether scheduled jobs run; false by default. */
  readonly timers?: boolean;
}

/** Creates the server and opens the kernel; {@link listen} starts it. Closing it waits for requests, then stops the kernel. */
export async function createServer(
  config: Config,
  adapters: Adapters,
  { logger = createLogger(config.logLevel), timers = false }: ServerOptions = {},
): Promise<NestFastifyApplication> {
  const headers = securityHeaders(config.publicUrl?.startsWith('https:') === true);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(config, adapters, timers),
    new FastifyAdapter({
      ...serverOptions({ logger, headers }),
      forceCloseConnections: 'idle',
    }),
    { logger: new NestLogger(logger), abortOnError: false, rawBody: true },
  );
  await setUpServer(app, headers);
  app.get(AnswerListener, { strict: false }).listen(app.getHttpAdapter().getInstance(), { headers });
  await app.register(fastifyMultipart);
  if (config.isTestSite) showBanner(app.getHttpAdapter().getInstance());
  await serveFrontend(app, FRONTEND, config.isTestSite);
  if (config.apiDocs === 'on') serveApiDocs(app);
  await app.init();
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  await fastify.ready();
  const lifecycle = app.get(KernelLifecycle);
  if (timers) lifecycle.onActive = () => void app.get(WatchedJobs, { strict: false }).becameActive();
  try {
    await lifecycle.open();
  } catch (error) {
    // Releases the lease and the files. The caller needs the first error.
    await app.close().catch(() => undefined);
    throw error;
  }
  // Before this process sends a page that names them. Pages do without a store of pictures: then it tries again.
  const assets = app.get(SharedAssets, { strict: false });
  await app.get(Jobs, { strict: false }).run(SharedAssets.name, () => assets.keepSoon());
  return app;
}

/** Starts to listen and to react to events. Returns the address for a browser on this machine. */
export async function listen(app: NestFastifyApplication, { host, port }: Config): Promise<string> {
  // Not Nest's listen: it would log its own error before ours.
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  await fastify.listen({ port, host });
  const { server } = fastify;
  const { port: bound } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${bound}`;
  app.get(Site, { strict: false }).listensOn(address);
  // Not before: mails contain this address.
  await app.get(KernelLifecycle).react();
  app
    .get<PaymentSandbox | null>(PaymentSandbox, { strict: false })
    ?.deliverTo(`${address}/api/stripe/webhook`);
  return address;
}
