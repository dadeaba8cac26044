import { aggregate } from '../../kernel/aggregate.js';
import { lifecycleEvents, lifecycleFolds, lifecycleRules } from './account-lifecycle.js';
import { type OfAccount, noAccount } from './account-state.js';
import { credentialEvents, credentialFolds, credentialRules } from './credentials.js';
import { profileEvents, profileFolds, profileRules } from './profile.js';
import { registrationEvents, registrationFolds, registrationRules } from './registration.js';
import { sanctionEvents, sanctionFolds, sanctionRules } from './sanctions.js';
import { withholdingEvents, withholdingFolds, withholdingRules } from './withholding.js';

/** Personal fields of its events are null once the person's key has been destroyed. */
export const Account = aggregate('account', {
  id: ({ accountId }: OfAccount) => accountId,
  initial: noAccount,
  snapshot: { version: 7, isPersonal: true },
  events: {
    ...registrationEvents,
    ...credentialEvents,
    ...profileEvents,
    ...sanctionEvents,
    ...withholdingEvents,
    ...lifecycleEvents,
  },
}).rules({
  evolve: {
    ...registrationFolds,
    ...credentialFolds,
    ...profileFolds,
    ...sanctionFolds,
    ...withholdingFolds,
    ...lifecycleFolds,
  },
  decide: {
    ...registrationRules,
    ...credentialRules,
    ...profileRules,
    ...sanctionRules,
    ...withholdingRules,
    ...lifecycleRules,
  },
});
