import { existsSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Adapters } from '../composition/adapters.js';
import { Account } from '../domain/account/account.js';
import { Admin } from '../domain/admin/admin.js';
import type { Erasure } from '../infrastructure/erasures/erasure-list.port.js';
import { DamagedErasuresError, erasuresIn } from '../infrastructure/erasures/file-erasure-list.js';
import { Rejected } from '../kernel/aggregate.js';
import { causedBy, systemRun } from '../kernel/causation.js';
import { Clock, Ids } from '../kernel/clock.js';
import { KeyErasures } from '../kernel/key-erasures.js';
import type { Receipt } from '../kernel/commands/command-runner.js';
import { BackupError } from './backup-error.js';

export interface ErasedAgain {
  /** How many people were erased again. */
  readonly erased: number;
  /** The ids of those whose events cannot be read, so that they could not be deleted. Their keys are destroyed. */
  readonly unreadable: readonly string[];
}

/** Who was erased, as a copy of the list says. @throws BackupError if it is missing, damaged or not named */
export async function listedErasures(file: string): Promise<Erasure[]> {
  if (file === '') throw new BackupError('--erasures needs the name of a file.');
  if (!existsSync(file)) throw new BackupError(`${file} is missing.`);
  return erasuresIn(file).catch((error: Error) => {
    throw error instanceof DamagedErasuresError ? new BackupError(error.message) : error;
  });
}

/**
 * Erases the people of the list whom an earlier log still has, and adds all to the list of this site. It deletes them as the site
 * had done it and destroys their keys, where no legal hold in that log needs them; the reactions of the next start do what follows from that.
 */
export async function eraseAgain(
  app: INestApplicationContext,
  { erasures: ownList }: Pick<Adapters, 'erasures'>,
  erasures: readonly Erasure[],
): Promise<ErasedAgain> {
  const keys = app.get(KeyErasures);
  let erased = 0;
  const unreadable: string[] = [];
  for (const erasure of erasures) {
    const isNew = await decide(app, erasure).catch((error: unknown) => {
      // Otherwise they came after the backup.
      if (!(error instanceof Rejected)) unreadable.push(erasure.id);
      return false;
    });
    if (isNew) erased += 1;
    // At once: with the address gone, no second goodbye mail is written.
    await keys.erase(erasure.id);
    await ownList.add(erasure);
  }
  return { erased, unreadable };
}

/** Returns whether the log did not have the erasure yet. */
function decide(app: INestApplicationContext, { kind, id }: Erasure): Promise<boolean> {
  const now = app.get(Clock).now().toISOString();
  const command =
    kind === 'account'
      ? Account.DeleteAccount({ accountId: id, now, isConfirmed: true })
      : Admin.EraseAdmin({ adminId: id });
  return causedBy(systemRun('restore', app.get(Ids).uuid()), async () => {
    const { events }: Receipt = await app.get(CommandBus).execute(command);
    return events > 0;
  });
}
