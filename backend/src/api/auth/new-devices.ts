import Bowser from 'bowser';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Account } from '../../domain/account/account.js';
import { Admin } from '../../domain/admin/admin.js';
import { EventLogUnavailableError } from '../../kernel/event-log.js';
import { KnownDeviceCookie, emailName, usernameName } from '../http/known-device-cookie.js';

/**
 * The name of a device from its User-Agent header: browser and system such as "Firefox on Linux", or only one of them,
 * or null. The client chooses this header, so it proves nothing.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}

/**
 * Recognises browsers in which nobody has signed in to a login before, and records them: the owner of the login is mailed. A
 * browser without our cookie is a new one each time.
 */
@Injectable()
export class NewDevices {
  constructor(
    private readonly commands: CommandBus,
    private readonly devices: KnownDeviceCookie,
  ) {}

  /** After a sign-in to an account. Does nothing while its address is unverified: it may belong to another person. */
  async meet(
    request: FastifyRequest,
    reply: FastifyReply,
    user: { readonly id: string; readonly email: string; readonly emailVerified: boolean },
  ): Promise<void> {
    const { id: accountId, email, emailVerified } = user;
    if (!emailVerified) return;
    const isRecorded =
      this.devices.idFor(request, emailName(email)) !== null ||
      (await this.record(request, Account.RecordNewDevice({ accountId, device: deviceIn(request) })));
    if (isRecorded) this.devices.remember(request, reply, user);
  }

  /** After a sign-in to the back office. */
  async meetAdmin(
    request: FastifyRequest,
    reply: FastifyReply,
    { id: adminId, username }: { readonly id: string; readonly username: string },
  ): Promise<void> {
    const isRecorded =
      this.devices.idFor(request, usernameName(username)) !== null ||
      (await this.record(request, Admin.RecordNewAdminDevice({ adminId, device: deviceIn(request) })));
    if (isRecorded) this.devices.rememberAdmin(request, reply, username);
  }

  /** Whether it could be recorded. If not, people still sign in, and the browser is new at the next sign-in. */
  private async record(
    request: FastifyRequest,
    command: ReturnType<typeof Account.RecordNewDevice> | ReturnType<typeof Admin.RecordNewAdminDevice>,
  ): Promise<boolean> {
    try {
      await this.commands.execute(command);
      return true;
    } catch (error) {
      if (!(error instanceof EventLogUnavailableError)) throw error;
      request.log.warn({ err: error }, 'a new device could not be recorded');
      return false;
    }
  }
}

function deviceIn(request: FastifyRequest): string | null {
  return deviceOf(request.headers['user-agent'] ?? null);
}
