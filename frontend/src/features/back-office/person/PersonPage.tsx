import { useQuery } from '@tanstack/react-query';
import { Link, useCanGoBack, useParams, useRouter } from '@tanstack/react-router';
import { isNotFound, messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { AdminPerson, ManagedUser, PersonRecord } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { decisionReasons, isReason } from '../../../api/reasons.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { formatMinute, formatShortDate } from '../../../lib/dates.ts';
import { formatDuration } from '../../../lib/durations.ts';
import { useNow } from '../../../lib/use-now.ts';
import { counted, DELETED_ACCOUNT, shownName } from '../../../lib/wording.ts';
import { type Act, acted, pathOf } from '../acts/act.ts';
import { askNote, undoing } from '../acts/ask.tsx';
import { partsOf, profileParts } from '../acts/withhold.tsx';
import { MaskedEmail } from '../acts/MaskedEmail.tsx';
import { ActButtons, useActs } from '../acts/use-acts.tsx';
import { AsItWas, TrailLink } from '../entity-links/EntityLinks.tsx';
import { BackLink, Facts, rowButton } from '../layout/page.tsx';
import { excludingOf } from '../rating-fraud/exclude.tsx';
import { signalNames } from '../rating-fraud/raters.tsx';
import { standingNames } from '../review/queue.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { Notes } from '../table/table.tsx';
import { Appeals, Part, Payments, PersonLists, useLists } from './lists.tsx';
import { personActs } from './person-acts.tsx';
import { PersonTags } from './PersonTags.tsx';

/** Leads to where the admin came from, with its filters and its place; to all people on a page that was opened directly. */
function Back() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <BackLink
      to="/rtm-sys/users"
      onClick={(event) => {
        const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
        if (!canGoBack || !isPlain) return;
        event.preventDefault();
        router.history.back();
      }}
    >
      {canGoBack ? 'Back' : 'Users'}
    </BackLink>
  );
}

/** The name that the person is shown under. */
function nameIn({ account }: AdminPerson): string {
  return account ? shownName(account) : DELETED_ACCOUNT;
}

/** The acts on the person that the admin's role allows. */
function Acts({ person: { id, mayAct, account, record } }: { person: AdminPerson }) {
  const { begin, dialogs } = useActs<ManagedUser>('user');
  const ratings = useActs<string | null>('rating');
  if (!account) return null;
  if (!mayAct) {
    return (
      <Notice look="calm">
        This is your own account, or one that is linked with your login: another admin acts on it.
      </Notice>
    );
  }
  const excluding = { ...excludingOf(id), name: 'Exclude Ratings', action: 'Exclude' };
  return (
    <div className="flex flex-wrap gap-1.5">
      <ActButtons acts={personActs} row={account} begin={begin} className={rowButton} />
      {record?.rater.excludedBy === null && record.rater.ratings > 0 && (
        <ActButtons acts={[excluding]} row={null} begin={ratings.begin} className={rowButton} />
      )}
      {dialogs}
      {ratings.dialogs}
    </div>
  );
}

/** What is known of the account, what can be done to it, and what else there is about it. */
function Account({ person }: { person: AdminPerson }) {
  const { id, registeredAt, account, record } = person;
  const name = nameIn(person);
  const standing = record?.standing;
  const now = useNow('minute');
  return (
    <>
      <p className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-[0.9375rem]">
        {account && (
          <span className="flex flex-wrap gap-1.5 empty:hidden">
            {standing && (
              <Tag look={standing.level === 'under strikes' ? 'danger' : 'plain'}>
                {`Standing: ${standingNames[standing.level].toLowerCase()}`}
              </Tag>
            )}
            <PersonTags user={account} />
            {account.login && !account.login.isDismissed && (
              <Tag look="attention">{`Login: ${account.login.role}`}</Tag>
            )}
            {account.strikes > 0 && <Tag look="danger">{counted(account.strikes, 'strike')}</Tag>}
            {!account.emailVerified && <Tag>Not verified</Tag>}
          </span>
        )}
        <span>
          Registered {formatShortDate(registeredAt)}{' '}
          <span className="text-soft">({formatDuration(now - Date.parse(registeredAt))} ago)</span>
        </span>
        {account && <MaskedEmail holder="person" id={id} masked={account.email} name={name} />}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <Acts person={person} />
        <TrailLink isWide subject={{ kind: 'person', id }} name={name} />
        <AsItWas kind="person" id={id} />
        {account && (
          <Link to="/user/$userId" params={{ userId: id }} className="text-link text-sm">
            Public profile
          </Link>
        )}
      </div>
    </>
  );
}

