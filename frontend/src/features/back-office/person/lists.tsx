import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import type {
  AdminAppeal,
  AdminComment,
  AdminPerson,
  AdminPost,
  AdminReport,
  PersonRecord,
} from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { Notice } from '../../../components/Notice.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { formatMoney } from '../../../lib/money.ts';
import { isRated } from '../../../lib/scores.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { ActHistory } from '../acts/ActHistory.tsx';
import { decisionName, outcomes } from '../appeals.tsx';
import { PersonLink } from '../entity-links/EntityLinks.tsx';
import type { Page } from '../entity-links/entity-pages.ts';
import { boughtIn, paymentState } from '../payments/payments.tsx';
import { status as postStatus } from '../posts/posts.tsx';
import { status as reportStatus } from '../reports.tsx';
import { LockedPicture, Picture } from '../pictures/Picture.tsx';
import { type ListName, readRows, type RowOf } from '../table/table.tsx';

interface PartProps {
  title: string;
  /** How many there are; undefined where that is not known. */
  count?: number;
  /** What stands beside the title, such as the way to all of them. */
  beside?: ReactNode;
  /** Nothing makes the part one line. */
  children?: ReactNode;
  /** What that line says. */
  otherwise?: string;
}

/** A part of the page of a person. */
export function Part({ title, count, beside, children, otherwise = 'None' }: PartProps) {
  const id = useId();
  const isEmpty = children === undefined || children === null || children === false;
  return (
    <section aria-labelledby={id} className="border-t border-rule pt-2.5">
      <div className="flex min-h-8 flex-wrap items-baseline gap-x-2.5">
        <h2 id={id} className="text-lg leading-snug">
          {title}
        </h2>
        {count !== undefined && count > 0 && <span className="text-soft">{formatWhole(count)}</span>}
        {isEmpty && <span className="text-[0.9375rem] text-soft">{otherwise}</span>}
        {beside !== undefined && <span className="ml-auto text-[0.9375rem]">{beside}</span>}
      </div>
      {!isEmpty && <div className="mt-1 text-[0.9375rem] leading-snug">{children}</div>}
    </section>
  );
}

function NotLoaded({ error }: { error: unknown }) {
  return <Notice look="danger">{messageOf(error, 'This list could not be loaded.')}</Notice>;
}

/** Leads to the whole of a list. */
function AllLink({ of, page }: { of: string; page: Page }) {
  return (
    <Link {...page} className="text-link">
      All<span className="sr-only">: {of}</span>
    </Link>
  );
}

interface List<Name extends ListName> {
  title: string;
  /** The filter that chooses what is about one person. */
  by: 'owner' | 'author' | 'reporter';
  /** How many are shown here. */
  limit: number;
  /** The page that has all of them. */
  to: LinkProps['to'];
  look: string;
  Row: ComponentType<{ row: RowOf<Name> }>;
}

interface ListPartProps<Name extends ListName> {
  name: Name;
  of: List<Name>;
  id: string;
  count: number;
}

const keyOf = (row: unknown): string => (row as { id: string }).id;

/** The rows of a list about one person; those of none are not asked for. */
function rowsOf<Name extends ListName>(name: Name, query: Record<string, string>, isEmpty = false) {
  return queryOptions({
    queryKey: queryKeys.backOffice.list(name, query),
    queryFn: () => readRows(name, query),
    enabled: !isEmpty,
    refetchOnMount: 'always',
  });
}

const rowsIn = <Name extends ListName>({ name, of: { by, limit }, id, count }: ListPartProps<Name>) =>
  rowsOf(name, { [by]: id, limit: String(limit) }, count === 0);

/** The newest rows of a list about the person. */
function ListPart<Name extends ListName>(props: ListPartProps<Name>) {
  const { of, id, count } = props;
  const { title, by, limit, to, look, Row } = of;
  const { data, error } = useQuery(rowsIn(props));
  return (
    <Part
      title={title}
      count={count}
      beside={count > limit && <AllLink of={title} page={{ to, search: { [by]: id } }} />}
    >
      {count > 0 &&
        (error ? (
          <NotLoaded error={error} />
        ) : (
          <ul className={look}>
            {data?.rows.map((row) => (
              <li key={keyOf(row)}>
                <Row row={row} />
              </li>
            ))}
          </ul>
        ))}
    </Part>
  );
}

const lines = 'divide-y divide-rule';

/** From so many characters on, a text may take more than two lines. */
const LONG = 90;

interface TextRowProps {
  text: string | null;
  /** What stands in place of a text that is gone. */
  otherwise: string;
  children: ReactNode;
}

