import {
  MongoBulkWriteError,
  MongoError,
  MongoInvalidArgumentError,
  MongoParseError,
  MongoServerError,
  MongoWriteConcernError,
} from 'mongodb';

const DUPLICATE_KEY = 11_000;
const NO_SUCH_COLLECTION = 26;

/** Error codes of an unavailable server, from MongoDB's error_codes.yml. */
const CANNOT_SERVE: ReadonlySet<number> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  13, // Unauthorized
  18, // AuthenticationFailed
  24, // LockTimeout
  43, // CursorNotFound: the server was restarted between two pages of an answer
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  175, // QueryPlanKilled
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  237, // CursorKilled
  262, // ExceededTimeLimit
  9001, // SocketException
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_602, // InterruptedDueToReplStateChange
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
]);

/** Error labels for calls that may succeed when repeated. */
const TRANSIENT = ['RetryableWriteError', 'TransientTransactionError', 'SystemOverloadedError'] as const;

/** Whether a call failed because the server was unreachable, slow, not the primary or refused the login. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof MongoError)) return isOfSocket(error);
  if (error instanceof MongoWriteConcernError || TRANSIENT.some((label) => error.hasErrorLabel(label))) {
    return true;
  }
  // A bulk write that the driver gave up has no server error code.
  if (error instanceof MongoBulkWriteError && error.code === undefined) return true;
  if (error instanceof MongoServerError) return CANNOT_SERVE.has(Number(error.code));
  return !(error instanceof MongoInvalidArgumentError || error instanceof MongoParseError);
}

/** Whether this is a socket error of Node, some of which the driver passes on unchanged. */
function isOfSocket(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException | null)?.syscall === 'string';
}

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** Whether an ordered bulk write failed at its first write because that document already exists. */
export function isStoppedAtFirst(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError)) return false;
  const [first] = [error.writeErrors].flat();
  return first?.index === 0 && first.code === DUPLICATE_KEY;
}

/** IndexOptionsConflict and IndexKeySpecsConflict. */
const INDEX_CLASHES: ReadonlySet<unknown> = new Set([85, 86]);

/** Whether an index was not created, because another one has its name or its keys. */
export function isIndexClash(error: unknown): error is MongoServerError {
  return error instanceof MongoServerError && INDEX_CLASHES.has(error.code);
}

export function isNoSuchCollection(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === NO_SUCH_COLLECTION;
}

/** Awaits an insertion. Returns false if a document with its id already exists. */
export async function isInserted(insertion: Promise<unknown>): Promise<boolean> {
  try {
    await insertion;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
