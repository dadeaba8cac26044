import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Type } from '@nestjs/common';
import { CqrsModule, type Query, QueryBus } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { SqliteDocumentStore } from '../../src/infrastructure/document-store/sqlite-document-store.js';
import type { View, ViewReader } from '../../src/kernel/document-store.js';
import { PublicViews, Views } from '../../src/kernel/projection.js';
import { foldSteps, stepsOf } from '../../src/kernel/views/fold-batch.js';
import type { Projection } from '../../src/projections/projection.js';
import { type Happened, recorded } from './given.js';

/** Real views of one story, and the queries that are asked of them. */
export interface AskedSite {
  /** From now on the views hold this story and nothing else. */
  tell(...story: readonly Happened[]): Promise<void>;
  ask<Answer>(query: Query<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

/** The views that a story was last told to. */
class ToldViews extends Views {
  readonly open = new Map<string, View<object>>();

  of<Document extends object>({ name }: Projection<Document>): ViewReader<Document> {
    const view = () => this.open.get(name) as unknown as View<Document>;
    return {
      get: (id) => view().get(id),
      getMany: (ids) => view().getMany(ids),
      find: (query) => view().find(query),
      count: (where) => view().count(where),
    };
  }
}

/** Every class that the query files of all projections export: the queries and their handlers. */
export async function classesOfQueries(): Promise<Type[]> {
  const folder = path.resolve(import.meta.dirname, '../../src/projections');
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.queries.js'));
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(path.join(folder, file)).href) as Promise<object>),
  );
  const exported = modules.flatMap((module) => Object.values(module) as unknown[]);
  return exported.filter((value): value is Type => typeof value === 'function' && 'prototype' in value);
}

/** Of the classes that query files export, those that answer. */
export function handlersIn(classes: readonly Type[]): Type[] {
  return classes.filter(
    ({ prototype }) => typeof (prototype as { execute?: unknown }).execute === 'function',
  );
}

/** A site with these views and all queries, in a folder of its own. */
export async function openSite(projections: readonly Projection<object>[]): Promise<AskedSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-asked-'));
  const store = new SqliteDocumentStore(folder);
  const views = new ToldViews();
  const app = await Test.createTestingModule({
    imports: [CqrsModule.forRoot()],
    providers: [
      ...handlersIn(await classesOfQueries()),
      { provide: Views, useValue: views },
      { provide: PublicViews, useValue: views },
    ],
  }).compile();
  await app.init();
  let stories = 0;
  return {
    tell: async (...story) => {
      stories += 1;
      const events = recorded(story);
      for (const projection of projections) {
        const { name, indexes } = projection;
        const view = await store.open<object>({ name, generation: `v1-${stories}`, indexes, create: true });
        const { documents } = foldSteps(stepsOf(projection, events).steps, new Map(), new Set());
        await view.commit({ from: 0, to: events.length, documents, parked: [] });
        await views.open.get(name)?.close();
        views.open.set(name, view);
      }
    },
    ask: (query) => app.get(QueryBus).execute(query),
    close: async () => {
      await app.close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}
