import type { ArgumentMetadata, Type } from '@nestjs/common';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { RunningApp } from './app.js';

/** A parameter of a handler that comes from the request or from a decorator of ours. */
export interface Parameter {
  readonly from: 'body' | 'query' | 'param' | 'headers' | 'custom' | 'other';
  /** The name of one value, such as `id`; undefined for all of them. */
  readonly name: string | undefined;
  readonly pipes: readonly unknown[];
  readonly type: ArgumentMetadata['metatype'];
}

/** A route of a controller. */
export interface Route {
  /** Such as `GET /api/posts/:id`. */
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly controller: Type;
  readonly handler: object;
  /** The name of the handler. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

/** All routes of the controllers, sorted. */
export function routesOf({ server }: RunningApp): Route[] {
  const modules = [...server.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  return controllers
    .flatMap(({ metatype, instance }) => (typeof metatype === 'function' ? handlersOf(instance) : []))
    .toSorted((one, other) => (one.call < other.call ? -1 : 1));
}

function handlersOf(instance: object): Route[] {
  const prototype: Record<string, object> & { constructor: Type } = Object.getPrototypeOf(instance);
  const controller = prototype.constructor;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    const verb: RequestMethod | undefined = handler && Reflect.getMetadata(METHOD_METADATA, handler);
    if (handler === undefined || verb === undefined) return [];
    const paths = [controller, handler].map((target) => String(Reflect.getMetadata(PATH_METADATA, target)));
    const path = `/${paths.join('/').split('/').filter(Boolean).join('/')}`;
    const method = RequestMethod[verb];
    const parameters = parametersOf(controller, prototype, name);
    return [{ call: `${method} ${path}`, method, path, controller, handler, name, parameters }];
  });
}

const SOURCES: Readonly<Record<string, Parameter['from']>> = {
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.PARAM]: 'param',
  [RouteParamtypes.HEADERS]: 'headers',
};

function parametersOf(controller: Type, prototype: object, name: string): Parameter[] {
  const types: Parameter['type'][] = Reflect.getMetadata('design:paramtypes', prototype, name) ?? [];
  const parameters: Record<string, { index: number; data?: string; pipes?: unknown[] }> =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {};
  // The keys are `3:0`, the kind and the index, or `<random>__customRouteArgs__:0`.
  return Object.entries(parameters).map(([key, { index, data, pipes = [] }]) => ({
    from: key.includes('custom') ? 'custom' : (SOURCES[key.split(':')[0] ?? ''] ?? 'other'),
    name: data,
    pipes,
    type: types[index],
  }));
}
