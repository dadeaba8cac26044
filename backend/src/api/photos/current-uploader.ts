import { type ExecutionContext, Injectable, type PipeTransform, createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BLOCK_WINDOW_MS } from '../../domain/photo/uploader.js';
import { NetworkHashes } from '../../infrastructure/key-ring/network-hashes.port.js';
import { networkOf } from '../http/network.js';
import type { Uploader } from './photo-check.js';

interface Caller {
  readonly accountId: string | null;
  readonly isVerified: boolean;
  readonly network: string;
}

const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { account, ip } = context.switchToHttp().getRequest<FastifyRequest>();
  return {
    accountId: account?.id ?? null,
    isVerified: account?.emailVerified ?? false,
    network: networkOf(ip),
  };
});

/**
 * Converts a caller to the names by which refusals are counted. Addresses are stored as keyed hashes only, with a key
 * per day that is destroyed later: so an address has a different name each day.
 */
@Injectable()
export class UploaderPipe implements PipeTransform<Caller, Promise<Uploader>> {
  constructor(private readonly networks: NetworkHashes) {}

  async transform({ accountId, isVerified, network }: Caller): Promise<Uploader> {
    const [today, ...before] = await this.networks.hashesOf(network, BLOCK_WINDOW_MS);
    const address = `address:${today}`;
    return {
      key: accountId ? `account:${accountId}` : address,
      address,
      formerAddresses: before.map((hash) => `address:${hash}`),
      isVerified,
    };
  }
}

export const CurrentUploader = () => CurrentCaller(UploaderPipe);
