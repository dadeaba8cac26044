import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { SandboxAccess } from '../api/sandbox/sandbox-access.js';
import { SandboxCheckoutController } from '../api/sandbox/sandbox-checkout.controller.js';
import { SandboxCodeController } from '../api/sandbox/sandbox-controller.js';
import { SandboxMailController } from '../api/sandbox/sandbox-mail.controller.js';
import { SandboxPaymentsController } from '../api/sandbox/sandbox-payments.controller.js';

const PAGES: Readonly<Record<'mails' | 'payments', readonly Type[]>> = {
  mails: [SandboxMailController],
  payments: [SandboxCheckoutController, SandboxPaymentsController],
};

/** The pages of the sandboxes. Needs a MailBox and a PaymentSandbox as far as they are shown, and a SandboxPolicy. */
@Module({})
export class SandboxModule {
  static with(sandboxes: readonly (keyof typeof PAGES)[]): DynamicModule {
    const controllers = [SandboxCodeController, ...sandboxes.flatMap((sandbox) => PAGES[sandbox])];
    return { module: SandboxModule, controllers, providers: [SandboxAccess] };
  }
}
