/** A limit of time. */
interface DeadlineSpec {
  /** In milliseconds, where no setting says otherwise. */
  readonly ms: number;
  /** What happens when it has expired. */
  readonly expired: string;
}

/**
 * Every limit of time that the server sets itself, and what happens then. Limits of libraries are set where these are
 * opened: the HTTP server, SMTP, Stripe, gRPC, and the drivers of MongoDB and SQLite.
 */
export const DEADLINES = {
  'views of a command': { ms: 2000, expired: 'The command is answered, and a read may not show it yet.' },
  'own writes': { ms: 2000, expired: 'The answer may not show yet what the browser wrote elsewhere.' },
  'gathered view': { ms: 2000, expired: 'The read shows what the view has.' },
  'decision carried out': { ms: 2000, expired: 'The answer is 202: it will be carried out.' },
  'report of a minor': {
    ms: 2000,
    expired: 'The report is answered, and the post may be shown a little longer.',
  },
  'view for a decision': { ms: 2000, expired: 'The request is decided without the view, or refused.' },
  'views of a reaction': {
    ms: 10_000,
    expired: 'The reaction pauses, or the job leaves it to its next run.',
  },
  'views of a reconciliation': { ms: 10_000, expired: 'It is refused until the view has caught up.' },
  'views of live news': { ms: 500, expired: 'The news stay in the queue and are tried again.' },
  'compared views': { ms: 10_000, expired: 'The comparison begins with what the views have.' },
  'log for a read': {
    ms: 250,
    expired: 'The read is answered with 503, and others at once until the log answers.',
  },
  'rendered page': { ms: 1000, expired: 'The page is sent without its content.' },
  'hanging renderer': { ms: 2000, expired: 'Its thread is ended, and no page is rendered for a while.' },
  'earlier file': { ms: 60_000, expired: 'The request for another file is answered with 429.' },
  'operator request': { ms: 5000, expired: 'The connection is cut.' },
  shutdown: { ms: 20_000, expired: 'The process ends without the requests that still run.' },
  'silent start': { ms: 5000, expired: 'The operator is told what the start waits for.' },
  'unneeded build process': { ms: 60_000, expired: 'The process that was started ahead is ended.' },
  'log poll': { ms: 250, expired: 'The log is read for events of other processes.' },
  'judge answer': { ms: 20_000, expired: 'The try counts as failed, and is repeated once.' },
  'sandbox webhook': { ms: 10_000, expired: 'The webhook is retried later.' },
  'EventStoreDB answer': { ms: 5000, expired: 'The call is tried again, or fails with 503.' },
  'EventStoreDB silence': { ms: 5000, expired: 'The read is tried again, or fails with 503.' },
  'EventStoreDB subscription': { ms: 5000, expired: 'Another subscription is begun.' },
  'EventStoreDB search': { ms: 2000, expired: 'The log is read instead.' },
  'EventStoreDB close': { ms: 1000, expired: 'The client is left to itself.' },
  'events read ahead': { ms: 5000, expired: 'They are dropped, and read again if needed.' },
  'picture store answer': { ms: 5000, expired: 'The call fails with 503.' },
  'MongoDB answer': { ms: 5000, expired: 'The call fails with 503.' },
  'MongoDB probe': { ms: 2000, expired: 'The server still counts as away.' },
  'MongoDB lost': { ms: 1050, expired: 'The server counts as away, and calls fail at once.' },
} as const satisfies Record<string, DeadlineSpec>;

export type DeadlineName = keyof typeof DEADLINES;
