import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { backOfficeLogin } from './build/back-office-login.ts';
import { precompress } from './build/precompress.ts';
import { preloadFonts } from './build/preload-fonts.ts';
import { routeParts } from './build/route-parts.ts';

const backend = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** The pages of the back office with their routes' components, and the libraries that only it uses. */
const backOffice =
  /[\\/]src[\\/](?:features[\\/]back-office[\\/]|routes[\\/]rtm-sys[^\\/]*\?)|[\\/]node_modules[\\/](?:@simplewebauthn|uqr)[\\/]/;

/** What people write and confirm with: of posts, the login and the registration. */
const forms =
  /[\\/]src[\\/](?:features[\\/]session[\\/](?:MembersGate|session\.queries|return-path)|api[\\/]credential-rules|components[\\/](?:Dialog|Tag|TextBox|Notice|RelativeTime|Field|ConfirmDialog))\.tsx?$/;

/** What is in the chunk of a route. */
const page: ('component' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent')[] = [
  'component',
  'pendingComponent',
  'errorComponent',
  'notFoundComponent',
];
/** The routes whose queries are in their chunk, and not in that of every page. */
const ownLoader: ReadonlySet<string> = new Set(['/leaderboard', '/post/$id', '/user/$userId']);

export default defineConfig({
  resolve: {
    alias: {
      'react-style-singleton': fileURLToPath(new URL('./src/lib/style-singleton.ts', import.meta.url)),
    },
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [page],
        // The plugin cannot split loaders that are objects.
        splitBehavior: ({ routeId }) => (ownLoader.has(routeId) ? [[...page, 'loader']] : undefined),
      },
      quoteStyle: 'single',
    }),
    react(),
    tailwindcss(),
    preloadFonts(),
    routeParts(),
    precompress(),
    backOfficeLogin(backend),
  ],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The names that the bundler gives shared chunks list all pages that use them.
        chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // One chunk for the libraries of every page, which stays cached when only the app changes. Icons stay in the
            // app's chunks, because the app adds and removes some now and then.
            { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/](?!lucide-react[\\/])/ },
            // The rest of what every page needs.
            { name: 'app', tags: ['$initial'] },
            // The back office in one chunk: visitors load nothing of it.
            { name: 'back-office', test: backOffice, includeDependenciesRecursively: false },
            { name: 'forms', test: forms },
            // The rest of what several pages share: few files, at the price of some bytes that a page does not need.
            {
              name: 'controls',
              test: /[\\/]node_modules[\\/](?!lucide-react[\\/])/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 30_000,
            },
            { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 8 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 10_000 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/images', '/sandbox', '/health'].map((path) => [path, backend])),
  },
});
