import type { INestApplicationContext } from '@nestjs/common';
import { Admins } from '../api/http/admins.js';
import { type SecurityEntry, SecurityLog } from '../infrastructure/security-log/security-log.port.js';
import type { AdminRole } from '../domain/admin/admin-role.js';
import { ActiveServices } from '../kernel/active-requests.js';
import { Rejected } from '../kernel/aggregate.js';
import { operator } from '../kernel/causation.js';
import { Clock } from '../kernel/clock.js';
import { LateMails } from '../infrastructure/mail/late-mails.port.js';
import { KernelStore } from '../kernel/kernel-store.js';
import { noteBackup } from '../kernel/last-backup.js';
import { QuarantineRetry } from '../kernel/log/quarantine-retry.js';
import { unlessUndecodable } from '../kernel/undecodable.js';
import { Projector } from '../kernel/views/projector.js';
import { Reactor } from '../kernel/reactions/reactor.js';
import { WeekClosing } from '../reactions/timers/week-closing.js';
import type { ControlRequest, OperatorCommands } from './control-socket.js';
import { NewAdmin, adminCommands } from './admin-commands.js';
import { WATCH, dryRunCommands } from './dry-run-commands.js';
import { PaymentAct, paymentCommands } from './payment-commands.js';
import { sentJson } from './sent-json.js';

/** A retry that could not handle every event. The message has the result, for the operator. */
export class EventsLeftError extends Error {
  override readonly name = 'EventsLeftError';

  constructor(lines: readonly string[]) {
    super(['not every event could be handled', ...lines].join('\n'));
  }
}

/** Who may do what an operator does in the name of an admin, as in the back office. */
const ROLES: Readonly<Record<string, readonly AdminRole[]>> = {
  weeks: ['owner'],
  payments: ['finance', 'owner'],
};

/**
 * The commands that a running server carries out. The security log records each but {@link WATCH}, with the name that the
 * operator gave.
 */
export function operatorCommands(app: INestApplicationContext): OperatorCommands {
  const log = app.get(SecurityLog, { strict: false });
  const clock = app.get(Clock, { strict: false });
  const admins = app.get(Admins, { strict: false });
  const recorded = Object.entries(commandsOf(app)).map(([command, run]) => {
    if (command === WATCH) return [command, run] as const;
    const runRecorded = async (names: readonly string[]) => {
      let entry: SecurityEntry = { event: 'operator-command', command };
      try {
        const { operator: name, ...about } = aboutOf(command, names, admins);
        entry = { ...entry, ...about };
        if (name !== undefined) {
          if (!NAME.test(name)) throw new Rejected('invalid', 'This is not the name of an admin.');
          entry = { ...entry, operator: name };
          await requireRole(name, ROLES[command] ?? [], admins);
        }
        const lines = await run(names);
        log.record(entry, clock.now());
        return lines;
      } catch (error) {
        log.record({ ...entry, failed: true }, clock.now());
        throw error;
      }
    };
    return [command, runRecorded] as const;
  });
  return Object.fromEntries(recorded);
}

/** It stands in logs, so it is no address. */
const NAME = /^[\w.-]{1,64}$/;
const WEEK = /^\d{4}-W\d{2}$/;

/** What the security log says about a command: whom or what it concerns, and the name that the operator gave as theirs. */
function aboutOf(
  command: string,
  [first = '', second = '']: readonly string[],
  admins: Admins,
): Pick<SecurityEntry, 'account' | 'act' | 'operator'> {
  if (command === 'weeks') return { operator: second };
  if (command === 'admin-create') return { account: admins.idOf(sentJson(NewAdmin, first).username) };
  if (command.startsWith('admin-')) return { account: admins.idOf(first) };
  if (command !== 'payments') return {};
  // The rest of it may name people.
  const { act, reference, admin } = sentJson(PaymentAct, first);
  return { act: NAME.test(reference) ? `${act} ${reference}` : act, operator: admin };
}

