import type { KernelStore } from '../../kernel/kernel-store.js';
import { type LateMail, LateMails } from './late-mails.port.js';

const KIND = 'late-mail';

/** The list in the kernel store, which survives restarts and rebuilds. */
export class KernelLateMails extends LateMails {
  constructor(private readonly store: Pick<KernelStore, 'put' | 'list' | 'remove'>) {
    super();
  }

  override async add(mail: LateMail): Promise<void> {
    await this.store.put(KIND, mail.id, mail);
  }

  override async list(): Promise<readonly LateMail[]> {
    const records = await this.store.list<LateMail>(KIND);
    return records
      .map(({ value }) => value)
      .toSorted((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));
  }

  override async clear(): Promise<number> {
    const records = await this.store.list(KIND);
    for (const { key } of records) await this.store.remove(KIND, key);
    return records.length;
  }
}
