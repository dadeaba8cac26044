import { isIP } from 'node:net';
import {
  type CanActivate,
  type ExecutionContext,
  HttpException,
  HttpStatus,
  Injectable,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Site } from '../../site/site.js';

/**
 * Answers only on the hosts of this server: the public one, names of this machine, and IP addresses. Any other name can
 * be one of a foreign site that was pointed here, so that its pages could read the answers (DNS rebinding).
 */
@Injectable()
export class OwnHostGuard implements CanActivate {
  constructor(private readonly site: Site) {}

  canActivate(context: ExecutionContext): boolean {
    const { host } = context.switchToHttp().getRequest<FastifyRequest>();
    if (this.isOurs(host)) return true;
    throw new HttpException(`The sandbox answers on ${this.site.publicUrl} only.`, HttpStatus.MISDIRECTED);
  }

  private isOurs(host: string): boolean {
    if (host === this.site.publicHost) return true;
    if (!URL.canParse(`http://${host}`)) return false;
    const { hostname } = new URL(`http://${host}`);
    return /^(?:.+\.)?localhost$/.test(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  }
}
