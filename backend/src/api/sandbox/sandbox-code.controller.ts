import { Body, HttpCode, HttpStatus, Post, Res } from '@nestjs/common';
import { Matches, MaxLength } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { Limited } from '../http/limits.js';
import { SandboxAccess } from './sandbox-access.js';
import { CodeNeeded, WithoutCode } from './sandbox-code.guard.js';
import { SandboxController } from './sandbox-controller.js';

class CodeForm {
  @MaxLength(64, { message: 'The code must have at most 64 characters' }) readonly code!: string;

  /** Where the code leads: never to another site. */
  @Matches(/^\/sandbox\/[\w./?=&%~-]*$/, { message: 'to must be a path of the sandboxes' })
  readonly to!: string;
}

/** Takes the code of the sandboxes. */
@SandboxController('sandbox/code')
export class SandboxCodeController {
  constructor(private readonly access: SandboxAccess) {}

  @Post()
  @WithoutCode()
  @Limited('sandboxCode')
  @HttpCode(HttpStatus.SEE_OTHER)
  enter(@Body() { code, to }: CodeForm, @Res({ passthrough: true }) reply: FastifyReply): void {
    if (!this.access.open(code, reply)) throw new CodeNeeded(to, true);
    reply.header('location', to);
  }
}