/** What the person set, also what is withheld of it. */
function Profile({ account }: { account: ManagedUser }) {
  const parts = partsOf(account);
  return (
    <Part title="Profile">
      {parts.length > 0 && (
        <Facts
          facts={parts.map(([part, value, isWithheld]) => [
            profileParts[part],
            <div key={part} className="whitespace-pre-line">
              {value} {isWithheld && <Tag look="danger">Withheld</Tag>}
            </div>,
          ])}
        />
      )}
    </Part>
  );
}

function StandingPart({ standing }: { standing: NonNullable<PersonRecord['standing']> }) {
  const { level, why, verifiedAt, publicPosts, decisions } = standing;
  return (
    <Part title={`Standing: ${standingNames[level].toLowerCase()}`}>
      <p className="text-soft">{why}.</p>
      <div className="mt-1.5">
        <Facts
          facts={[
            ['Verified', verifiedAt === null ? 'No' : formatShortDate(verifiedAt)],
            ['Public posts', publicPosts],
            ['Decisions against', decisions.length],
          ]}
        />
        <ul className="text-soft">
          {decisions.map(({ id, name, reason, createdAt }) => (
            <li key={id}>
              <span className="text-ink">{name}</span>
              {isReason(reason) && `, ${decisionReasons[reason]}`}, <RelativeTime iso={createdAt} />
            </li>
          ))}
        </ul>
      </div>
    </Part>
  );
}

/** When a suspension without an end ends. */
const ENDS = { dispute: 'the dispute is decided', moderation: 'an admin restores them' } as const;

const STEPS = { warning: 'A warning', week: 'Seven days', permanent: 'Without an end' } as const;

