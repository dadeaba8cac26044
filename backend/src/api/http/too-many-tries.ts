import { HttpException, HttpStatus } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** The error for a request over a limit: 429, with the time to wait in words and in `Retry-After`. */
export function tooManyTries(reply: FastifyReply, milliseconds: number, advice = ''): HttpException {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  reply.header('retry-after', seconds);
  const message = `Too many tries. Please come back in ${inWords(seconds)}.${advice && ` ${advice}`}`;
  return new HttpException(message, HttpStatus.TOO_MANY_REQUESTS);
}

function inWords(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}

function counted(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
