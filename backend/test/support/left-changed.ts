import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Adapters } from '../../src/composition/adapters.js';

interface Server {
  readonly server: NestFastifyApplication;
  readonly adapters: Adapters;
}

type Methods = ReadonlyMap<string, unknown>;

const isMethod = ({ value }: PropertyDescriptor) => typeof value === 'function';

function methodsOf(target: object): Methods {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(target));
  return new Map(
    properties.filter(([, property]) => isMethod(property)).map(([name, { value }]) => [name, value]),
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

/** Names what a test has left replaced: methods of a server's parts and of their classes, and environment variables. */
export function watchChanges(app: Server): () => readonly string[] {
  const environment = { ...process.env };
  const parts = [...new Set(partsOf(app))];
  const classes = new Map(
    parts.flatMap((part) => [...prototypesOf(part)]).map((type) => [type, methodsOf(type)]),
  );
  const before = new Set(hiddenIn(parts, classes));
  return () => {
    const names = new Set([...Object.keys(environment), ...Object.keys(process.env)]);
    const variables = [...names].filter((name) => environment[name] !== process.env[name]);
    const replaced = [...classes].flatMap(([type, methods]) => {
      const after = methodsOf(type);
      const different = [...new Set([...methods.keys(), ...after.keys()])].filter(
        (name) => methods.get(name) !== after.get(name),
      );
      return different.map((name) => `${type.constructor.name}.prototype.${name}`);
    });
    const hidden = hiddenIn(parts, classes).filter((name) => !before.has(name));
    return [...variables, ...replaced, ...hidden];
  };
}

/** A double of a method lies on the object, and hides that of the class. */
const hiddenIn = (parts: readonly object[], classes: ReadonlyMap<object, Methods>): readonly string[] =>
  parts.flatMap((part) =>
    [...methodsOf(part).keys()]
      .filter((name) => [...prototypesOf(part)].some((type) => classes.get(type)?.has(name)))
      .map((name) => `${part.constructor.name}.${name}`),
  );
