import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { backOfficeLogin } from './build/back-office-login.ts';
import { precompress } from './build/precompress.ts';
import { preloadFonts } from './build/preload-fonts.ts';

const backend = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** The pages of the back office with their routes' components, and the libraries that only it uses. */
const backOffice =
  /[\\/]src[\\/](?:features[\\/]back-office[\\/]|routes[\\/]rtm-sys[^\\/]*\?)|[\\/]node_modules[\\/](?:@simplewebauthn|uqr)[\\/]/;

export default defineConfig({
  resolve: {
    alias: {
      'react-style-singleton': fileURLToPath(new URL('./src/lib/style-singleton.ts', import.meta.url)),
    },
  },
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
    tailwindcss(),
    preloadFonts(),
    precompress(),
    backOfficeLogin(backend),
  ],
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One chunk for the libraries of every page, which stays cached when only the app changes. Icons stay in the
          // app's chunks, because the app adds and removes some now and then.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/](?!lucide-react[\\/])/ },
            // The back office in one chunk: visitors load nothing of it.
            { name: 'back-office', test: backOffice, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/images', '/sandbox', '/health'].map((path) => [path, backend])),
  },
});
