import { Module } from '@nestjs/common';
import { SandboxMailController } from '../api/sandbox/sandbox-mail.controller.js';

/** The pages of the sandbox. Left out where mails really go out. Needs a MailBox. */
@Module({ controllers: [SandboxMailController] })
export class SandboxModule {}
