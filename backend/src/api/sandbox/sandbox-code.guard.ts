import {
  type CanActivate,
  type ExecutionContext,
  HttpException,
  HttpStatus,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { SandboxAccess } from './sandbox-access.js';

const WITHOUT_CODE = 'without-code';

/** Marks the route that takes the code. */
export function WithoutCode(): MethodDecorator {
  return SetMetadata(WITHOUT_CODE, true);
}

/** The sandboxes ask for their code: with a page, see `code-page.filter.ts`. */
export class CodeNeeded extends HttpException {
  /**
   * @param leadsTo the path of the sandbox that the code leads to
   * @param wasWrong whether a wrong code was given
   */
  constructor(
    readonly leadsTo: string,
    readonly wasWrong = false,
  ) {
    super('The sandboxes ask for a code.', HttpStatus.UNAUTHORIZED);
  }
}

/** Answers only who may use the sandboxes. */
@Injectable()
export class SandboxCodeGuard implements CanActivate {
  constructor(
    private readonly access: SandboxAccess,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.get<true | undefined>(WITHOUT_CODE, context.getHandler())) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (this.access.allows(request)) return true;
    // Forms are on the list of payments and on checkout pages.
    throw new CodeNeeded(request.method === 'POST' ? '/sandbox/payments' : request.url);
  }
}
