import { MOST_REGISTRATIONS, Registrations } from '../../src/domain/account/registrations.js';
import { evolveAll } from '../../src/kernel/aggregate.js';
import { given } from '../support/given.js';

const opened = (accountId: string) =>
  ({ type: 'RegistrationOpened', data: { emailHash: 'e1', accountId } }) as const;
const open = (accountId: string) => Registrations.OpenRegistration({ emailHash: 'e1', accountId });
const accountIdsAfter = (...accountIds: string[]) => {
  const events = accountIds.map((accountId) => ({ ...opened(accountId), metadata: { at: '' } }));
  return evolveAll(Registrations, Registrations.initial, events);
};

describe('the registrations of an address', () => {
  it('are recorded, each once', () => {
    given(Registrations).when(open('ann')).then(opened('ann'));
    given(Registrations, opened('ann')).when(open('eve')).then(opened('eve'));
    given(Registrations, opened('ann'), opened('eve')).when(open('ann')).thenNothing();
  });

  it('are the newest twelve, newest first', () => {
    expect(accountIdsAfter('ann', 'eve')).toEqual({ accountIds: ['eve', 'ann'] });
    const all = Array.from({ length: MOST_REGISTRATIONS + 1 }, (_, index) => `account ${index}`);
    expect(accountIdsAfter(...all)).toEqual({ accountIds: all.slice(-12).toReversed() });
  });

  it('have one stream per address', () => expect(Registrations.id(open('ann').data)).toBe('e1'));
});
