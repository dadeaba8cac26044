import { type DestinationStream, type Logger, pino } from 'pino';

/** Keys that never reach a log, wherever an object that is logged has them. */
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

/** The program's log: a JSON object a line, with the time, and without secrets and personal data. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[secret]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
