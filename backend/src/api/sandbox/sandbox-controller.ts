import { Controller, UseFilters, UseGuards, applyDecorators } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { OwnHostGuard } from './own-host.guard.js';
import { CodePageFilter } from './code-page.filter.js';
import { SandboxCodeGuard } from './sandbox-code.guard.js';

/** Routes of the sandboxes, on the hosts of this server only, and only for who may see them. */
export const SandboxController = (path: string) =>
  applyDecorators(
    ApiExcludeController(),
    UseGuards(OwnHostGuard, SandboxCodeGuard),
    UseFilters(CodePageFilter),
    Controller(path),
  );
