import { HttpException, type PipeTransform, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { LIMITED, type LimitedAction, LIMITS } from '../../src/api/http/limits.js';
import { READ_LIMITS } from '../../src/api/http/read-limits.js';
import { SAFE_METHODS } from '../../src/api/http/same-origin.guard.js';
import type { RunningApp } from './app.js';
import { ADDRESS, Browser } from './browser.js';
import { type Parameter, type Route, routesOf } from './routes.js';

/** Metadata that does not govern access, or that the record shows in its own way. */
const LEFT_OUT =
  /^(?:swagger\/|design:|path$|method$|host$|__version__$|scope:|self:|__routeArguments__|__controller__)/;
const SOME_ID = '00000000-0000-4000-8000-000000000000';

/** The guards, limits, parameters and other metadata of each route, and its answers to callers without a session. */
export async function routeRecord(app: RunningApp): Promise<string> {
  const parts = [globals(app), limits()];
  for (const route of routesOf(app)) {
    parts.push([
      `${route.call} → ${route.name}`,
      ...(await declared(route)),
      ...(await answered(app, route)),
    ]);
  }
  return parts
    .map(([head, ...lines]) => [head, ...lines.map((line) => `  ${line}`), ''].join('\n'))
    .join('\n');
}

/** What applies to every route, in its order. */
function globals({ server }: RunningApp): string[] {
  const lines = [...server.get(ModulesContainer).values()].flatMap(({ providers }) =>
    [...providers].flatMap(([token, { instance }]) => {
      const [kind] = /^APP_[A-Z]+/.exec(String(token)) ?? [];
      return kind ? [`${kind} ${nameOf(instance)}`] : [];
    }),
  );
  return ['every route', ...lines];
}

function limits(): string[] {
  const lines = Object.entries(LIMITS).map(([action, all]) => `${action}: ${JSON.stringify(all)}`);
  return ['limits', ...lines, `read: ${JSON.stringify(READ_LIMITS)}`];
}

async function declared({ controller, handler, method, parameters }: Route): Promise<string[]> {
  const keys = new Set([controller, handler].flatMap((target): unknown[] => Reflect.getMetadataKeys(target)));
  const action: LimitedAction | undefined = Reflect.getMetadata(LIMITED, handler);
  const code: number | undefined = Reflect.getMetadata(HTTP_CODE_METADATA, handler);
  const own = [...keys]
    .map(String)
    .filter((key) => !LEFT_OUT.test(key) && key !== LIMITED && key !== HTTP_CODE_METADATA)
    .toSorted()
    .map((key) => `${key}: ${resolved(key, controller, handler)}`);
  return [
    ...own,
    `limits: ${action ?? (SAFE_METHODS.has(method) ? 'read' : 'write')}`,
    `status: ${code ?? (method === 'POST' ? 201 : 200)}`,
    ...(await Promise.all(parameters.map(parameterLine))).flat().toSorted(),
  ];
}

/** As Nest does: guards, interceptors, pipes and filters add up, other metadata of a handler replaces that of the class. */
function resolved(key: string, controller: Type, handler: object): string {
  const [ofClass, ofHandler]: unknown[] = [controller, handler].map((target) =>
    Reflect.getMetadata(key, target),
  );
  const isList = /^__(?:guards|interceptors|pipes|exceptionFilters)__$/.test(key);
  if (!isList) return JSON.stringify(ofHandler ?? ofClass);
  return [ofClass, ofHandler].flat().filter(Boolean).map(nameOf).join(', ');
}

async function parameterLine({ from, name, pipes, type }: Parameter): Promise<string[]> {
  if (from === 'other' || (from === 'custom' && pipes.length === 0)) return [];
  const types = from === 'body' || from === 'query' ? [type?.name] : [];
  const names = pipes.map(nameOf);
  const refusals = from === 'param' ? await Promise.all(pipes.map(refusalBy)) : [];
  return [['takes', from, name, ...types, ...names, ...refusals].filter(Boolean).join(' ')];
}

/** The answer of a pipe to an invalid part of the path. */
async function refusalBy(pipe: unknown): Promise<string> {
  const made: PipeTransform = typeof pipe === 'function' ? Reflect.construct(pipe, []) : pipe;
  try {
    return `accepts ${JSON.stringify(await made.transform('?', { type: 'param' }))}`;
  } catch (error) {
    return error instanceof HttpException ? `(${error.getStatus()} ${error.message})` : String(error);
  }
}

function nameOf(thing: unknown): string {
  return typeof thing === 'function' ? thing.name : Object(thing).constructor.name;
}

async function answered(app: RunningApp, route: Route): Promise<string[]> {
  const lines = [`anonymous: ${await answerTo(app, route, app.url)}`];
  if (!SAFE_METHODS.has(route.method)) {
    lines.push(`from another site: ${await answerTo(app, route, 'https://example.org')}`);
  }
  return lines;
}

async function answerTo(app: RunningApp, { method, path }: Route, origin: string): Promise<string> {
  const address = new URL(path.replaceAll(/:\w+/g, SOME_ID), app.url);
  const response = await fetch(address, {
    method,
    headers: { origin, [ADDRESS]: new Browser(app).address },
    redirect: 'manual',
  });
  const { status, headers } = response;
  if (status < 400) {
    // Some responses are endless streams.
    await response.body?.cancel();
    return `${status} ${headers.get('content-type') ?? 'without a body'}`;
  }
  const { code, message }: Record<string, string> = JSON.parse(await response.text());
  return `${status} ${code}: ${message}`;
}
