import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sameBytes } from '../../infrastructure/sessions/server-secret.js';
import { isLoopback } from '../../site/loopback.js';
import { cameThroughProxy } from '../http/client-addresses.js';
import { ClosingState } from '../../domain/week/closing-state.js';
import type { Alarm } from '../../kernel/alarms.js';
import { Jobs, type ScheduledJob } from '../../kernel/jobs.js';
import { PublicAnswer } from '../response-cache/public-answer.js';
import { AlarmWatch } from './alarm-watch.service.js';
import { Departure } from './departure.js';
import { KernelHealth, type HealthReport } from './kernel-health.js';

/** The settings that decide it. */
interface HealthSettings {
  readonly healthToken: string | null;
  readonly environment: string;
  readonly trustedProxies: number;
}

/** Decides who may see more of the health than its status. */
export class HealthAccess {
  /**
   * @param token the token of operators; null if none is set
   * @param trustsLocal whether requests from this machine need no token: never where a proxy may run on it, as its
   * requests need not differ from an operator's
   */
  constructor(
    private readonly token: string | null,
    private readonly trustsLocal: boolean,
  ) {}

  static of({ healthToken, environment, trustedProxies }: HealthSettings): HealthAccess {
    return new HealthAccess(healthToken, environment !== 'production' && trustedProxies === 0);
  }

  /** Whether the caller may see everything. */
  allows({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
    const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
    if (given !== undefined) return this.token !== null && sameBytes(digest(given), digest(this.token));
    return this.trustsLocal && isLoopback(socket.remoteAddress ?? '') && !cameThroughProxy(headers);
  }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** The state of the kernel, and why no week is closed; null if nothing stops that. Also `degraded` if a clock is wrong. */
type FullReport = HealthReport & {
  readonly weekClosing: { readonly stopped: string | null };
  /** What stands still, and what fails again and again. Those that no stranger can cause make the status `degraded`. */
  readonly alarms: readonly Alarm[];
  /** Where each scheduled job runs, and how its last run in this process ended. */
  readonly jobs: readonly ScheduledJob[];
};

const STOPPING: Pick<HealthReport, 'status' | 'problems'> = {
  status: 'unavailable',
  problems: ['the process is about to stop'],
};

/** Health checks for operators and load balancers. Strangers see the status only. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly kernel: KernelHealth,
    private readonly watch: AlarmWatch,
    private readonly closing: ClosingState,
    private readonly jobs: Jobs,
    private readonly access: HealthAccess,
    private readonly departure: Departure,
  ) {}

  /** Answers 200 while the process runs. */
  @Get('live')
  live(): PublicAnswer {
    const headers = { 'cache-control': 'private, no-store' };
    return new PublicAnswer(['live'], async () => ({ body: { status: 'ok' }, headers }));
  }

  /** Answers 200 if reads can be served, `degraded` if not all writes can, otherwise 503; operators see the reasons. */
  @Get('ready')
  async ready(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: string; problems?: readonly string[] }> {
    const { status: whole, problems } = this.departure.hasBegun ? STOPPING : await this.kernel.report();
    if (whole === 'unavailable') reply.status(503);
    const status = problems.length > 0 ? whole : 'ok';
    return this.access.allows(request) ? { status, problems } : { status };
  }

  /** The state of the log, the views, the reactions and the quarantine. */
  @Get()
  async all(@Req() request: FastifyRequest): Promise<FullReport | Pick<HealthReport, 'status'>> {
    const report = await this.kernel.report();
    const alarms = await this.watch.of(report);
    const isDegraded = this.closing.isAlarming || alarms.some((alarm) => alarm.isDegrading);
    const status = report.status === 'ok' && isDegraded ? 'degraded' : report.status;
    if (!this.access.allows(request)) return { status };
    return {
      ...report,
      status,
      alarms,
      jobs: this.jobs.all(),
      weekClosing: { stopped: this.closing.stopped },
    };
  }
}
