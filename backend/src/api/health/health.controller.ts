import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ClosingState } from '../../domain/week/closing-state.js';
import { KernelHealth, type HealthReport } from './kernel-health.js';

/** Health checks for operators and load balancers. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    @Inject(KernelHealth) private readonly kernel: KernelHealth,
    @Inject(ClosingState) private readonly closing: ClosingState,
  ) {}

  /** Answers 200 while the process runs. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Answers 200 if requests can be served, otherwise 503 and the reasons. */
  @Get('ready')
  async ready(
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: string; problems: readonly string[] }> {
    const { problems } = await this.kernel.report();
    if (problems.length > 0) reply.status(503);
    return { status: problems.length > 0 ? 'unavailable' : 'ok', problems };
  }

  /** The state of the log, the views, the reactions and the quarantine. */
  @Get()
  async all(): Promise<HealthReport & { readonly weekClosing: { readonly stopped: string | null } }> {
    return { ...(await this.kernel.report()), weekClosing: { stopped: this.closing.stopped } };
  }
}
