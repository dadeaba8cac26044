import { Module } from '@nestjs/common';
import { SandboxMailController } from '../api/sandbox/sandbox-mail.controller.js';

/** The sandbox pages. Left out when mails are really sent. Needs a MailBox. */
@Module({ controllers: [SandboxMailController] })
export class SandboxModule {}
