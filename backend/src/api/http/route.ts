import {
  Controller,
  HttpCode,
  RequestMapping,
  RequestMethod,
  type Type,
  applyDecorators,
} from '@nestjs/common';
import {
  ApiHeader,
  ApiOperation,
  ApiResponse,
  type ApiResponseNoStatusOptions,
  ApiTags,
} from '@nestjs/swagger';
import type { AdminRole } from '../../domain/admin/admin-role.js';
import { NotSuspended, SignedIn, Verified } from './current-account.js';
import { BeforeTotp, ForAdmins } from './current-admin.js';
import { ErrorBody } from './error-body.js';
import { type AsksAgain, SignedInAgain } from './fresh-sign-in.js';
import { IDEMPOTENCY_KEY, KEY, Keyed } from './idempotency-keys.js';
import { Limited, type LimitedAction } from './limits.js';
import { SAFE_METHODS } from './same-origin.guard.js';

/** Who may call. A list of roles admits admins with one of these. */
type Caller = 'notSuspended' | 'signedIn' | 'signedInNotSuspended' | 'verified' | readonly AdminRole[];

const CALLERS = {
  notSuspended: () => [NotSuspended()],
  signedIn: () => [SignedIn()],
  signedInNotSuspended: () => [NotSuspended(), SignedIn()],
  verified: () => [Verified()],
};

/** The errors of a call beyond those of its callers and its fields: the status, and when it happens. */
type Errors = Readonly<Partial<Record<400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503, string>>>;

/** The class of an answer, in brackets for a list of these, or what the contract says of any other answer. */
type Answer = Type | [Type] | ApiResponseNoStatusOptions;

/** What all routes of a controller share. */
interface RoutesOptions {
  readonly who?: Caller;
  readonly errors?: Errors;
}

interface RouteOptions extends RoutesOptions {
  /** Without it everyone may call, or whom the controller admits. */
  readonly who?: Caller;
  /** For admins: also before they have a second factor, where every admin needs one. */
  readonly beforeTotp?: true;
  /**
   * For users (`signedIn`) and admins: an act that matters needs a sign-in within the last 10 minutes. Disclosures and files
   * always do.
   */
  readonly asksAgain?: AsksAgain;
  /** Without it, writes have the limits of `write`, and reads those of `read-limits.ts`. */
  readonly limit?: LimitedAction;
  /**
   * For writes that change nothing when they are repeated, or whose answer is never given twice: they ignore the
   * `Idempotency-Key`. All others are executed once for each key.
   */
  readonly withoutKey?: true;
  readonly summary: string;
  readonly description?: string;
  /** Without it, the call answers 204 and nothing. */
  readonly answer?: Answer;
  /** For decisions: the answer has the status 202 while what follows is still being carried out. */
  readonly isDecision?: true;
  /** The status of the answer: 200 by default. */
  readonly status?: 200 | 201 | 202 | 303;
  readonly errors?: Errors;
}

/** The answer of a call that makes a file for who asks. */
export const FILE = { schema: { type: 'string', format: 'binary' } } as const;

/** A controller: its section of the contract, and the path that all routes begin with. */
export function Routes(section: string, path: string, options: RoutesOptions = {}): ClassDecorator {
  return applyDecorators(ApiTags(section), Controller(path), ...answersTo(options));
}

const IDEMPOTENCY_PARAMETER = {
  name: IDEMPOTENCY_KEY,
  required: false,
  description:
    'Chosen by the client, such as a UUID. Sent again with the same request within 24 hours, it gets the first answer, and nothing is done twice. With another request it is answered with 422.',
  schema: { type: 'string', pattern: KEY.source },
} as const;

const STILL_CARRIED_OUT = 'It is decided; what follows is still being carried out. Do not send it again.';

/** A route of a controller, as the server and the contract need it. */
export function Route(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  {
    summary,
    description,
    answer,
    status,
    limit,
    beforeTotp,
    asksAgain,
    isDecision,
    withoutKey,
    ...options
  }: RouteOptions,
): MethodDecorator {
  const code = status ?? (answer ? 200 : 204);
  const asks = asksAgain ?? (limit === 'disclosure' || answer === FILE);
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method], path }),
    HttpCode(code),
    ApiOperation({ summary, ...(description !== undefined && { description }) }),
    ApiResponse({ ...contentOf(answer), status: code }),
    ...(isDecision
      ? [ApiResponse({ ...contentOf(answer), status: 202, description: STILL_CARRIED_OUT })]
      : []),
    ...answersTo(options),
    ...(limit ? [Limited(limit)] : []),
    ...(beforeTotp ? [BeforeTotp()] : []),
    ...(withoutKey || SAFE_METHODS.has(method) ? [] : [Keyed(), ApiHeader(IDEMPOTENCY_PARAMETER)]),
    ...(asks ? [SignedInAgain(asks)] : []),
  );
}

function answersTo({ who, errors = {} }: RoutesOptions): (MethodDecorator & ClassDecorator)[] {
  return [
    ...(who === undefined ? [] : typeof who === 'string' ? CALLERS[who]() : [ForAdmins(...who)]),
    ...Object.entries(errors).map(([status, text]) =>
      ApiResponse({ status: Number(status), type: ErrorBody, description: text }),
    ),
  ];
}

function contentOf(answer: Answer = {}): ApiResponseNoStatusOptions {
  return typeof answer === 'function' || Array.isArray(answer) ? { type: answer } : answer;
}
