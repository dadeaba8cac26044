import { Module } from '@nestjs/common';
import { SandboxMailController } from './sandbox-mail.controller.js';

/** The pages of the sandbox. To be left out where mails really go out. To be given a MailBox. */
@Module({ controllers: [SandboxMailController] })
export class SandboxModule {}
