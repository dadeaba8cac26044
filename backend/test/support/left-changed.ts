import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Adapters } from '../../src/composition/adapters.js';

interface Server {
  readonly server: NestFastifyApplication;
  readonly adapters: Adapters;
}

interface Method {
  readonly of: object;
  readonly name: string;
  readonly value: unknown;
}

function methodsOf(of: object): Method[] {
  return Object.entries(Object.getOwnPropertyDescriptors(of)).flatMap(([name, { value }]) =>
    typeof value === 'function' ? [{ of, name, value: value as unknown }] : [],
  );
}

function* prototypesOf(part: object): Generator<object> {
  let prototype: object | null = Object.getPrototypeOf(part) as object | null;
  while (prototype && prototype !== Object.prototype) {
    yield prototype;
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
}

/** The parts of a server that have methods: what Nest has made, and the adapters. */
function partsOf({ server, adapters }: Server): readonly object[] {
  const modules = [...server.get(ModulesContainer).values()];
  const providers = modules.flatMap((module) => [
    ...module.providers.values(),
    ...module.controllers.values(),
  ]);
  const made: unknown[] = [
    ...providers.map(({ instance }) => instance as unknown),
    ...Object.values(adapters),
  ];
  return made.filter((part) => typeof part === 'object' && part !== null);
}

/**
 * Remembers the methods of a server's parts and of their classes, and the environment variables. Returns a function that
 * names what is not as it was.
 */
export function watchChanges(app: Server): () => readonly string[] {
  const environment = { ...process.env };
  const parts = [...new Set(partsOf(app))];
  const types = parts.map((part) => [part, [...prototypesOf(part)].flatMap(methodsOf)] as const);
  const ofClasses = [...new Map(types.flatMap(([, all]) => all).map((one) => [one.value, one])).values()];
  // A double of a method lies on the object, and hides that of the class.
  const hideable = types.flatMap(([part, all]) =>
    all.filter(({ name }) => !Object.hasOwn(part, name)).map(({ name }) => ({ part, name })),
  );
  return () => {
    const names = new Set([...Object.keys(environment), ...Object.keys(process.env)]);
    const replaced = ofClasses.filter(
      ({ of, name, value }) => Object.getOwnPropertyDescriptor(of, name)?.value !== value,
    );
    const hidden = hideable.filter(({ part, name }) => Object.hasOwn(part, name));
    return [
      ...[...names].filter((name) => environment[name] !== process.env[name]),
      ...replaced.map(({ of, name }) => `${of.constructor.name}.prototype.${name}`),
      ...new Set(hidden.map(({ part, name }) => `${part.constructor.name}.${name}`)),
    ];
  };
}
