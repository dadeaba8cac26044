import { isIP } from 'node:net';
import {
  type CanActivate,
  type ExecutionContext,
  HttpException,
  HttpStatus,
  Injectable,
  SetMetadata,
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  Controller,
  UseFilters,
  UseGuards,
  applyDecorators,
  Body,
  HttpCode,
  Post,
  Res,
} from '@nestjs/common';
import type { FastifyRequest, FastifyReply } from 'fastify';
import { Reflector } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import { Matches, MaxLength } from 'class-validator';
import { Site } from '../../site/site.js';
import { SandboxAccess } from './sandbox-access.js';
import { note } from '../http/security-notes.js';
import { pagePolicy, FORM_STYLE, page } from './sandbox-page.js';
import { escapeHtml } from '../texts/escape-html.js';
import { Limited } from '../http/limits.js';

/**
 * Answers only on the hosts of this server: the public one, names of this machine, and IP addresses. Any other name can
 * be one of a foreign site that was pointed here, so that its pages could read the answers (DNS rebinding).
 */
@Injectable()
class OwnHostGuard implements CanActivate {
  constructor(private readonly site: Site) {}

  canActivate(context: ExecutionContext): boolean {
    const { host } = context.switchToHttp().getRequest<FastifyRequest>();
    if (this.isOurs(host)) return true;
    throw new HttpException(`The sandbox answers on ${this.site.publicUrl} only.`, HttpStatus.MISDIRECTED);
  }

  private isOurs(host: string): boolean {
    if (host === this.site.publicHost) return true;
    if (!URL.canParse(`http://${host}`)) return false;
    const { hostname } = new URL(`http://${host}`);
    return /^(?:.+\.)?localhost$/.test(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  }
}

/** Marks the route that takes the code. */
const WITHOUT_CODE = 'without-code';

/** The sandboxes ask for their code. */
class CodeNeeded extends HttpException {
  /**
   * @param leadsTo the path of the sandbox that the code leads to
   * @param wasWrong whether a wrong code was given
   */
  constructor(
    readonly leadsTo: string,
    readonly wasWrong: boolean,
  ) {
    super('The sandboxes ask for a code.', HttpStatus.UNAUTHORIZED);
  }
}

/** Answers only who may use the sandboxes. */
@Injectable()
class SandboxCodeGuard implements CanActivate {
  constructor(
    private readonly access: SandboxAccess,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.get<true | undefined>(WITHOUT_CODE, context.getHandler())) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (this.access.allows(request)) return true;
    // Forms are on the list of payments and on checkout pages.
    throw new CodeNeeded(request.method === 'POST' ? '/sandbox/payments' : request.url, false);
  }
}

/** Answers who needs the code with a page that asks for it. */
@Catch(CodeNeeded)
class CodePageFilter implements ExceptionFilter<CodeNeeded> {
  catch(needed: CodeNeeded, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    note(http.getRequest<FastifyRequest>(), { code: 'sandbox_code' });
    void http
      .getResponse<FastifyReply>()
      .status(needed.getStatus())
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
        'content-security-policy': pagePolicy(),
      })
      .send(codePage(needed));
  }
}

function codePage({ leadsTo, wasWrong }: CodeNeeded): string {
  return page(
    'Sandbox code',
    `<h1>Sandbox code</h1>
<p class="quiet">Mails and payments of this server are for the people who run it. The server prints the code when it starts and keeps it in its data folder, in the file sandbox-code.</p>
${wasWrong ? '<p role="alert" class="note" id="wrong">This is not the code. Please check it and try again.</p>' : ''}
<form method="post" action="/sandbox/code">
<input type="hidden" name="to" value="${escapeHtml(leadsTo)}">
<label for="code">Code</label>
<input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="64"${wasWrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''}>
<button class="main">Continue</button>
</form>`,
    FORM_STYLE,
  );
}

/** Routes of the sandboxes, on the hosts of this server only, and only for who may see them. */
export const SandboxController = (path: string) =>
  applyDecorators(
    ApiExcludeController(),
    UseGuards(OwnHostGuard, SandboxCodeGuard),
    UseFilters(CodePageFilter),
    Controller(path),
  );

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
  @SetMetadata(WITHOUT_CODE, true)
  @Limited('sandboxCode')
  @HttpCode(HttpStatus.SEE_OTHER)
  enter(@Body() { code, to }: CodeForm, @Res({ passthrough: true }) reply: FastifyReply): void {
    if (!this.access.open(code, reply)) throw new CodeNeeded(to, true);
    reply.header('location', to);
  }
}
