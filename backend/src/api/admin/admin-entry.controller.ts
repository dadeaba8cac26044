import { Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AdminEntry } from '../http/admin-entry.js';
import { Route, Routes } from '../http/route.js';
import { Maybe, Text } from '../../contract/fields.js';

class Entry {
  @Maybe(Text, 'The path of the login page; null for those who may not know of it.')
  readonly login!: string | null;
}

@Routes('back office', 'api/rtm-sys/entry')
export class AdminEntryController {
  constructor(private readonly entry: AdminEntry) {}

  @Route('GET', '', { summary: 'Where admins sign in, for those who may know.', answer: Entry })
  async adminEntry(@Req() request: FastifyRequest): Promise<Entry> {
    const isOpen = await this.entry.isOpenTo(request, () => request.account);
    return { login: isOpen ? this.entry.loginPath : null };
  }
}
