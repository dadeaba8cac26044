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
/** A bulk write that ended with an error at one of its writes, or for a reason that the driver has. */
const bulk = (reason: object) =>
  new MongoBulkWriteError(reason as never, { insertedCount: 0 } as unknown as MongoBulkWriteError['result']);
const atWrite = (index: number) =>
  bulk({ message: 'no', code: 11_000, writeErrors: [{ index, code: 11_000 }] });

describe('errors of MongoDB are told apart by code and label', () => {
  it.each<[string, unknown, boolean]>([
    ['a broken connection', new MongoNetworkError('whatever'), true],
    ['a broken socket', Object.assign(new Error('write'), { code: 'ECONNRESET', syscall: 'write' }), true],
    ['a connection that was closed', new MongoTopologyClosedError('whatever'), true],
    ['a server that is no longer the primary', answered(10_107), true],
    ['a server that shuts down', answered(91), true],
    ['a refusal to let us in', answered(18), true],
    ['an operation that took too long', answered(50), true],
    [
      'an unknown code with the label of what may be retried',
      answered(999_999, ['RetryableWriteError']),
      true,
    ],
    ['a bulk write whose connection broke', bulk(new MongoNetworkError('whatever')), true],
    ['a bulk write that a server refused for a while', bulk({ message: 'no', code: 189 }), true],
    ['a document that is there already', answered(11_000), false],
    ['a bulk write that met such a document', atWrite(3), false],
    ['an order that makes no sense', answered(2), false],
    ['a wrong use of the driver', new MongoInvalidArgumentError('whatever'), false],
    ['an error of our own', new TypeError('whatever'), false],
    ['nothing', undefined, false],
  ])('%s', (_, error, expected) => {
    expect(isUnavailable(error)).toBe(expected);
  });

  it('knows what is there already, and what is not', () => {
    expect([answered(11_000), answered(26), atWrite(0)].map(isDuplicateKey)).toEqual([true, false, true]);
    expect([answered(11_000), answered(26)].map(isNoSuchCollection)).toEqual([false, true]);
  });

  it('knows a bulk write that its fence has ended from one that ended later', () => {
    expect(
      [atWrite(0), atWrite(1), bulk(new MongoNetworkError('x')), answered(11_000)].map(isStoppedAtFirst),
    ).toEqual([true, false, false, false]);
  });
});
