import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type BuildEnvironmentOptions, defineConfig } from 'vite';
import { backOfficeLogin } from './build/back-office-login.ts';
import { fonts } from './build/fonts.ts';
import { precompress } from './build/precompress.ts';
import { routeParts } from './build/route-parts.ts';

const backend = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** The pages of the back office with their routes' components, and the libraries that only it uses. */
const backOffice =
  /[\\/]src[\\/](?:features[\\/]back-office[\\/]|routes[\\/]rtm-sys[^\\/]*\?)|[\\/]node_modules[\\/](?:@simplewebauthn|uqr)[\\/]/;

/** What people write and confirm with: of posts, appeals, the login and the registration. */
const forms =
  /[\\/]src[\\/](?:features[\\/](?:decisions[\\/]Appeal|session[\\/](?:MembersGate|session\.queries|return-path))|api[\\/](?:credential-rules|require-cookies)|lib[\\/](?:avatar-colours|social-links)|components[\\/](?:Avatar|SocialBadges|Dialog|Tag|TextBox|Notice|RelativeTime|Field|use-copied))\.tsx?$|[\\/]lucide-react[\\/].*[\\/]chevron-down\./;

/** What home and the pages around the registration know of a rating that waits; and how a file becomes a photo. */
const waiting =
  /[\\/]src[\\/](?:api[\\/]use-(?:pending-rating|unposted)|lib[\\/]use-reconnect|components[\\/]use-ready-photo)\.ts$/;

/** What shows and publishes a rating: no page needs it before there is one. */
const publishing =
  /[\\/]src[\\/](?:features[\\/]home[\\/]use-publishing|components[\\/]WaitingRating)\.tsx?$/;

/** Photos with their scores, which home shows without lists. */
const photos =
  /[\\/]src[\\/](?:lib[\\/]photos|components[\\/](?:Photo|Score|CategoryScores|JudgeNote))\.tsx?$|[\\/]node_modules[\\/]thumbhash[\\/]/;

/** The pages of a member's own: their posts, inbox and record. */
const ownPages =
  /[\\/]src[\\/]features[\\/](?:own-posts[\\/](?:MyPosts|OwnPosts|OwnPostCard)|inbox[\\/]|me[\\/])/;

/** What is in the chunk of a route. */
const page: ('component' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent')[] = [
  'component',
  'pendingComponent',
  'errorComponent',
  'notFoundComponent',
];
/** The routes whose queries are in their chunk, and not in that of every page. */
const ownLoader: ReadonlySet<string> = new Set(['/', '/leaderboard', '/rate', '/user/$userId']);

/** What browsers load. */
const site: BuildEnvironmentOptions = {
  target: 'es2022',
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
  rolldownOptions: {
    output: {
      // Content blockers block names such as 'boosts' and 'events'. The development server has the names of the sources.
      entryFileNames: 'assets/[hash].js',
      chunkFileNames: 'assets/[hash].js',
      assetFileNames: ({ names: [name = ''] }) =>
        `assets/${name.endsWith('.css') ? '' : '[name]-'}[hash][extname]`,
      codeSplitting: {
        groups: [
          // One chunk for the libraries of every page, which stays cached when only the app changes. Icons stay in the
          // app's chunks, because the app adds and removes some now and then.
          { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/](?!lucide-react[\\/])/ },
          // The rest of what every page needs.
          { name: 'app', tags: ['$initial'] },
          // The back office in one chunk: visitors load nothing of it.
          { name: 'back-office', test: backOffice, includeDependenciesRecursively: false },
          { name: 'own-pages', test: ownPages, includeDependenciesRecursively: false },
          // What pages say of times, and how they send what a person presses.
          {
            name: 'times',
            test: /[\\/]src[\\/](?:lib[\\/](?:dates|use-now|use-one-at-a-time)|api[\\/](?:use-send|change-session))\.ts$/,
          },
          { name: 'forms', test: forms },
          // Home needs it without what else it shares with the pages around the registration.
          { name: 'waiting', test: waiting },
          { name: 'photos', test: photos },
          // With what sends a score that waited, on any page, and what else the pages for rating share.
          {
            name: 'marks',
            test: /[\\/]src[\\/](?:api[\\/](?:marks|use-like)|features[\\/](?:post[\\/]post\.queries|report[\\/]ReportControl))\.tsx?$/,
          },
          // What the page of a post loads first: with what its component shares, so that its page names the chunk.
          {
            name: 'load-post',
            test: /[\\/]src[\\/](?:routes[\\/]-load-post|lib[\\/]just-published|features[\\/](?:post[\\/](?:known-post|published-moment|ShareMenu|ShareLabel)|comments[\\/]comments\.queries))\.tsx?$/,
          },
          // After it, which has a part of it.
          { name: 'publishing', test: publishing },
          // What lists of posts need, apart from the controls of forms, menus and dialogs; and icons that posts share with the
          // back office, apart from those that only it has.
          {
            name: 'lists',
            test: /[\\/](?:node_modules[\\/]@tanstack|src[\\/]components[\\/](?:PostGrid|WrappedName))\b|[\\/]icons[\\/](?:flag|bookmark|trash|plus|search|arrow-up)\.mjs$/,
          },
          // The names of events, for pages of history.
          { name: 'events', test: /[\\/]generated[\\/]events\.ts$/ },
          // The rest of what several pages share: few files, at the price of some bytes that a page does not need.
          {
            name: 'controls',
            test: /[\\/]node_modules[\\/](?!lucide-react[\\/])/,
            minShareCount: 2,
            entriesAware: true,
            entriesAwareMergeThreshold: 30_000,
          },
          { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 7_000 },
        ],
      },
    },
  },
};

/** What the server renders pages with, in a folder that needs no packages. */
const renderer: BuildEnvironmentOptions = {
  target: 'node22',
  outDir: 'dist/server',
  copyPublicDir: false,
  minify: false,
  reportCompressedSize: false,
  rolldownOptions: { output: { chunkFileNames: 'parts/[name]-[hash].js' } },
};

export default defineConfig(({ isSsrBuild = false }) => ({
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
    ...(isSsrBuild ? [] : [tailwindcss(), fonts(), routeParts(), precompress(), backOfficeLogin(backend)]),
  ],
  // Only the library's production build is fast, and warns nobody.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  ssr: { noExternal: true },
  build: isSsrBuild ? renderer : site,
  server: {
    proxy: Object.fromEntries(['/api', '/images', '/sandbox', '/health'].map((path) => [path, backend])),
  },
}));
