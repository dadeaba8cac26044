import {
  MongoBulkWriteError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoServerError,
  MongoTopologyClosedError,
} from 'mongodb';
import {
  isDuplicateKey,
  isNoSuchCollection,
  isStoppedAtFirst,
  isUnavailable,
} from '../../src/infrastructure/mongo/errors.js';

const answered = (code: number, errorLabels: string[] = []) =>
  new MongoServerError({ message: 'whatever it says', code, errorLabels });
/** A bulk write that failed at one of its writes or with an error of the driver. */
const bulk = (reason: object) =>
  new MongoBulkWriteError(reason as never, { insertedCount: 0 } as unknown as MongoBulkWriteError['result']);
const atWrite = (index: number) =>
  bulk({ message: 'no', code: 11_000, writeErrors: [{ index, code: 11_000 }] });

describe('errors of MongoDB are classified by code and label', () => {
  it.each<[string, unknown, boolean]>([
    ['a broken connection', new MongoNetworkError('any'), true],
    ['a broken socket', Object.assign(new Error('write'), { code: 'ECONNRESET', syscall: 'write' }), true],
    ['a closed connection', new MongoTopologyClosedError('any'), true],
    ['a server that is no longer the primary', answered(10_107), true],
    ['a server that shuts down', answered(91), true],
    ['a failed login', answered(18), true],
    ['an operation that took too long', answered(50), true],
    ['a cursor that a restart has closed', answered(43), true],
    ['a cursor that the server has closed', answered(237), true],
    ['an unknown code with a label for retries', answered(999_999, ['RetryableWriteError']), true],
    ['a bulk write whose connection broke', bulk(new MongoNetworkError('any')), true],
    ['a bulk write that the server refused temporarily', bulk({ message: 'no', code: 189 }), true],
    ['a document that already exists', answered(11_000), false],
    ['a bulk write with an existing document', atWrite(3), false],
    ['an invalid command', answered(2), false],
    ['an invalid use of the driver', new MongoInvalidArgumentError('any'), false],
    ['an error of our own', new TypeError('any'), false],
    ['nothing', undefined, false],
  ])('%s', (_, error, expected) => {
    expect(isUnavailable(error)).toBe(expected);
  });

  it('recognizes existing documents and missing collections', () => {
    expect([answered(11_000), answered(26), atWrite(0)].map(isDuplicateKey)).toEqual([true, false, true]);
    expect([answered(11_000), answered(26)].map(isNoSuchCollection)).toEqual([false, true]);
  });

  it('distinguishes a bulk write stopped by its fence from one that failed later', () => {
    expect(
      [atWrite(0), atWrite(1), bulk(new MongoNetworkError('x')), answered(11_000)].map(isStoppedAtFirst),
    ).toEqual([true, false, false, false]);
  });
});
