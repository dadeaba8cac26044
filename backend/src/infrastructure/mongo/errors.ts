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

/** What a server answers while it can't serve, by the codes of MongoDB's error_codes.yml. */
const CANNOT_SERVE: ReadonlySet<number> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  13, // Unauthorized
  18, // AuthenticationFailed
  24, // LockTimeout
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
  262, // ExceededTimeLimit
  9001, // SocketException
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_602, // InterruptedDueToReplStateChange
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
]);

/** Labels by which driver and server say that the same call may go through later. */
const TRANSIENT = ['RetryableWriteError', 'TransientTransactionError', 'SystemOverloadedError'] as const;

/** Whether a call failed because the server was away, slow, not the primary or would not let us in: what was asked is not at fault. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof MongoError)) return isOfSocket(error);
  if (error instanceof MongoWriteConcernError || TRANSIENT.some((label) => error.hasErrorLabel(label))) {
    return true;
  }
  // A bulk write that the driver gave up has no code of the server.
  if (error instanceof MongoBulkWriteError && error.code === undefined) return true;
  if (error instanceof MongoServerError) return CANNOT_SERVE.has(Number(error.code));
  return !(error instanceof MongoInvalidArgumentError || error instanceof MongoParseError);
}

/** Whether Node tells that a socket failed: the driver passes on some of its errors as they are. */
function isOfSocket(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException | null)?.syscall === 'string';
}

/** Whether a write met a document that is there already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** Whether an ordered bulk write was ended by its first write, which met a document that is there already. */
export function isStoppedAtFirst(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError)) return false;
  const [first] = [error.writeErrors].flat();
  return first?.index === 0 && first.code === DUPLICATE_KEY;
}

/** Whether a call was about a collection that is not there. */
export function isNoSuchCollection(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === NO_SUCH_COLLECTION;
}

/** Whether an insertion was the first of its id; false where a document is there already. */
export async function isInserted(insertion: Promise<unknown>): Promise<boolean> {
  try {
    await insertion;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
