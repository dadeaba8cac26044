import type { Rolldown } from 'vite';
import type { Plugin } from 'vite';

const ROUTE = /[\\/]src[\\/]routes[\\/](.+)\.tsx\?tsr-split=component/;

/** The static imports of these chunks, and theirs, with the chunks themselves. */
function withImports(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set<string>();
  const add = ({ fileName, imports }: Rolldown.OutputChunk): void => {
    if (found.has(fileName)) return;
    found.add(fileName);
    for (const name of imports) {
      const chunk = bundle[name];
      if (chunk?.type === 'chunk') add(chunk);
    }
  };
  chunks.forEach(add);
  return found;
}

/**
 * Writes `routes.json`: the scripts of each route beyond those of every page. The server names them in the head of the route's
 * page, so that they load beside the entry and not after it.
 */
export function routeParts(): Plugin {
  return {
    name: 'route-parts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const everywhere = withImports(
        chunks.filter(({ isEntry }) => isEntry),
        bundle,
      );
      const parts: Record<string, string[]> = {};
      for (const chunk of chunks) {
        const route = ROUTE.exec(chunk.facadeModuleId ?? '')?.[1];
        // The paths of the back office are no secret, but its chunks are for those who enter it.
        if (route === undefined || route.startsWith('rtm-sys')) continue;
        parts[route] = [...withImports([chunk], bundle)]
          .filter((name) => !everywhere.has(name))
          .map((name) => `/${name}`);
      }
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(parts) });
    },
    // Pages of the server can be read without scripts: their pictures and fonts come first.
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
    },
  };
}