/**
 * An operator may have no login, or one that can't be read: a terminal is the way out then. An operator who names a login
 * may do what that login may.
 * @throws Rejected (forbidden)
 */
async function requireRole(name: string, roles: readonly AdminRole[], admins: Admins): Promise<void> {
  const login = await unlessUndecodable(admins.user(admins.idOf(name)), () => null);
  if (!login) return;
  if (login.isDismissed || login.isWaiting)
    throw new Rejected('forbidden', `${name} may not use the back office.`);
  if (!roles.includes(login.role)) {
    throw new Rejected(
      'forbidden',
      `The role of ${name} is ${login.role}: this needs ${roles.join(' or ')}.`,
    );
  }
}

function commandsOf(app: INestApplicationContext): OperatorCommands {
  const find = { strict: false };
  const projector = app.get(Projector, find);
  const reactor = app.get(Reactor, find);
  const quarantine = app.get(QuarantineRetry, find);
  const weekClosing = app.get(WeekClosing, find);
  const lateMails = app.get(LateMails, find);
  const kernel = app.get(KernelStore, find);
  const retryQuarantine = async () => {
    const { decoded, left, views } = await quarantine.retry();
    if (decoded.length + left === 0) return { lines: [], left };
    const rebuilt = views.length > 0 ? `; rebuilt: ${views.join(', ')}` : '';
    return {
      lines: [`${decoded.length} events have left the quarantine, ${left} are left${rebuilt}`],
      left,
    };
  };
  const ofActive: OperatorCommands = {
    rebuild: async (views) => {
      await projector.rebuild([...new Set(views)]);
      return projector
        .health()
        .filter(({ name }) => views.includes(name))
        .map(
          ({ name, generation, position, parked }) =>
            `${name}: ${generation}, up to event ${position}, ${parked} parked`,
        );
    },
    retry: async ([reaction]) => {
      const decoding = reaction === undefined ? await retryQuarantine() : { lines: [], left: 0 };
      const { handled, left } = await reactor.retry(reaction);
      const lines = [...decoding.lines, `${handled} waiting or parked events were handled, ${left} are left`];
      if (left + decoding.left > 0) throw new EventsLeftError(lines);
      return lines;
    },
    ...dryRunCommands(app),
    weeks: async ([act, admin = '', week = '']) => {
      const actor = operator(admin);
      if (act === 'undo' && WEEK.test(week)) {
        await weekClosing.undo(week, actor);
        return [`The week ${week} is open again.`];
      }
      if (act !== 'close') throw new Rejected('invalid', 'A week is closed, or a named one is opened again.');
      const closed = await weekClosing.close(actor);
      return [closed.length > 0 ? `Closed: ${closed.join(', ')}` : 'No week could be closed.'];
    },
  };
  return {
    ...app.get(ActiveServices, find).of('operator commands', ofActive),
    'late-mails': async ([option]) => {
      if (option === 'clear') return [`${await lateMails.clear()} mails were removed from the list`];
      const listed = await lateMails.list();
      const lines = listed.map(
        ({ at, reaction, type, stream, position, id }) =>
          `${at} ${reaction}: ${type} in ${stream}, event ${position}, mail ${id}`,
      );
      return [...lines, `${listed.length} mails were not sent because they were too late`];
    },
    // Another process takes the backup: `tools/backup.ts`. This is asked before and, with the time, after it.
    backup: async ([takenAt]) => {
      if (takenAt === undefined) return [];
      if (Number.isNaN(Date.parse(takenAt))) throw new Rejected('invalid', 'This is not a time.');
      await noteBackup(kernel, takenAt);
      return [];
    },
    ...paymentCommands(app),
    ...adminCommands(app),
  };
}

/** Carries out a request. @throws Error for an unknown command */
export function carryOut(
  commands: OperatorCommands,
  { command, names }: ControlRequest,
): Promise<readonly string[]> {
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run) return Promise.reject(new Error(`unknown command ${command}`));
  return run(names);
}