/** Two lines of a text, which can be opened, and what is known of it. */
function TextRow({ text, otherwise, children }: TextRowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="py-1.5">
      <p dir="auto" className={`[overflow-wrap:anywhere] ${isOpen ? 'whitespace-pre-line' : 'line-clamp-2'}`}>
        {text ?? <span className="text-soft">{otherwise}</span>}
      </p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-sm text-soft">
        {children}
        {text !== null && text.length > LONG && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="min-h-6 text-link"
          >
            {isOpen ? 'Less' : 'More'}
          </button>
        )}
      </p>
    </div>
  );
}

function PostOf({ postId }: { postId: string }) {
  return (
    <Link to="/rtm-sys/post/$id" params={{ id: postId }} className="inline-block min-h-6 text-link">
      Post
    </Link>
  );
}

const MOST_POSTS = 12;
const MOST_ROWS = 6;
const MOST_ACTS = 20;

function PostRow({ row: post }: { row: AdminPost }) {
  const { id, imageUrl, thumbhash, status, openReports } = post;
  const isReported = openReports > 0;
  const rating = isRated(post) ? post.averageRating : null;
  /** Most posts are approved, so only others say what they are. */
  const isPlain = status === 'approved' && rating !== null && !isReported;
  return (
    <div className="min-h-30">
      {status === 'escalated' ? (
        <LockedPicture className="size-22" />
      ) : (
        <Picture
          imageUrl={imageUrl}
          thumbhash={thumbhash}
          alt=""
          of={`the post of ${formatMinute(post.createdAt)}`}
          sizes="88px"
          className="size-22"
        />
      )}
      <Link
        to="/rtm-sys/post/$id"
        params={{ id }}
        className={`mt-1 block min-h-6 truncate text-sm hover:text-accent hover:underline ${isReported ? 'font-semibold text-danger' : ''}`}
      >
        <span className="sr-only">Open the post: </span>
        {isReported && 'Reported'}
        {!isReported && (
          <span className={isPlain ? 'sr-only' : ''}>{postStatus.names[status].replace(' Review', '')}</span>
        )}
        {rating !== null && <span>{`${isPlain ? '' : ' · '}${rating}`}</span>}
      </Link>
    </div>
  );
}

const posts: List<'posts'> = {
  title: 'Posts',
  by: 'owner',
  limit: MOST_POSTS,
  to: '/rtm-sys/posts',
  look: 'grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-x-2.5 gap-y-2',
  Row: PostRow,
};

function CommentRow({ row: { id, postId, text, isHidden, reason, createdAt } }: { row: AdminComment }) {
  return (
    <TextRow text={text} otherwise="The text is deleted.">
      <RelativeTime iso={createdAt} />
      {isHidden && <Tag look="danger">Hidden</Tag>}
      {isHidden && reason !== null && <span>{decisionReasons[reason]}</span>}
      <PostOf postId={postId} />
      <Link to="/rtm-sys/comments" search={{ id }} className="inline-block min-h-6 text-link">
        In the list
      </Link>
    </TextRow>
  );
}

const comments: List<'comments'> = {
  title: 'Comments',
  by: 'author',
  limit: MOST_ROWS,
  to: '/rtm-sys/comments',
  look: lines,
  Row: CommentRow,
};

function ReportRow({ row, children }: { row: AdminReport; children: ReactNode }) {
  const { subject, reason, status, category, createdAt, postId } = row;
  return (
    <TextRow text={reason} otherwise="The reporter is deleted.">
      {reportStatus.tag(status)}
      <span>{decisionReasons[category]}</span>
      <RelativeTime iso={createdAt} />
      <span>{children}</span>
      {subject !== 'post' && <span className="capitalize">{subject}</span>}
      {postId !== null && <PostOf postId={postId} />}
    </TextRow>
  );
}

function ReceivedRow({ row }: { row: AdminReport }) {
  return (
    <ReportRow row={row}>
      by <PersonLink id={row.userId} name={row.username} />
    </ReportRow>
  );
}

function MadeRow({ row }: { row: AdminReport }) {
  return (
    <ReportRow row={row}>
      about <PersonLink id={row.ownerId} name={row.ownerName} />
    </ReportRow>
  );
}

const received: List<'reports'> = {
  title: 'Reports Received',
  by: 'owner',
  limit: MOST_ROWS,
  to: '/rtm-sys/reports',
  look: lines,
  Row: ReceivedRow,
};

const made: List<'reports'> = { ...received, title: 'Reports Made', by: 'reporter', Row: MadeRow };

