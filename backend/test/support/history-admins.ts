import { type Act, type Teller, event } from './history-teller.js';

/** What admins do with their logins, their roles and the block list. */
export function adminActs({ known, hex, uuid, random, pick, chapter }: Teller): readonly Act[] {
  const { admins } = known;
  const roles = 'adminRoles-all';

  function* create() {
    if (random() < 0.9) return;
    const adminId = hex(64);
    admins.push(adminId);
    yield chapter(
      `admin-${adminId}`,
      event('AdminCreated', {
        adminId,
        username: `admin${admins.length}`,
        email: `${hex(8)}@example.org`,
        passwordHash: hex(80),
      }),
    );
    yield chapter(
      roles,
      event('AdminAppointed', { adminId, role: 'moderator', accountId: null, invitationId: null }),
    );
  }
  function* signIn() {
    const adminId = random() < 0.1 ? pick(admins) : undefined;
    if (!adminId) return;
    const step = 60_000_000;
    yield chapter(
      `admin-${adminId}`,
      event('TotpEnrolled', { adminId, secret: hex(32), recoveryHashes: [hex(64)], step }),
      event('AdminSignedIn', { adminId, factor: { kind: 'totp', step: step + 1 } }),
      event('AdminPasswordChanged', { adminId, passwordHash: hex(80) }),
      event('AdminPasswordHashRenewed', { adminId, passwordHash: hex(80) }),
      event('AdminSignedInOnNewDevice', { adminId, device: 'Firefox on Linux' }),
      ...(random() < 0.5 ? [event('TotpRemoved', { adminId })] : []),
      ...(random() < 0.5
        ? [event('AdminReset', { adminId, tokenHash: hex(64), expiresAt: '2026-11-22T12:00:00.000Z' })]
        : []),
    );
    yield* passkey(adminId);
  }
  function* passkey(adminId: string) {
    const passkeyId = uuid();
    const factor = { kind: 'none' } as const;
    yield chapter(
      `admin-${adminId}`,
      event('PasskeyAdded', {
        adminId,
        passkeyId,
        name: `key ${hex(4)}`,
        credentialId: hex(32),
        publicKey: hex(64),
        transports: ['internal'],
        counter: 1,
        factor,
      }),
      event('AdminSignedInWithPasskey', { adminId, passkeyId, counter: 2 }),
      ...(random() < 0.5 ? [event('PasskeyRemoved', { adminId, passkeyId, factor })] : []),
    );
  }
  function* change() {
    const adminId = random() < 0.1 ? pick(admins) : undefined;
    if (!adminId) return;
    const reason = 'a test';
    const accountId = uuid();
    yield chapter(
      roles,
      event('AdminRoleChanged', { adminId, role: 'finance', reason }),
      event('AdminDismissed', { adminId, reason }),
      event('AccountLinked', { adminId, accountId }),
      event('AccountUnlinked', { adminId, accountId, reason }),
      ...(random() < 0.7 ? [event('AdminReinstated', { adminId, role: 'finance' as const, reason })] : []),
    );
    if (random() < 0.1) yield chapter(`admin-${adminId}`, event('AdminErased', { adminId }));
  }
  function* block() {
    const adminId = random() < 0.3 ? pick(admins) : undefined;
    if (!adminId) return;
    const imageHash = hex(64);
    const [removal, lifting] = [uuid(), uuid()];
    yield chapter(
      `blockedPicture-${imageHash}`,
      event('PictureBlocked', {
        imageHash,
        perceptualHash: hex(16),
        postId: uuid(),
        actId: removal,
        reason: 'spam',
      }),
      event('PictureBlockExplained', { imageHash, adminId, note: 'a logo' }),
      event('PictureUnblocked', { imageHash, actId: lifting, adminId, reason: 'other', note: 'a mistake' }),
      random() < 0.7
        ? event('PictureUnblockingUndone', {
            imageHash,
            actId: lifting,
            adminId,
            isBlocked: true,
            because: 'the same',
          })
        : event('PictureBlockUndone', { imageHash, actId: removal, isBlocked: false }),
    );
  }
  function* look() {
    const adminId = random() < 0.1 ? pick(admins) : undefined;
    if (!adminId) return;
    const [one, other] = [uuid(), uuid()];
    yield chapter(
      `disclosure-${one}`,
      event('EmailDisclosed', { actId: one, holder: 'account', subjectId: uuid() }),
    );
    if (other >= 'c') {
      const operation = {
        operationId: other,
        operation: 'rebuildView',
        target: 'names',
        reason: 'a test',
      } as const;
      yield chapter(`operation-${other}`, event('OperationRequested', operation));
      return;
    }
    const isList = other < '6';
    yield chapter(
      `disclosure-${other}`,
      isList
        ? event('EmailsDisclosed', { actId: other, list: 'users' })
        : event('EventDisclosed', {
            actId: other,
            eventId: one,
            type: 'CommentPosted',
            holder: 'admin',
            subjectId: adminId,
          }),
    );
  }
  function* invite() {
    const by = random() < 0.1 ? pick(admins) : undefined;
    if (!by) return;
    const invitationId = hex(32);
    yield chapter(
      roles,
      event('AdminInvited', {
        invitationId,
        role: 'finance',
        accountId: null,
        email: `${hex(8)}@example.org`,
        by,
        tokenHash: hex(64),
        expiresAt: '2026-11-22T12:00:00.000Z',
      }),
      ...(random() < 0.5 ? [event('InvitationAccepted', { invitationId, adminId: hex(64) })] : []),
      random() < 0.5
        ? event('InvitationConfirmed', { invitationId })
        : event('InvitationWithdrawn', { invitationId }),
    );
  }
  function* propose() {
    const by = random() < 0.1 ? pick(admins) : undefined;
    if (!by) return;
    const [proposalId, other] = [uuid(), uuid()];
    const asked = {
      act: 'dismissOwner' as const,
      subjectId: by,
      role: null,
      refund: null,
      email: null,
      by,
      reason: null,
      note: 'a test',
      dueAt: '2026-11-22T12:00:00.000Z',
      isDelayed: false,
    };
    yield chapter(
      `proposal-${proposalId}`,
      event('ActProposed', { proposalId, ...asked }),
      event('ActRescheduled', { proposalId, isDelayed: true, dueAt: '2026-11-23T12:00:00.000Z' }),
      event('ActConfirmed', { proposalId, by }),
      random() < 0.5
        ? event('ActCarriedOut', { proposalId })
        : event('ActFailed', { proposalId, problem: 'a test' }),
    );
    yield chapter(
      `proposal-${other}`,
      event('ActProposed', { proposalId: other, ...asked }),
      random() < 0.5
        ? event('ActWithdrawn', { proposalId: other, by })
        : event('ActLapsed', { proposalId: other }),
    );
  }
  function* ownAct() {
    const adminId = random() < 0.1 ? pick(admins) : undefined;
    const post = pick(known.posts);
    if (!adminId || !post) return;
    const { postId: subjectId, ownerId } = post;
    const actId = uuid();
    const act = {
      subjectId,
      actId,
      kind: 'PostApproved',
      isUndo: false,
      ownerId,
      adminId,
      reason: null,
      note: 'mine',
    };
    const asked = { ...act, concerned: [ownerId], dueAt: '2026-11-22T12:00:00.000Z' };
    yield chapter(
      `ownAct-${subjectId}`,
      event('OwnActAsked', asked),
      event('OwnActWithdrawn', { subjectId, actId, by: adminId }),
      event('OwnActAsked', asked),
      random() < 0.5 ? event('OwnActDue', act) : event('OwnActLapsed', { subjectId, actId }),
    );
  }
  return [create, signIn, change, block, look, invite, propose, ownAct];
}
