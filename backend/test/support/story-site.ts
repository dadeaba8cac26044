import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Type } from '@nestjs/common';
import { SqliteDocumentStore } from '../../src/infrastructure/document-store/sqlite-document-store.js';
import type { Clock } from '../../src/kernel/clock.js';
import type { DocumentStore, View, ViewReader } from '../../src/kernel/document-store.js';
import { Views } from '../../src/kernel/projection.js';
import { foldAndCount, stepsOf } from '../../src/kernel/views/view-fold.js';
import type { Projection } from '../../src/projections/view.js';
import { useFolder } from './folder.js';
import { type Happened, recorded } from './given.js';
import { type Readers, readersOver } from './readers.js';

/** Real views of one story, and the readers over them. */
export interface StorySite {
  readonly views: Views;
  readonly readers: Readers;
  /** Replaces the content of the views by this story. */
  tell(...story: readonly Happened[]): Promise<void>;
}

/** Counts the stories of all sites: they may share one store, and each story has generations of its own. */
let stories = 0;

/** The views of the latest story. */
class StoryViews extends Views {
  readonly open = new Map<string, View<object>>();

  of<Document extends object>({ name }: Projection<Document>): ViewReader<Document> {
    const view = () => this.open.get(name) as unknown as View<Document>;
    return {
      get: (id) => view().get(id),
      getMany: (ids) => view().getMany(ids),
      find: (query) => view().find(query),
      pick: (query, fields) => view().pick(query, fields),
      count: (where, most) => view().count(where, most),
    };
  }
}

/** The classes of all readers in the folders of the projections. */
export async function classesOfReaders(): Promise<Type[]> {
  const folder = path.resolve(import.meta.dirname, '../../src/projections');
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.reader.js'));
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(path.join(folder, file)).href) as Promise<object>),
  );
  const exported = modules.flatMap((module) => Object.entries(module) as [string, unknown][]);
  return exported.filter(([name]) => name.endsWith('Reader')).map(([, reader]) => reader as Type);
}

/** A site with these views and all readers, for the tests of a file; `clock` is the time of the readers. */
export function useSite(
  projections: readonly Pick<Projection<object>, 'name' | 'version' | 'indexes'>[],
  clock?: Clock,
  openStore?: () => DocumentStore,
): StorySite {
  let store: DocumentStore;
  afterAll(() => store.close()); // before its folder is removed
  const folder = useFolder({ per: 'file' });
  beforeAll(() => {
    store = openStore?.() ?? new SqliteDocumentStore(folder);
  });

  const views = new StoryViews();
  return {
    views,
    readers: readersOver(views, views, clock),
    tell: async (...story) => {
      stories += 1;
      const events = recorded(story);
      for (const projection of projections as readonly Projection<object>[]) {
        const { name, indexes } = projection;
        const view = await store.open<object>({
          name,
          generation: `v1-${stories}`,
          indexes,
          create: true,
        });
        const { steps } = stepsOf(projection, events);
        const { documents } = await foldAndCount(projection, steps, async () => new Map(), new Set());
        await view.commit({ from: 0, to: events.length, documents, parked: [] });
        await views.open.get(name)?.close();
        views.open.set(name, view);
      }
    },
  };
}
