import { ConflictException, NotFoundException } from '@nestjs/common';
import { SandboxRefusedError } from '../../infrastructure/payments/sandbox/payment-sandbox.port.js';
import { FORM_STYLE, pageSources } from './sandbox-page.js';

/**
 * The content security policy of a page with forms.
 * @param leadsTo an address on the site that a form redirects to: browsers check redirects against the policy, too
 */
export function pagePolicy(leadsTo?: string): string {
  const origins = ["'self'", ...(leadsTo ? [new URL(leadsTo).origin] : [])].join(' ');
  return `${pageSources(FORM_STYLE)}; base-uri 'none'; form-action ${origins}; frame-ancestors 'none'`;
}

/** Does what a form asks for. @throws NotFoundException, ConflictException when the sandbox refuses it */
export function refusable(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof SandboxRefusedError)) throw error;
    throw error.status === 404 ? new NotFoundException(error.message) : new ConflictException(error.message);
  }
}
