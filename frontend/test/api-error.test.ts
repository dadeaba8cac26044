import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ApiError,
  InvalidResponseError,
  isForOtherAccount,
  isRefusedForGood,
  messageOf,
  titleOf,
} from '../src/api/api-error.ts';

describe('ApiError', () => {
  it('has status and body text as its message', () =>
    assert.equal(
      new ApiError(404, 'Not Found', '{"message":"Post not found"}').message,
      '404: {"message":"Post not found"}',
    ));
  it('has status and status text as its message if the body is empty', () =>
    assert.equal(new ApiError(502, 'Bad Gateway', '').message, '502: Bad Gateway'));
  it("carries the server's message and field errors", () => {
    const error = new ApiError(400, '', '{"message":"No.","errors":{"email":["Bad."]}}');
    assert.equal(error.serverMessage, 'No.');
    assert.deepEqual(error.fieldErrors, { email: ['Bad.'] });
  });
  it('has no server message if the body has another shape', () => {
    for (const body of ['<html>', 'null', '"text"', '{"message":5}', '{"message":""}']) {
      assert.equal(new ApiError(500, '', body).serverMessage, undefined, body);
    }
  });
});

describe('isForOtherAccount', () => {
  it('depends on the error code alone', () => {
    assert.equal(isForOtherAccount(new ApiError(409, '', '{"code":"other_account"}')), true);
    assert.equal(isForOtherAccount(new ApiError(409, '', '{"code":"conflict"}')), false);
    assert.equal(isForOtherAccount(new ApiError(409, '', '{"code":["other_account"]}')), false);
    assert.equal(isForOtherAccount(new ApiError(409, '', 'other_account')), false);
    assert.equal(isForOtherAccount(new Error('other_account')), false);
  });
});

describe('isRefusedForGood', () => {
  it('is true if the server refused the request itself', () => {
    for (const status of [400, 413, 415, 422]) {
      assert.equal(isRefusedForGood(new ApiError(status, '', '')), true, String(status));
    }
  });
  it('is false if a retry may succeed', () => {
    for (const status of [401, 403, 408, 409, 429, 500, 502, 503]) {
      assert.equal(isRefusedForGood(new ApiError(status, '', '')), false, String(status));
    }
    assert.equal(isRefusedForGood(new Error('The connection was lost')), false);
    assert.equal(isRefusedForGood(null), false);
  });
});

describe('messageOf', () => {
  it("prefers the server's message", () =>
    assert.equal(messageOf(new ApiError(401, '', '{"message":"Wrong."}'), 'Login failed'), 'Wrong.'));
  it('passes on when to retry after a rate limit', () => {
    const body =
      '{"message":"Too many tries. Please come back in 4 minutes.","code":"too_many_requests","requestId":"r1"}';
    const error = new ApiError(429, 'Too Many Requests', body);
    assert.equal(messageOf(error, 'Login failed'), 'Too many tries. Please come back in 4 minutes.');
  });
  it('uses the fallback for a lost connection', () =>
    assert.equal(messageOf(new TypeError('Failed to fetch'), 'Login failed'), 'Login failed'));
  it('says that the browser is offline, but not of an answer', (context) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    context.after(() => Reflect.deleteProperty(navigator, 'onLine'));
    const lost = new TypeError('Failed to fetch');
    assert.match(messageOf(lost, 'Login failed'), /^You are offline/);
    assert.equal(titleOf(lost), 'No connection');
    const answered = new ApiError(409, '', '{"message":"Taken."}');
    assert.deepEqual([messageOf(answered), titleOf(answered)], ['Taken.', 'Error']);
  });
  it('reports a response that breaks the contract', () =>
    assert.equal(messageOf(new InvalidResponseError(), 'Login failed'), 'Invalid response from server'));
});