/** Strikes, and the suspensions that are no part of one, each with its undo. */
function Sanctions({ record, mayAct }: { record: PersonRecord; mayAct: boolean }) {
  const { begin, dialogs } = useActs<{ id: string; text: string }>('act');
  const undo = {
    ...undoing<{ id: string; text: string }>(({ id }) => id, {
      name: 'Undo',
      label: ({ text }) => `Undo: ${text}`,
      about: 'Admins see the reason in the list of acts.',
    }),
    role: 'owner',
  } satisfies Act<{ id: string; text: string }>;
  const { strikes, suspensions } = record;
  const isStrike = (id: string): boolean => strikes.some(({ actId }) => actId === id);
  const rows = [
    ...suspensions.map(({ suspensionId, cause, reason, note, endsAt, hidesPosts }) => ({
      id: suspensionId,
      text: `Suspended until ${endsAt === null ? ENDS[cause] : formatMinute(endsAt)}`,
      about: [
        note ? `${reason}: “${note}”` : reason,
        hidesPosts && 'with all posts hidden',
        isStrike(suspensionId) && 'by a strike',
      ]
        .filter(Boolean)
        .join(', '),
      canUndo: cause === 'moderation' && !isStrike(suspensionId),
    })),
    ...strikes.map(({ actId, step }, index) => ({
      id: actId,
      text: `Strike ${index + 1}`,
      about: STEPS[step],
      canUndo: true,
    })),
  ];
  return (
    <>
      <Part title="Suspensions and Strikes" count={rows.length}>
        {rows.length > 0 && (
          <ul className="divide-y divide-rule">
            {rows.map(({ canUndo, about, ...row }) => (
              <li key={row.id + row.text} className="flex items-center justify-between gap-3 py-1.5">
                <p className="min-w-0 [overflow-wrap:anywhere]">
                  <span className="font-semibold">{row.text}</span>
                  <span className="block text-soft">{about}</span>
                </p>
                {canUndo && mayAct && (
                  <ActButtons acts={[undo]} row={row} begin={begin} className={rowButton} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Part>
      {dialogs}
    </>
  );
}

const addNote: Act<{ id: string }> = {
  name: 'Add a Note',
  action: 'Add',
  failure: () => ['Failed to add the note'],
  title: () => 'Add a Note',
  about: 'Only admins see it.',
  ask: askNote((person, text) =>
    acted(api.POST('/api/rtm-sys/users/{id}/notes', { ...pathOf(person), body: { text } }), {
      title: 'Note added',
    }),
  ),
};

function NotesPart({
  person: { id, account, mayAct },
  notes,
}: {
  person: AdminPerson;
  notes: PersonRecord['notes'];
}) {
  const { begin, dialogs } = useActs<{ id: string }>('note');
  return (
    <>
      <Part
        title="Notes"
        count={notes.length}
        beside={
          account &&
          mayAct && (
            <Button look="secondary" className={rowButton} onClick={() => begin(addNote, [{ id }])}>
              Add a Note…
            </Button>
          )
        }
      >
        {notes.length > 0 && (
          <Notes of={notes.toReversed().map(({ at, adminName, text }) => ({ at, by: adminName, text }))} />
        )}
      </Part>
      {dialogs}
    </>
  );
}

function Refusals({ record: { refusals, uploadsBlockedUntil } }: { record: PersonRecord }) {
  return (
    <Part
      title="Refused Uploads"
      count={refusals?.length ?? 0}
      otherwise={refusals ? 'None' : 'Not available at the moment'}
    >
      {refusals && refusals.length > 0 && (
        <>
          {uploadsBlockedUntil !== null && (
            <p className="font-semibold text-danger">
              Uploads are blocked until {formatMinute(uploadsBlockedUntil)}
            </p>
          )}
          <ul className="divide-y divide-rule">
            {refusals.map(({ at, reasons }) => (
              <li key={at} className="flex flex-wrap justify-between gap-x-3 py-1.5">
                <span>{reasons.join(', ')}</span>
                <RelativeTime iso={at} className="text-soft" />
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

/** How they rate, where that looks as if it were meant to move the board. */
function Ratings({
  id,
  rater: { signals, ratings, excludedBy },
}: {
  id: string;
  rater: PersonRecord['rater'];
}) {
  const isSuspicious = signals.length > 0 || excludedBy !== null;
  return (
    <Part
      title="Ratings"
      count={ratings}
      otherwise={ratings === 0 ? 'None' : 'No signal'}
      beside={
        isSuspicious && (
          <Link to="/rtm-sys/rater/$id" params={{ id }} className="text-link">
            Evidence
          </Link>
        )
      }
    >
      {isSuspicious && (
        <p className="flex flex-wrap gap-1.5 py-1">
          {excludedBy !== null && <Tag look="danger">All ratings excluded</Tag>}
          {signals.map((signal) => (
            <Tag key={signal} look="attention">
              {signalNames[signal]}
            </Tag>
          ))}
        </p>
      )}
    </Part>
  );
}

function Waiting() {
  return (
    <div role="status" className="mt-5 h-[70vh] animate-breathe rounded-control bg-rule">
      <span className="sr-only">Loading what is known of the person…</span>
    </div>
  );
}

export function PersonPage() {
  const { id } = useParams({ from: '/rtm-sys/user/$id' });
  const { data: admin } = useQuery(adminQuery);
  const { data: person, error } = useQuery({
    queryKey: queryKeys.backOffice.person(id),
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/users/{id}', pathOf({ id }))),
    refetchOnMount: 'always',
  });
  const seesPayments = admin ? admin.role !== 'moderator' : false;
  const isReady = useLists(person, seesPayments);
  const account = person?.account;
  const isMissing = isNotFound(error);
  const payments = seesPayments && <Payments userId={id} />;
  return (
    <div className="max-w-wide">
      <Back />
      {/* One heading from the start: the focus is on it. */}
      <h1 tabIndex={-1} className="text-3xl leading-tight">
        <WrappedName>{person ? nameIn(person) : isMissing ? 'User not found' : 'Person'}</WrappedName>
      </h1>
      {account?.displayUsername && (
        <p className="text-soft" translate="no">
          {account.anonymousUsername}
        </p>
      )}
      {person && <Account person={person} />}
      {!person && error && !isMissing && (
        <Notice look="danger">{messageOf(error, 'The person could not be loaded.')}</Notice>
      )}
      {person && !isReady && <Waiting />}
      {isReady && !person?.record && <div className="mt-5">{payments}</div>}
      {isReady && person?.record && (
        <div className="mt-5 grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
          <div className="space-y-5">
            {account && <Profile account={account} />}
            {person.record.standing && <StandingPart standing={person.record.standing} />}
            <Sanctions record={person.record} mayAct={person.mayAct} />
            <NotesPart person={person} notes={person.record.notes} />
            <Refusals record={person.record} />
            <Ratings id={id} rater={person.record.rater} />
            <Appeals id={id} counts={person.record.counts} />
            {payments}
          </div>
          <div className="space-y-5">
            <PersonLists id={id} counts={person.record.counts} />
          </div>
        </div>
      )}
    </div>
  );
}
