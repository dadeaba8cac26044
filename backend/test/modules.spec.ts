import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { projections } from '../src/projections/projections.js';
import { startApp } from './support/app.js';

const SOURCES = path.join(import.meta.dirname, '../../src');
const BUILT = path.join(import.meta.dirname, '../src');
/** How Nest marks what it can create. */
const MARKS = ['__injectable__', '__controller__'];
/** What the compiler notes for a type that it cannot name at run time. */
const BLIND: ReadonlySet<unknown> = new Set([undefined, Object, Function]);

/** What the files of these sources export. */
async function exportsOf(pattern: string): Promise<readonly unknown[]> {
  const files = globSync(pattern, { cwd: SOURCES })
    // Scripts of threads run when they are imported.
    .filter((file) => !file.endsWith('.thread.ts'))
    .map((file) => file.replace(/[.]tsx?$/, '.js'));
  const modules: object[] = await Promise.all(
    files.map((file) => import(pathToFileURL(path.join(BUILT, file)).href)),
  );
  return modules.flatMap((module) => Object.values(module));
}

const isInjectable = (value: unknown): value is Type =>
  typeof value === 'function' && MARKS.some((mark) => Reflect.hasOwnMetadata(mark, value));

describe('the modules', () => {
  let found: readonly Type[];
  beforeAll(async () => {
    const exported = await exportsOf('{api,control,kernel,projections,reactions,site}/**/*.{ts,tsx}');
    found = exported.filter(isInjectable);
  });

  it('provide every controller, service, reaction and reader that there is', async () => {
    const app = await startApp();
    const modules = [...app.server.get(ModulesContainer).values()];
    await app.stop();
    const provided = new Set(
      modules.flatMap(({ providers, controllers, injectables }) =>
        [providers, controllers, injectables].flatMap((kind) =>
          [...kind.values()].map(({ metatype }): unknown => metatype),
        ),
      ),
    );
    expect(found.length).toBeGreaterThan(100);
    expect(found.filter((type) => !provided.has(type)).map(({ name }) => name)).toEqual([]);
  });

  it('inject by types that are there when the program runs, not by `import type`', () => {
    const blind = found.filter((type) => {
      const types: unknown[] = Reflect.getMetadata('design:paramtypes', type) ?? [];
      const named: { index: number }[] = Reflect.getMetadata('self:paramtypes', type) ?? [];
      return Array.from({ length: type.length }, (_, index) => index).some(
        (index) => BLIND.has(types[index]) && !named.some((token) => token.index === index),
      );
    });
    expect(blind.map(({ name }) => name)).toEqual([]);
  });

  it('know every view', async () => {
    const exported = await exportsOf('projections/**/*.ts');
    const views = exported.filter((value) => Object.hasOwn(Object(value), 'on'));
    expect(new Set(projections)).toEqual(new Set(views));
  });
});
