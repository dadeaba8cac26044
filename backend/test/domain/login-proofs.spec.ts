import { Admin } from '../../src/domain/admin/admin.js';
import type { ProvenFactor } from '../../src/domain/admin/admin-state.js';
import type { Proof } from '../../src/domain/admin/proof.js';
import { type Command, Rejected, decide, evolveAll } from '../../src/kernel/aggregate.js';

const at = '2026-11-21T12:00:00.000Z';
const created = {
  type: 'AdminCreated',
  data: { adminId: 'a1', username: 'mo', email: null, passwordHash: 'hash' },
} as const;
const enrolment = { adminId: 'a1', secret: 'SECRET', recoveryHashes: ['r1', 'r2'], step: 100 };
const enrolled = { type: 'TotpEnrolled', data: enrolment } as const;
const disconnected = { type: 'TotpRemoved', data: { adminId: 'a1' } } as const;
const changed = { type: 'AdminPasswordChanged', data: { adminId: 'a1', passwordHash: 'hash' } } as const;
const reset = { type: 'AdminReset', data: { adminId: 'a1', tokenHash: 'token', expiresAt: at } } as const;
const added = (id: string) =>
  ({
    type: 'PasskeyAdded',
    data: {
      adminId: 'a1',
      passkeyId: id,
      name: id,
      credentialId: id,
      publicKey: id,
      transports: [],
      counter: 0,
      factor: { kind: 'none' },
    },
  }) as const;
const keyRemoved = (id: string) =>
  ({
    type: 'PasskeyRemoved',
    data: { adminId: 'a1', passkeyId: id, factor: { kind: 'passkey', passkeyId: id } },
  }) as const;

/** Each change of an own login, and the id of the passkey that it needs there. */
const CHANGES = {
  password: (proof: Proof) =>
    Admin.ChangeAdminPassword({ adminId: 'a1', currentHash: 'hash', passwordHash: 'new', proof }),
  newApp: (proof: Proof) => Admin.EnrolTotp({ ...enrolment, secret: 'OTHER', proof }),
  disconnect: (proof: Proof) => Admin.RemoveTotp({ adminId: 'a1', proof, isRequired: false }),
  addKey: (proof: Proof) => {
    const { factor: _, ...data } = added('k2').data;
    return Admin.AddPasskey({ ...data, proof });
  },
  removeKey: (proof: Proof) =>
    Admin.RemovePasskey({ adminId: 'a1', passkeyId: 'k1', proof, isRequired: false }),
};
type Change = keyof typeof CHANGES;

const LOGINS = {
  none: [created],
  app: [created, enrolled],
  passkey: [created, added('k1')],
  both: [created, enrolled, added('k1')],
} as const;

const FACTORS = {
  password: { kind: 'none' },
  code: { kind: 'totp', step: 101 },
  recovery: { kind: 'recovery', codeHash: 'r1' },
  passkey: { kind: 'passkey', passkeyId: 'k1' },
} as const satisfies Record<string, ProvenFactor>;

/** Whether a change with a proof is made (yes), refused (no), or does nothing as there is nothing to remove (-). */
const EXPECTED = `
  login    proof      password  newApp  disconnect  addKey  removeKey
  none     password   yes       yes     -           yes     -
  none     code       no        no      -           no      -
  none     recovery   no        no      -           no      -
  none     passkey    no        no      -           no      -
  app      password   no        no      no          no      -
  app      code       yes       yes     yes         yes     -
  app      recovery   no        yes     no          no      -
  app      passkey    no        no      no          no      -
  passkey  password   no        no      -           no      no
  passkey  code       no        no      -           no      no
  passkey  recovery   no        no      -           no      no
  passkey  passkey    yes       yes     -           yes     yes
  both     password   no        no      no          no      no
  both     code       yes       yes     yes         yes     yes
  both     recovery   no        yes     no          no      no
  both     passkey    yes       yes     yes         yes     yes
`;

const [head = [], ...rows] = EXPECTED.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const cells = rows.flatMap(([login = '', proof = '', ...row]) =>
  row.map((expected, index) => [expected, login, proof, head[index + 2]] as const),
) as readonly (readonly [string, keyof typeof LOGINS, keyof typeof FACTORS, Change])[];

type Story = readonly { readonly type: string; readonly data: object }[];
const stateAfter = (story: Story) =>
  evolveAll(
    Admin,
    Admin.initial,
    story.map((event) => ({ ...event, metadata: { at } })),
  ) as typeof Admin.initial;
/** A proof of the login as it is after these events. */
const shown = (factor: ProvenFactor, story: Story): Proof => ({
  factor,
  changes: stateAfter(story).changes,
});
const outcomeOf = (story: Story, command: Command<object>) => {
  try {
    return decide(Admin, command, stateAfter(story)).length > 0 ? 'yes' : '-';
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    expect([error.refusal, error.message]).toEqual([
      'forbidden',
      'Please show once more who you are, and try again.',
    ]);
    return 'no';
  }
};

describe('a change of an own login', () => {
  it('has a cell for every login, proof and change', () => {
    expect(cells).toHaveLength(4 * 4 * Object.keys(CHANGES).length);
  });

  it.each(cells)('is made: %s, for a login with %s, proven by %s: %s', (expected, login, proof, change) => {
    const story = LOGINS[login];
    expect(outcomeOf(story, CHANGES[change](shown(FACTORS[proof], story)))).toBe(expected);
  });
});

describe('a proof is compared with the login as it is at the decision', () => {
  it.each<[string, Change, ProvenFactor, Story, Story]>([
    ['a password, once an app is connected', 'addKey', FACTORS.password, [created], [enrolled]],
    ['a password, once a passkey is added', 'newApp', FACTORS.password, [created], [added('k1')]],
    ['a password, once it has changed', 'newApp', FACTORS.password, [created], [changed]],
    ['a password, once the login was reset', 'newApp', FACTORS.password, [created], [reset, changed]],
    ['a code of an app that was replaced', 'addKey', FACTORS.code, LOGINS.app, [enrolled]],
    ['a code of an app that is gone', 'addKey', FACTORS.code, LOGINS.app, [disconnected]],
    ['a code beside a password that changed', 'addKey', FACTORS.code, LOGINS.app, [changed]],
    ['a recovery code of an app that was replaced', 'newApp', FACTORS.recovery, LOGINS.app, [enrolled]],
    ['a passkey that was removed', 'newApp', FACTORS.passkey, LOGINS.both, [keyRemoved('k1')]],
    ['a passkey of a login that was reset', 'newApp', FACTORS.passkey, LOGINS.both, [reset, changed]],
  ])('and refused: %s', (_, change, factor, before, since) => {
    const command = CHANGES[change](shown(factor, before));
    expect(outcomeOf(before, command)).toBe('yes');
    expect(outcomeOf([...before, ...since], command)).toBe('no');
  });

  it('and a passkey goes on to prove what its admin changes one after the other', () => {
    const command = CHANGES.disconnect(shown(FACTORS.passkey, LOGINS.both));
    expect(outcomeOf([...LOGINS.both, enrolled], command)).toBe('yes');
  });
});
