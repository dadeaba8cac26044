import { Logger } from '@nestjs/common';
import type { EngineLogger } from './kernel/logger.js';

/** Puts what a part of the machinery says into the program's log, under its name. */
export function engineLogger(name: string): EngineLogger {
  const logger = new Logger(name);
  return {
    info: (facts, message) => logger.log({ ...facts, message }),
    error: (error, message) =>
      logger.error(`${message}: ${error instanceof Error ? error.message : String(error)}`),
  };
}