function AppealRow({ row: appeal }: { row: AdminAppeal }) {
  return (
    <p className="flex min-h-9 flex-wrap items-center gap-x-2.5 py-1">
      <Link to="/rtm-sys/appeal/$id" params={{ id: appeal.id }} className="text-link">
        {decisionName(appeal)}
      </Link>
      {outcomes.tag(appeal.outcome)}
      <RelativeTime iso={appeal.filedAt} className="ml-auto text-sm text-soft" />
    </p>
  );
}

const appeals: List<'appeals'> = {
  title: 'Appeals',
  by: 'owner',
  limit: MOST_ROWS,
  to: '/rtm-sys/appeals',
  look: lines,
  Row: AppealRow,
};

const actsOf = (id: string, count: number) =>
  rowsOf('acts', { owner: id, limit: String(MOST_ACTS) }, count === 0);

/** What admins did to the person and to what is theirs, and undoing it. */
function Decisions({ id, count }: { id: string; count: number }) {
  const { data, error } = useQuery(actsOf(id, count));
  return (
    <Part
      title="Decisions"
      count={count}
      beside={
        count > MOST_ACTS && (
          <AllLink
            of="Decisions"
            page={{ to: '/rtm-sys/audit', search: { subject: `person:${id}`, tab: 'moderation' } }}
          />
        )
      }
    >
      {count > 0 &&
        (error ? <NotLoaded error={error} /> : <ActHistory acts={data?.rows ?? []} hasSubjects />)}
    </Part>
  );
}

const MOST_PAYMENTS = 10;

const paymentsOf = (userId: string, isHidden: boolean) =>
  rowsOf('payments', { userId, limit: String(MOST_PAYMENTS) }, isHidden);

/** Their payments, for those who see payments. */
export function Payments({ userId }: { userId: string }) {
  const { data, error } = useQuery(paymentsOf(userId, false));
  const total = Number(data?.total?.replace('+', '') ?? 0);
  return (
    <Part
      title="Payments"
      count={total}
      beside={
        total > MOST_PAYMENTS && (
          <AllLink of="Payments" page={{ to: '/rtm-sys/payments', search: { userId } }} />
        )
      }
    >
      {error ? (
        <NotLoaded error={error} />
      ) : (
        total > 0 && (
          <ul className={lines}>
            {data?.rows.map((payment) => (
              <li key={payment.id} className="flex min-h-9 flex-wrap items-center gap-x-2.5 py-1">
                <Link to="/rtm-sys/payment/$id" params={{ id: payment.id }} className="text-link">
                  {boughtIn(payment)}, {formatMoney(payment.price)}
                </Link>
                {paymentState.tag(payment.state)}
                <RelativeTime iso={payment.startedAt} className="ml-auto text-sm text-soft" />
              </li>
            ))}
          </ul>
        )
      )}
    </Part>
  );
}

interface ListsProps {
  id: string;
  counts: PersonRecord['counts'];
}

const noCounts = { posts: 0, comments: 0, reportsMade: 0, reportsReceived: 0, appeals: 0, acts: 0 };

/** The parts of the lists of one person, in their order. */
const listsOf = (id: string, counts: PersonRecord['counts']) => ({
  posts: { name: 'posts', of: posts, id, count: counts.posts } as const,
  received: { name: 'reports', of: received, id, count: counts.reportsReceived } as const,
  comments: { name: 'comments', of: comments, id, count: counts.comments } as const,
  made: { name: 'reports', of: made, id, count: counts.reportsMade } as const,
  appeals: { name: 'appeals', of: appeals, id, count: counts.appeals } as const,
});

/** Whether all lists are there. They are shown together, so that none moves another one. */
export function useLists(person: AdminPerson | undefined, seesPayments: boolean): boolean {
  const id = person?.id ?? '';
  const counts = person?.record?.counts ?? noCounts;
  const of = listsOf(id, counts);
  const results = useQueries({
    queries: [
      rowsIn(of.posts),
      rowsIn(of.received),
      rowsIn(of.comments),
      rowsIn(of.made),
      rowsIn(of.appeals),
      actsOf(id, counts.acts),
      paymentsOf(id, !person || !seesPayments),
    ],
  });
  return person !== undefined && results.every(({ isLoading }) => !isLoading);
}

/** What a person did, and what was done about it: the newest of each list. */
export function PersonLists({ id, counts }: ListsProps) {
  const of = listsOf(id, counts);
  return (
    <>
      <ListPart {...of.posts} />
      <ListPart {...of.received} />
      <ListPart {...of.comments} />
      <ListPart {...of.made} />
      <Decisions id={id} count={counts.acts} />
    </>
  );
}

export function Appeals({ id, counts }: ListsProps) {
  return <ListPart {...listsOf(id, counts).appeals} />;
}
