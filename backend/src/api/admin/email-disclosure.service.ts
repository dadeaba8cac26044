import { Injectable, NotFoundException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Disclosure, type DataHolder } from '../../domain/disclosure/disclosure.js';
import { Ids } from '../../kernel/clock.js';
import { Accounts } from '../http/accounts.js';
import { Admins } from '../http/admins.js';
import { Invitations } from './invitations.service.js';

/** Shows email addresses to admins, who see them masked otherwise. Each time is an event, which is stored first. */
@Injectable()
export class EmailDisclosure {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly admins: Admins,
    private readonly invitations: Invitations,
    private readonly ids: Ids,
  ) {}

  /** @throws Rejected, NotFoundException if there is no such person, or no address */
  async show(holder: DataHolder, subjectId: string): Promise<string> {
    const email = await this.readers[holder](subjectId);
    if (email === null) throw new NotFoundException('There is no email address.');
    await this.commands.execute(Disclosure.DiscloseEmail({ actId: this.ids.uuid(), holder, subjectId }));
    return email;
  }

  /** Records that an admin gets this list with all addresses. */
  async recordList(list: string): Promise<void> {
    await this.commands.execute(Disclosure.DiscloseEmails({ actId: this.ids.uuid(), list }));
  }

  private readonly readers: Readonly<Record<DataHolder, (id: string) => Promise<string | null>>> = {
    account: async (id) => (await this.accounts.present(id)).email,
    admin: async (id) => (await this.admins.user(id))?.email ?? null,
    invitation: async (id) => (await this.invitations.find(id))?.email ?? null,
  };
}
