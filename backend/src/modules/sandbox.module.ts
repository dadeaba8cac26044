import { Module } from '@nestjs/common';
import { SandboxCheckoutController } from '../api/sandbox/sandbox-checkout.controller.js';
import { SandboxMailController } from '../api/sandbox/sandbox-mail.controller.js';
import { SandboxPaymentsController } from '../api/sandbox/sandbox-payments.controller.js';

/** The pages of the mail sandbox. Left out when mails are really sent. Needs a MailBox. */
@Module({ controllers: [SandboxMailController] })
export class SandboxModule {}

/** The pages of the payment sandbox. Left out when there is a payment provider. Needs a PaymentSandbox. */
@Module({ controllers: [SandboxCheckoutController, SandboxPaymentsController] })
export class PaymentSandboxModule {}
