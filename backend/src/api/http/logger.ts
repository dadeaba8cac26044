import { type DestinationStream, type Logger, destination, levels, pino, symbols } from 'pino';
import type { LoggerService } from '@nestjs/common';
import type { FastifyBaseLogger } from 'fastify';

/** Keys that are redacted wherever a logged object has them. */
const SECRET = [
  'password',
  'passwordHash',
  'token',
  'tokenHash',
  'email',
  'to',
  'cookie',
  'authorization',
  'body',
  'headers',
];

/** More is written before the end of the turn, in bytes. */
const MOST_WAITING = 12 * 1024;

/**
 * Writes the lines of one turn of the event loop together, because a write takes a third of the time of a kept answer, and an
 * error at once. A process that is killed may lose the lines of its last turn.
 * @param file a path, or a file descriptor
 */
export function joinedByTurn(file: string | number): DestinationStream {
  const output = destination({ dest: file, sync: true, minLength: MOST_WAITING });
  let isDue = false;
  const flush = () => {
    isDue = false;
    output.flushSync();
  };
  process.on('exit', flush);
  return {
    [symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string) {
      output.write(line);
      if (this.lastLevel >= levels.values['error']!) flush();
      else if (!isDue) {
        isDue = true;
        setImmediate(flush);
      }
    },
  } as DestinationStream & { lastLevel: number };
}

const METHODS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent', 'child'] as const;

/** The logger of a request. Few use it, and to redact what it is about takes as long as a guard. */
class RequestLogger {
  private made: FastifyBaseLogger | undefined;

  constructor(
    private readonly logger: FastifyBaseLogger,
    private readonly about: object,
  ) {}

  get level(): string {
    return this.logger.level;
  }

  get own(): FastifyBaseLogger {
    return (this.made ??= this.logger.child(this.about));
  }
}
for (const method of METHODS) {
  Object.defineProperty(RequestLogger.prototype, method, {
    value(this: RequestLogger, ...values: [object]) {
      return this.own[method](...values);
    },
  });
}

/** Makes the logger of a request, for Fastify, when it is used. */
export function requestLogger(logger: FastifyBaseLogger, about: object): FastifyBaseLogger {
  return new RequestLogger(logger, about) as unknown as FastifyBaseLogger;
}

let standardOutput: DestinationStream | undefined;

/** The program's log: one JSON object per line with a timestamp, without secrets and personal data. */
export function createLogger(level: string, output?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[secret]' },
  };
  return pino(options, output ?? (standardOutput ??= joinedByTurn(1)));
}

/** Whose messages operators need. All others tell of a start. */
const INFORMING: ReadonlySet<string | undefined> = new Set(['Kernel', 'Alarms']);

/** Sends the messages of Nest and its `Logger` to the program's log. Start-up messages of Nest have level debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.write(INFORMING.has(context) ? 'info' : 'debug', message, context);
  }

  error(message: unknown, ...more: unknown[]): void {
    this.write(
      'error',
      message,
      more.findLast((part) => typeof part === 'string'),
    );
  }

  warn(message: unknown, context?: string): void {
    this.write('warn', message, context);
  }

  debug(message: unknown, context?: string): void {
    this.write('debug', message, context);
  }

  verbose(message: unknown, context?: string): void {
    this.write('trace', message, context);
  }

  private write(
    level: 'trace' | 'debug' | 'info' | 'warn' | 'error',
    message: unknown,
    context: unknown,
  ): void {
    if (message instanceof Error) this.logger[level]({ err: message, context });
    else if (typeof message === 'object' && message !== null) this.logger[level]({ ...message, context });
    else this.logger[level]({ context }, String(message));
  }
}
