import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { note } from '../http/security-notes.js';
import { pagePolicy } from './sandbox-forms.js';
import { CodeNeeded } from './sandbox-code.guard.js';
import { FORM_STYLE, escape, page } from './sandbox-page.js';

/** Answers who needs the code with a page that asks for it. */
@Catch(CodeNeeded)
export class CodePageFilter implements ExceptionFilter<CodeNeeded> {
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
<input type="hidden" name="to" value="${escape(leadsTo)}">
<label for="code">Code</label>
<input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="64"${wasWrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''}>
<button class="main">Continue</button>
</form>`,
    FORM_STYLE,
  );
}
