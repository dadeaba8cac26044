import { Logger } from '@nestjs/common';
import type { KernelLogger } from '../kernel/logger.js';

/** A logger for a part of the kernel, which writes to the program's log under `name`. */
export function kernelLogger(name: string): KernelLogger {
  const logger = new Logger(name);
  return {
    info: (facts, message) => logger.log({ ...facts, message }),
    error: (error, message) =>
      logger.error(`${message}: ${error instanceof Error ? error.message : String(error)}`),
  };
}
