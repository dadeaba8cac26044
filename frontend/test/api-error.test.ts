import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ApiError,
  InvalidResponseError,
  isForOtherAccount,
  isRefusedForGood,
  messageOf,
} from '../src/api/api-error.ts';

describe('ApiError', () => {
  it('is called status and body text', () =>
    assert.equal(
      new ApiError(404, 'Not Found', '{"message":"Post not found"}').message,
      '404: {"message":"Post not found"}',
    ));
  it('is called status and status text when the body is empty', () =>
    assert.equal(new ApiError(502, 'Bad Gateway', '').message, '502: Bad Gateway'));
  it('carries what the server says, and about which field', () => {
    const error = new ApiError(400, '', '{"message":"No.","errors":{"email":["Bad."]}}');
    assert.equal(error.serverMessage, 'No.');
    assert.deepEqual(error.fieldErrors, { email: ['Bad.'] });
  });
  it('has no message of the server when the body is none of ours', () => {
    for (const body of ['<html>', 'null', '"text"', '{"message":5}', '{"message":""}']) {
      assert.equal(new ApiError(500, '', body).serverMessage, undefined, body);
    }
  });
});

describe('isForOtherAccount', () => {
  it('is told by the code alone', () => {
    assert.equal(isForOtherAccount(new ApiError(409, '', '{"code":"other_account"}')), true);
    assert.equal(isForOtherAccount(new ApiError(409, '', '{"code":"conflict"}')), false);
    assert.equal(isForOtherAccount(new ApiError(409, '', '{"code":["other_account"]}')), false);
    assert.equal(isForOtherAccount(new ApiError(409, '', 'other_account')), false);
    assert.equal(isForOtherAccount(new Error('other_account')), false);
  });
});

describe('isRefusedForGood', () => {
  it('is so when the server refused what was sent', () => {
    for (const status of [400, 413, 415, 422]) {
      assert.equal(isRefusedForGood(new ApiError(status, '', '')), true, String(status));
    }
  });
  it('is not so when the next try may succeed', () => {
    for (const status of [401, 403, 408, 409, 429, 500, 502, 503]) {
      assert.equal(isRefusedForGood(new ApiError(status, '', '')), false, String(status));
    }
    assert.equal(isRefusedForGood(new Error('The connection was lost')), false);
    assert.equal(isRefusedForGood(null), false);
  });
});

describe('messageOf', () => {
  it('prefers the server', () =>
    assert.equal(messageOf(new ApiError(401, '', '{"message":"Wrong."}'), 'Login failed'), 'Wrong.'));
  it('tells who asked too often when to come back, in the words of the server', () => {
    const body =
      '{"message":"Too many tries. Please come back in 4 minutes.","code":"too_many_requests","requestId":"r1"}';
    const error = new ApiError(429, 'Too Many Requests', body);
    assert.equal(messageOf(error, 'Login failed'), 'Too many tries. Please come back in 4 minutes.');
  });
  it('falls back for a lost connection', () =>
    assert.equal(messageOf(new TypeError('Failed to fetch'), 'Login failed'), 'Login failed'));
  it('says when an answer was not what was promised', () =>
    assert.equal(messageOf(new InvalidResponseError(), 'Login failed'), 'Invalid response from server'));
});
